"""Walk through a log event by event, with the rules of its game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from games.rules.kernel.chance import spend
from games.rules.kernel.codec import canonical, read_options
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import KERNEL_EVENTS, Opened, Record, Rewound, TimeUp
from games.rules.kernel.fold import fold
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import EventNumber
from games.rules.kernel.table import Table, position_bytes
from games.rules.tools.logs import as_written

Records = Sequence[Record[Any]]


def replay(rules: AnyRules, records: Records) -> list[str]:
    """Check what takes the rules, and say what was proved; raise HistoryBroken."""
    asked, over = 0, False
    for record, before, after in states(rules, records):
        if over and not isinstance(record.event, Rewound):
            raise HistoryBroken(f"event {record.number} comes after the end of the match")
        with as_written(record.number):
            _check_time_up(rules, record, before)
            asked += _check_questions(rules, record.number, rules.core.open(after))
            over = rules.core.outcome(after) is not None
        state = after
    with as_written(records[-1].number):
        table = _folded(rules, records, state)
        _check_end(rules, state)
    ending = "it is over" if over else "it is still being played"
    return [
        f"proved: its events lead from the opening to its present state ({asked} questions asked; {ending})",
        _tables(rules, table.opened),
    ]


def _folded(rules: AnyRules, records: Records, state: Any) -> Table[Any, Any]:
    """Fold the log as the service does; raise HistoryBroken if the result differs from the walk's."""
    table = fold(rules, records)
    folded = position_bytes(rules, table)
    table.state = state
    if position_bytes(rules, table) != folded:
        raise HistoryBroken("replaying the log twice gave different results")
    return table


def states(rules: AnyRules, records: Records) -> Iterator[tuple[Record[Any], Any, Any]]:
    """Yield each record with the state before and after it; neither may be changed."""
    state = rules.core.empty()
    after: dict[EventNumber, Any] = {}
    for record in records:
        before = state
        with as_written(record.number):
            state = _next(rules, record, before, after)
        after[record.number] = state
        yield record, before, state


def _next(rules: AnyRules, record: Record[Any], before: Any, after: dict[EventNumber, Any]) -> Any:
    if isinstance(record.event, Rewound):
        return after[record.event.to]
    state = rules.core.copy(before)
    if isinstance(record.event, Opened):
        state.urns = {name: dict(urn) for name, urn in record.event.urns.items()}
    spend(state.urns, record.puts, record.draws)
    if type(record.event) not in KERNEL_EVENTS:
        rules.core.evolve(state, record.event, record.number)
    return state


def _check_time_up(rules: AnyRules, record: Record[Any], state: Any) -> None:
    """Raise HistoryBroken if time ran out for a question that wasn't open."""
    event = record.event
    if not isinstance(event, TimeUp):
        return
    asked = {(asked.opened, asked.seat, asked.kind) for asked in rules.core.open(state)}
    if (event.opened, event.seat, event.asked) not in asked:
        raise HistoryBroken(f"event {record.number} closes a question that is not open")


def _check_questions(rules: AnyRules, number: EventNumber, asked: Sequence[Question]) -> int:
    """Count the new questions of an event; raise HistoryBroken if the game has no such questions."""
    names = {(question.opened, question.seat) for question in asked}
    odd = [asked.kind for asked in asked if asked.kind not in rules.core.asks or asked.opened > number]
    if odd or len(names) < len(asked):
        raise HistoryBroken(f"event {number} leads to questions that can't be asked together")
    return sum(question.opened == number for question in asked)


def _check_end(rules: AnyRules, state: Any) -> None:
    awaited = [asked for asked in rules.core.open(state) if asked.awaited]
    if not awaited and rules.core.outcome(state) is None:
        raise HistoryBroken("the log ends although the match is not over and waits for nobody")
    for question in awaited:
        if not rules.core.choices(state, question):
            raise HistoryBroken(f"the log ends where a {question.kind!r} is open that has no answer")


def _tables(rules: AnyRules, opened: Opened) -> str:
    """Compare the card tables of the match with today's, if the rules are the same."""
    if opened.rules != rules.core.version:
        return f"NOT proved: its card tables, which belong to version {opened.rules} of the rules"
    options = read_options(rules, opened.options)
    tables = hashlib.sha256(canonical(rules.core.tables(options))).hexdigest()
    with as_written(EventNumber(1)):
        urns = rules.core.urns(opened.seats, options)
    if opened.tables != tables or opened.urns != urns:
        raise HistoryBroken(
            f"event 1, the opening, has different cards from version {opened.rules} of the rules"
        )
    return f"proved: its cards are those of version {rules.core.version} of the rules"
