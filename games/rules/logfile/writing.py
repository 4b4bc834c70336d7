"""Write the log of a match from its stored records, line by line."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from games.rules.kernel import chain
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Opened, Record
from games.rules.kernel.messages import Seen
from games.rules.kernel.redaction import reads_whole, seen
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, EventNumber, Reader
from games.rules.logfile.lines import EVERYBODY, FORMAT, Covered, Footer, Header, Whole, written
from games.rules.logfile.opened import opened_by, options_of


def stored(records: Iterable[Record[Any]]) -> list[bytes]:
    """Encode new records: the bytes that are stored and hashed."""
    return [canonical(record) for record in records]


def write(
    rules: AnyRules, records: Iterable[bytes], secret: bytes, words: Sequence[str], reader: Reader
) -> Iterator[bytes]:
    """Write the log of a match line by line from its stored records; raise HistoryBroken or TooNew."""
    coming = iter(records)
    first = next(coming, b"")
    opened = opened_by(rules, first)
    yield written(_header(opened, secret, words, reader))
    options = options_of(rules, opened)
    number, digest, blind = EventNumber(0), chain.root(opened.commitment), chain.blinds(secret)
    for record in itertools.chain([first], coming):
        number = EventNumber(number + 1)
        blinding = blind(number)
        leaf = chain.leaf(blinding, record)
        digest = chain.link(digest, leaf)
        shown = None if reader is AFTERWARDS else _covered(rules, record, reader, options)
        if shown is None:
            yield written(Whole(number, digest.hex(), blinding.hex(), msgspec.Raw(record)))
        else:
            yield written(Covered(number, digest.hex(), leaf.hex(), shown[0]))
    yield written(Footer(number, digest.hex()))


def _header(opened: Opened, secret: bytes, words: Sequence[str], reader: Reader) -> Header:
    about = (FORMAT, opened.game, opened.rules, opened.seats, opened.commitment)
    if reader is AFTERWARDS:
        return Header(*about, EVERYBODY, secret.hex(), tuple(words))
    return Header(*about, PUBLIC.value if reader is PUBLIC else int(reader))


def _covered(rules: AnyRules, line: bytes, reader: Reader, options: object) -> tuple[Seen | None] | None:
    """Give what to show in place of a record, or None if the reader may see it whole.

    A record of an old version stays covered: its stored bytes may hold fields that today's event doesn't
    have, and `redact` says nothing of those.
    """
    record = codec(rules).read(line)
    shown = seen(rules, record, reader, options)
    return None if reads_whole(record, shown) and canonical(record) == line else (shown,)
