"""Read a log back, checking every line and the chain through all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from games.rules.kernel import chain
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, EventNumber, Reader, Seat
from games.rules.logfile.lines import EVERYBODY, FORMAT, Covered, Footer, Header, Whole, written


class _Numbered(msgspec.Struct):
    number: int


@dataclass(frozen=True)
class Log:
    """A file that has been read, its chain unbroken."""

    header: Header
    events: tuple[Whole | Covered, ...]
    digest: str

    @property
    def reader(self) -> Reader:
        named: dict[int | str, Reader] = {EVERYBODY: AFTERWARDS, PUBLIC.value: PUBLIC}
        return named.get(self.header.reader) or Seat(int(self.header.reader))


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
            raise HistoryBroken(f"event {event.number} doesn't match the chain")
        events.append(event)
    raise HistoryBroken(f"the file is cut off after event {len(events)}: its last line is missing")


def _read_header(line: bytes) -> Header:
    try:
        version = msgspec.json.decode(line, type=dict[str, Any]).get("format")
        if isinstance(version, int) and version > FORMAT:
            raise TooNew(f"the log is written in format {version}, which is newer than this program")
        header = msgspec.json.decode(line, type=Header)
        _check_header(header)
        if written(header) != line:
            raise ValueError("it is not written the way logs are")
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise HistoryBroken(f"the first line is not the header of a log: {error}") from None
    return header


def _check_header(header: Header) -> None:
    """Raise ValueError or HistoryBroken if a header can't be right."""
    if header.format != FORMAT:
        raise ValueError(f"there is no format {header.format}")
    if len(bytes.fromhex(header.commitment)) != 32:
        raise ValueError("the commitment is not 32 bytes")
    if header.reader not in (EVERYBODY, PUBLIC.value, *range(min(header.seats, 99))):
        raise ValueError("it names no reader")
    if header.secret is not None and chain.commitment(bytes.fromhex(header.secret)) != header.commitment:
        raise HistoryBroken("the secret is not the one the match was committed to")


def _read_event(line: bytes, number: EventNumber, header: Header) -> Whole | Covered:
    """Read the line of an event, whole or covered as the reader of this header gets them."""
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
    if written(event) != line:
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
    if line != written(Footer(events, digest)):
        raise HistoryBroken(f"the last line doesn't fit a log that ends with event {events}")
    if next(after, None) is not None:
        raise HistoryBroken(f"something follows the last line, after event {events}")
