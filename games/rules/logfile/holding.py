"""Take records and events out of a log that has been read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.rules.kernel import chain
from games.rules.kernel.codec import codec
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Opened, Record
from games.rules.kernel.messages import Seen
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import AFTERWARDS, EventNumber, Reader
from games.rules.logfile.lines import Whole
from games.rules.logfile.opened import opened_by, options_of
from games.rules.logfile.reading import Log


def opening(rules: AnyRules, log: Log) -> Opened:
    """Give the opening; raise HistoryBroken if header or players' words contradict it."""
    first = log.events[0] if log.events else None
    opened = opened_by(rules, bytes(first.record) if isinstance(first, Whole) else b"")
    header = log.header
    claimed = (header.game, header.rules, header.seats, header.commitment)
    if claimed != (opened.game, opened.rules, opened.seats, opened.commitment):
        raise HistoryBroken("event 1, the opening, does not say what the header says")
    if header.words is not None and tuple(map(chain.words_digest, header.words)) != opened.words:
        raise HistoryBroken("the players' words are not those that event 1, the opening, is bound to")
    return opened


def records(rules: AnyRules, log: Log) -> list[Record[Any]]:
    """Decode every record of a log for everybody; raise HistoryBroken or TooNew."""
    opening(rules, log)
    read_record = codec(rules).read
    whole = [event for event in log.events if isinstance(event, Whole)]
    if len(whole) < len(log.events):
        raise HistoryBroken("this is what one reader may have of a match, not the match")
    return [read_record(bytes(event.record)) for event in whole]


def told(rules: AnyRules, log: Log, reader: Reader) -> Iterator[tuple[EventNumber, Seen]]:
    """List the events as `reader` may see them; raise HistoryBroken if the file is another reader's."""
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
