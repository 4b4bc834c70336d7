"""From rows to a table: load the log, check it, bring it up to date, fold it.

A folded table is kept for a while by match and head digest. It is put there after a commit only, and
nobody changes one: whoever decides works on a copy.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from games.models import Event, Match, MatchSecret
from games.rules.kernel import chain
from games.rules.kernel.codec import codec
from games.rules.kernel.events import Record
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import EventNumber
from games.rules.kernel.table import Table, fold

AnyTable = Table[Any, Any]
Records = tuple[Record[Any], ...]

MOST = 200  # tables in memory


class Memo:
    """The last tables used, for all threads of a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[int, str], tuple[Records, AnyTable]] = OrderedDict()
        self._secrets: OrderedDict[tuple[int, str], bytes] = OrderedDict()

    def get(self, match: Match) -> tuple[Records, AnyTable] | None:
        with self._lock:
            found = self._kept.get((match.pk, match.head))
            if found:
                self._kept.move_to_end((match.pk, match.head))
            return found

    def put(self, match: Match, records: Records, table: AnyTable) -> None:
        with self._lock:
            self._kept[match.pk, match.head] = (records, table)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)

    def secret(self, match: Match) -> bytes:
        """Give a match's secret: it is bound by the commitment, so it never changes."""
        key = (match.pk, match.commitment)
        with self._lock:
            found = self._secrets.get(key)
        if found is None:
            found = secret_of(match)
            with self._lock:
                self._secrets[key] = found
                while len(self._secrets) > MOST:
                    self._secrets.popitem(last=False)
        return found

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._secrets.clear()


memo = Memo()


def load(match: Match) -> tuple[Records, AnyTable]:
    """Give a match's records and where they lead; raise HistoryBroken or TooNew."""
    found = memo.get(match)
    if found:
        return found
    lines = stored(match)
    if len(lines) != match.version:
        raise HistoryBroken(f"the match says {match.version} events, the log has {len(lines)}")
    read = codec(match.rules).read
    records: Records = tuple(read(line) for line in lines)
    return records, fold(match.rules, records)


def stored(match: Match) -> list[bytes]:
    """Give the bytes of a match's log up to where the match stood when it was read."""
    rows = Event.objects.filter(match=match, number__lte=match.version).order_by("number")
    return [bytes(payload) for payload in rows.values_list("payload", flat=True)]


def secret_of(match: Match) -> bytes:
    """Give what all chance of a match depends on. Never to be shown or logged before its end."""
    return bytes(MatchSecret.kept.values_list("secret", flat=True).get(match=match))


def check_chain(match: Match) -> None:
    """Follow the digests from the commitment to the head; raise HistoryBroken."""
    secret, digest = secret_of(match), chain.root(match.commitment)
    if chain.commitment(secret) != match.commitment:
        raise HistoryBroken("the secret is not the one committed to")
    rows = Event.objects.filter(match=match).order_by("number").values_list("number", "payload", "digest")
    for place, (number, payload, written) in enumerate(rows, 1):
        if number != place:
            raise HistoryBroken(f"event {number} stands where {place} should")
        digest = chain.link(digest, chain.leaf(chain.blind(secret, EventNumber(number)), bytes(payload)))
        if digest.hex() != written:
            raise HistoryBroken(f"event {number} is not what the chain was made over")
    if (digest.hex() if match.version else "") != match.head:
        raise HistoryBroken("the head is not the last event's digest")
