"""Fold a log into a table: replay all of it, or step by step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.rules.kernel.chance import spend
from games.rules.kernel.codec import read_options
from games.rules.kernel.contract import C, E, O, P, Rules, S, V
from games.rules.kernel.events import KERNEL_EVENTS, Event, Opened, Record, Rewound, TimeUp
from games.rules.kernel.refusal import UNWRITTEN, HistoryBroken, Refused
from games.rules.kernel.seats import EventNumber
from games.rules.kernel.table import Table

_KERNEL = frozenset(KERNEL_EVENTS)


def fold(rules: Rules[S, E, C, O, V, P], records: Sequence[Record[E]]) -> Table[S, O]:
    """Replay a log; raise HistoryBroken if it can't be right."""
    if not records or not isinstance(records[0].event, Opened):
        raise HistoryBroken("a log begins with its opening")
    table = _opened(rules, records[0].event)
    table.number = EventNumber(len(records))
    for place, record in enumerate(records, 1):
        table.draws += len(record.draws)
        if record.number != place:
            raise HistoryBroken(f"event {record.number} stands where {place} should")
        if type(record.event) is Rewound:
            table.rewound = record.number
    if table.rewound:
        _check_rewinds(records)
    _replay(rules, table, played(records) if table.rewound else records)
    return table


def step_by_step(
    rules: Rules[S, E, C, O, V, P],
    records: Sequence[Record[E]],
    before: Callable[[Record[E], S], None] | None = None,
) -> Iterator[tuple[Record[E], Table[S, O]]]:
    """Replay a valid log without what was rewound: yield each event, and the table just after it.

    It is the same table each time, changed in place. `before` is called with each event of the game and the
    state that it finds.
    """
    opened: Any = records[0].event
    table = _opened(rules, opened)
    for record in played(records):
        if before is not None and type(record.event) not in _KERNEL:
            before(record, table.state)
        _replay(rules, table, (record,))
        table.number = record.number
        yield record, table


def fold_to(rules: Rules[S, E, C, O, V, P], records: Sequence[Record[E]], number: EventNumber) -> Table[S, O]:
    """Replay a valid log without what was rewound, to just after an event."""
    opened: Any = records[0].event
    table = _opened(rules, opened)
    _replay(rules, table, [record for record in played(records) if record.number <= number])
    table.number = number
    return table


def before_each(
    rules: Rules[S, E, C, O, V, P], records: Sequence[Record[E]]
) -> Iterator[tuple[Record[E], Table[S, O]]]:
    """Replay a valid log without what was rewound: yield each event of the game, and the table before it.

    It is the same table each time, changed in place.
    """
    opened: Any = records[0].event
    table = _opened(rules, opened)
    for record in played(records):
        if type(record.event) not in _KERNEL:
            yield record, table
        _replay(rules, table, (record,))


def _opened(rules: Rules[S, E, C, O, V, P], opened: Opened) -> Table[S, O]:
    if opened.game != rules.meta.slug:
        raise HistoryBroken(f"this is a log of {opened.game!r}, not of {rules.meta.slug!r}")
    table = Table(rules.core.empty(), _options(rules, opened), opened, EventNumber(0), 0)
    table.state.urns = {name: dict(urn) for name, urn in opened.urns.items()}
    return table


def _replay(rules: Rules[S, E, C, O, V, P], table: Table[S, O], records: Sequence[Record[E]]) -> None:
    state, evolve, number = table.state, rules.core.evolve, 0
    try:
        for record in records:
            number = record.number
            if record.puts or record.draws:
                spend(state.urns, record.puts, record.draws)
            if type(record.event) not in _KERNEL:
                evolve(state, record.event, record.number)
            elif isinstance(record.event, TimeUp):
                table.note_time_up(record.event)
    except UNWRITTEN as error:
        raise HistoryBroken(f"event {number} can't have happened after those before it") from error


def _options(rules: Rules[S, E, C, O, V, P], opened: Opened) -> O:
    try:
        return read_options(rules, opened.options)
    except Refused as refused:
        raise HistoryBroken(f"the opening holds options nobody offers: {refused.details}") from None


def played(records: Sequence[Record[E]], after: int = 0) -> list[Record[E]]:
    """Leave out what was rewound, and the rewinds, of a valid log from its beginning; give what came after.

    Read backwards, so that a match often taken back costs no more than one that never was.
    """
    kept: list[Record[E]] = []
    left = len(records)
    while left > after:
        record = records[left - 1]
        event: Event = record.event
        if type(event) is Rewound:
            left = event.to
        else:
            kept.append(record)
            left -= 1
    kept.reverse()
    return kept


def _check_rewinds(records: Sequence[Record[E]]) -> None:
    """Raise HistoryBroken if one goes back to an event that isn't there, or was undone before."""
    kept: list[EventNumber] = []
    for record in records:
        event: Event = record.event
        if type(event) is Rewound:
            del kept[bisect_right(kept, event.to) :]
            if not kept or kept[-1] != event.to:
                raise HistoryBroken(f"event {record.number} goes back to one that isn't there")
        else:
            kept.append(record.number)
