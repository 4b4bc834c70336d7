"""From rows to the state of a match: load the log, check it, bring it up to date, fold it.

Of each match the table folded last is cached, with its head digest. It goes into the cache after a commit, or
when it is read outside a transaction, and is never changed: decisions are made on a copy.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from games.infra.statements import kept
from games.models import Event, Match, MatchSecret
from games.rules.kernel import chain
from games.rules.kernel.codec import codec
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record, kind_of
from games.rules.kernel.fold import fold
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.kernel.seats import EventNumber
from games.rules.kernel.table import Table

AnyTable = Table[Any, Any]
Records = tuple[Record[Any], ...]

NOTHING: tuple[None, Records, None] = (None, (), None)
MOST = 200  # matches in memory
MOST_EVENTS = 30_000  # of all these together: some 300 bytes each


def is_final(rules: AnyRules, records: Sequence[Record[Any]]) -> bool:
    """Tell whether it is too late to undo: chance was spent, or hidden things were shown."""
    return any(record.draws or kind_of(record.event) in rules.secrecy.reveals for record in records)


class Memo:
    """A cache of the tables used last, for all threads of a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[int, tuple[str, Records, AnyTable]] = OrderedDict()
        self._events = 0
        self._secrets: OrderedDict[tuple[int, str], bytes] = OrderedDict()

    def get(self, match: Match) -> tuple[Records, AnyTable] | None:
        with self._lock:
            head, records, table = self._kept.get(match.pk, NOTHING)
            if head != match.head or table is None:
                return None
            self._kept.move_to_end(match.pk)
            return records, table

    def put(self, match: Match, records: Records, table: AnyTable) -> None:
        with self._lock:
            self._events += len(records) - len(self._kept.pop(match.pk, NOTHING)[1])
            self._kept[match.pk] = (match.head, records, table)
            while len(self._kept) > 1 and (len(self._kept) > MOST or self._events > MOST_EVENTS):
                _, (_, oldest, _) = self._kept.popitem(last=False)
                self._events -= len(oldest)

    def secrets(self, matches: Sequence[Match]) -> dict[int, bytes]:
        """Return the secrets of matches; the commitment fixes each one, so caching is safe."""
        keys = {match.pk: (match.pk, match.commitment) for match in matches}
        with self._lock:
            found = {pk: self._secrets[key] for pk, key in keys.items() if key in self._secrets}
        if missing := [match for match in matches if match.pk not in found]:
            read = secrets_of(missing)
            found |= read
            with self._lock:
                self._secrets.update({keys[pk]: secret for pk, secret in read.items()})
                while len(self._secrets) > MOST:
                    self._secrets.popitem(last=False)
        return found

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._events = 0
            self._secrets.clear()


memo = Memo()


def load(match: Match) -> tuple[Records, AnyTable]:
    """Return a match's records and the table they lead to; raise HistoryBroken or TooNew."""
    return load_all([match])[match.pk]


def load_all(matches: Sequence[Match]) -> dict[int, tuple[Records, AnyTable]]:
    """Load some matches with one statement; raise HistoryBroken or TooNew for any of them."""
    kept = {match.pk: memo.get(match) for match in matches}
    found = {pk: one for pk, one in kept.items() if one}
    if cold := [match for match in matches if match.pk not in found]:
        logs = stored_of(cold)
        found |= {match.pk: _kept(match, _read(match, logs[match.pk])) for match in cold}
    return found


def load_readable(matches: Sequence[Match]) -> dict[int, tuple[Records, AnyTable]]:
    """Load some matches with one statement, but for those whose log is broken or newer than this program."""
    logs = stored_of([match for match in matches if not memo.get(match)])
    found = {}
    for match in matches:
        try:
            kept = memo.get(match)
            found[match.pk] = kept or _kept(match, _read(match, logs.get(match.pk, [])))
        except (HistoryBroken, TooNew):
            continue
    return found


def _kept(match: Match, read: tuple[Records, AnyTable]) -> tuple[Records, AnyTable]:
    """Cache a table for the next reader, unless a rollback could still undo what was read."""
    if not connection.in_atomic_block:
        memo.put(match, *read)
    return read


def _read(match: Match, lines: list[bytes]) -> tuple[Records, AnyTable]:
    if len(lines) != match.version:
        raise HistoryBroken(f"the match says {match.version} events, the log has {len(lines)}")
    read = codec(match.rules).read
    records: Records = tuple(read(line) for line in lines)
    return records, fold(match.rules, records)


def stored(match: Match) -> list[bytes]:
    """Return the bytes of a match's log, up to the version its row had when it was read."""
    return stored_of([match])[match.pk]


def stored_of(matches: Sequence[Match]) -> dict[int, list[bytes]]:
    """Return the bytes of several logs, each up to the version its match's row had when it was read."""
    lines: dict[int, list[bytes]] = {match.pk: [] for match in matches}
    ends = {match.pk: match.version for match in matches}
    for pk, number, payload in _lines(ends):
        if number <= ends[pk]:
            lines[pk].append(bytes(payload))
    return lines


@kept
def _lines(matches: Iterable[int]) -> QuerySet[Event, Any]:
    rows = Event.objects.filter(match__in=matches).order_by("match", "number")
    return rows.values_list("match", "number", "payload")


def secret_of(match: Match) -> bytes:
    """Return what all chance of a match depends on. Never show or log it before the match is over."""
    return secrets_of([match])[match.pk]


def secrets_of(matches: Sequence[Match]) -> dict[int, bytes]:
    """Return the secrets of matches; raise MatchSecret.DoesNotExist if one is lost."""
    found = {pk: bytes(secret) for pk, secret in _secrets(match.pk for match in matches)}
    if lost := [match.pk for match in matches if match.pk not in found]:
        raise MatchSecret.DoesNotExist(f"of matches {lost}")
    return found


@kept
def _secrets(matches: Iterable[int]) -> QuerySet[MatchSecret, Any]:
    return MatchSecret.kept.filter(match__in=matches).values_list("match", "secret")


def check_chain(match: Match) -> None:
    """Follow the digests from the commitment to the head; raise HistoryBroken."""
    secret, digest = secret_of(match), chain.root(match.commitment)
    blind = chain.blinds(secret)
    if chain.commitment(secret) != match.commitment:
        raise HistoryBroken("the secret is not the one committed to")
    rows = Event.objects.filter(match=match).order_by("number").values_list("number", "payload", "digest")
    for place, (number, payload, written) in enumerate(rows, 1):
        if number != place:
            raise HistoryBroken(f"event {number} stands where {place} should")
        digest = chain.link(digest, chain.leaf(blind(EventNumber(number)), bytes(payload)))
        if digest.hex() != written:
            raise HistoryBroken(f"event {number} doesn't match the chain")
    if (digest.hex() if match.version else "") != match.head:
        raise HistoryBroken("the head isn't the last event's digest")
