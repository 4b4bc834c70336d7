"""A match's log as JSON lines, for whoever may read it: written, read back and checked.

docs/log-format.md says what stands in it byte for byte; the bytes that are hashed are stored as
they are, so nothing here ever encodes a record anew.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.rules.kernel import chain
from games.rules.kernel.codec import canonical, codec, read_options
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Opened, Record
from games.rules.kernel.redaction import reads_whole, seen
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, EventNumber, Reader, Seat
from games.rules.kernel.telling import Seen

FORMAT = 1
EVERYBODY = "everybody"


class Header(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line. `secret` and `words` are there once everybody may know everything."""

    format: int
    game: str
    rules: int
    seats: int
    commitment: str
    reader: int | str
    secret: str | None = None
    words: tuple[str, ...] | None = None


class Whole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event the reader may have as it is stored."""

    number: EventNumber
    digest: str
    blind: str
    record: msgspec.Raw

    def leaf(self) -> bytes:
        return chain.leaf(bytes.fromhex(self.blind), bytes(self.record))


class Covered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event of which the reader may have this much, or nothing; the chain goes through it."""

    number: EventNumber
    digest: str
    leaf: str
    seen: Seen | None


class Footer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: without it, the file is cut off."""

    end: int
    digest: str


class _Numbered(msgspec.Struct):
    number: int


@dataclass(frozen=True)
class Log:
    """A file that has been read and whose chain holds."""

    header: Header
    events: tuple[Whole | Covered, ...]
    digest: str

    @property
    def reader(self) -> Reader:
        named: dict[int | str, Reader] = {EVERYBODY: AFTERWARDS, PUBLIC.value: PUBLIC}
        return named.get(self.header.reader) or Seat(int(self.header.reader))


# --- writing


def stored(records: Iterable[Record[Any]]) -> list[bytes]:
    """Give the bytes that are stored and hashed for records just written."""
    return [canonical(record) for record in records]


def write(
    rules: AnyRules, records: Iterable[bytes], secret: bytes, words: Sequence[str], reader: Reader
) -> Iterator[bytes]:
    """Write the file of a match line by line, from its stored records; raise HistoryBroken or TooNew."""
    coming = iter(records)
    first = next(coming, b"")
    opened = _opening(rules, first)
    yield _line(_header(opened, secret, words, reader))
    options = options_of(rules, opened)
    number, digest = EventNumber(0), chain.root(opened.commitment)
    for record in itertools.chain([first], coming):
        number = EventNumber(number + 1)
        blinding = chain.blind(secret, number)
        leaf = chain.leaf(blinding, record)
        digest = chain.link(digest, leaf)
        shown = None if reader is AFTERWARDS else _covered(rules, record, reader, options)
        if shown is None:
            yield _line(Whole(number, digest.hex(), blinding.hex(), msgspec.Raw(record)))
        else:
            yield _line(Covered(number, digest.hex(), leaf.hex(), shown[0]))
    yield _line(Footer(number, digest.hex()))


def _line(line: Header | Whole | Covered | Footer) -> bytes:
    return canonical(line) + b"\n"


def _header(opened: Opened, secret: bytes, words: Sequence[str], reader: Reader) -> Header:
    about = (FORMAT, opened.game, opened.rules, opened.seats, opened.commitment)
    if reader is AFTERWARDS:
        return Header(*about, EVERYBODY, secret.hex(), tuple(words))
    return Header(*about, PUBLIC.value if reader is PUBLIC else int(reader))  # type: ignore[arg-type]


def _opening(rules: AnyRules, line: bytes) -> Opened:
    event: object = codec(rules).read(line).event if line else None
    if not isinstance(event, Opened):
        raise HistoryBroken("a log begins with its opening")
    if event.rules > rules.version:
        raise TooNew(f"the match was opened under rules {event.rules}; this program has {rules.version}")
    return event


def options_of(rules: AnyRules, opened: Opened) -> object:
    try:
        return read_options(rules, opened.options)
    except Refused as refused:
        raise HistoryBroken(f"the opening holds options nobody offers: {refused.details}") from None


def _covered(rules: AnyRules, line: bytes, reader: Reader, options: object) -> tuple[Seen | None] | None:
    """Give what to show in place of a record, or nothing where the reader may have it whole.

    A record that was brought up to date stays covered: its stored bytes may hold what the event of
    today no longer has, and nobody looked at that with this reader in mind.
    """
    record = codec(rules).read(line)
    shown = seen(rules, record, reader, options)
    return None if reads_whole(record, shown) and canonical(record) == line else (shown,)


# --- reading


def read(lines: Iterable[bytes]) -> Log:
    """Read a file and follow its chain; raise HistoryBroken, naming the event, or TooNew."""
    coming = iter(lines)
    header = _read_header(next(coming, b""))
    events: list[Whole | Covered] = []
    digest = chain.root(header.commitment)
    for line in coming:
        if line.startswith(b'{"end":'):
            _check_end(line, coming, len(events), digest.hex())
            return Log(header, tuple(events), digest.hex())
        event = _read_event(line, EventNumber(len(events) + 1), header)
        digest = chain.link(digest, event.leaf() if isinstance(event, Whole) else bytes.fromhex(event.leaf))
        if event.digest != digest.hex():
            raise HistoryBroken(f"event {event.number} is not what the chain was made over")
        events.append(event)
    raise HistoryBroken(f"the file is cut off after event {len(events)}: its last line is missing")


def _read_header(line: bytes) -> Header:
    try:
        version = msgspec.json.decode(line, type=dict[str, Any]).get("format")
        if isinstance(version, int) and version > FORMAT:
            raise TooNew(f"the log is written in format {version}, which is newer than this program")
        header = msgspec.json.decode(line, type=Header)
        _check_header(header)
        if _line(header) != line:
            raise ValueError("it is not written the way logs are")
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise HistoryBroken(f"the first line is not the header of a log: {error}") from None
    return header


def _check_header(header: Header) -> None:
    """Raise ValueError or HistoryBroken for a header nobody wrote."""
    if header.format != FORMAT:
        raise ValueError(f"there is no format {header.format}")
    if len(bytes.fromhex(header.commitment)) != 32:
        raise ValueError("the commitment is not 32 bytes")
    if header.reader not in (EVERYBODY, PUBLIC.value, *range(min(header.seats, 99))):
        raise ValueError("it names no reader")
    if header.secret is not None and chain.commitment(bytes.fromhex(header.secret)) != header.commitment:
        raise HistoryBroken("the secret is not the one the match was committed to")


def _read_event(line: bytes, number: EventNumber, header: Header) -> Whole | Covered:
    """Read one event's line, of the kind that this header's reader gets."""
    covers = header.reader != EVERYBODY and b'"leaf":' in line[:200]
    try:
        kind: type[Whole] | type[Covered] = Covered if covers else Whole
        event: Whole | Covered = msgspec.json.decode(line, type=kind)
        if len(bytes.fromhex(event.leaf if isinstance(event, Covered) else event.blind)) != 32:
            raise ValueError("its blind or leaf is not 32 bytes")
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise HistoryBroken(f"where event {number} should stand is something else: {error}") from None
    if event.number != number:
        raise HistoryBroken(f"event {event.number} stands where event {number} should")
    if _line(event) != line:
        raise HistoryBroken(f"event {number} is not written the way logs are")
    if isinstance(event, Whole):
        _check_whole(event, header)
    return event


def _check_whole(event: Whole, header: Header) -> None:
    try:
        number = msgspec.json.decode(event.record, type=_Numbered).number
    except (msgspec.MsgspecError, RecursionError) as error:
        raise HistoryBroken(f"event {event.number} holds no record: {error}") from None
    if number != event.number:
        raise HistoryBroken(f"event {event.number} holds the record of event {number}")
    if header.secret is not None and event.blind != _blind(header.secret, event.number):
        raise HistoryBroken(f"the blind of event {event.number} is not made from the secret")


def _blind(secret: str, number: EventNumber) -> str:
    return chain.blind(bytes.fromhex(secret), number).hex()


def _check_end(line: bytes, after: Iterator[bytes], events: int, digest: str) -> None:
    if line != _line(Footer(events, digest)):
        raise HistoryBroken(f"the last line does not fit a log that ends with event {events}")
    if next(after, None) is not None:
        raise HistoryBroken(f"something follows the last line, after event {events}")


# --- what a log holds


def opening(rules: AnyRules, log: Log) -> Opened:
    """Give the opening; raise HistoryBroken where the header or the players' words say otherwise."""
    first = log.events[0] if log.events else None
    opened = _opening(rules, bytes(first.record) if isinstance(first, Whole) else b"")
    header = log.header
    said = (header.game, header.rules, header.seats, header.commitment)
    if said != (opened.game, opened.rules, opened.seats, opened.commitment):
        raise HistoryBroken("event 1, the opening, does not say what the header says")
    if header.words is not None and tuple(map(chain.words_digest, header.words)) != opened.words:
        raise HistoryBroken("the players' words are not those that event 1, the opening, is bound to")
    return opened


def records(rules: AnyRules, log: Log) -> list[Record[Any]]:
    """Read every record of a log for everybody; raise HistoryBroken or TooNew."""
    opening(rules, log)
    read_record = codec(rules).read
    whole = [event for event in log.events if isinstance(event, Whole)]
    if len(whole) < len(log.events):
        raise HistoryBroken("this is what one reader may have of a match, not the match")
    return [read_record(bytes(event.record)) for event in whole]


def told(rules: AnyRules, log: Log, reader: Reader) -> Iterator[tuple[EventNumber, Seen]]:
    """Tell what happened as `reader` may know it; raise HistoryBroken when the file is another's."""
    if log.reader not in (AFTERWARDS, reader):
        raise HistoryBroken("this file was written for another reader")
    options = options_of(rules, opening(rules, log))
    for event in log.events:
        if isinstance(event, Whole):
            shown = seen(rules, codec(rules).read(bytes(event.record)), reader, options)
        else:
            shown = event.seen
        if shown is not None:
            yield event.number, shown
