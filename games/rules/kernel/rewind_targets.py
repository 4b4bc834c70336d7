"""Find the moments in a log to which play can go back: a player was asked, and no step was half done.

A log doesn't say which events one answer wrote. It follows from the questions: the first event of an answer
closes the question it answers, and sealed answers take effect together. Nor does it say whether other answers
were sealed already when time ran out for the last one: what follows at once counts as the same step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.rules.kernel.contract import C, E, O, P, Rules, S, V
from games.rules.kernel.events import Event, Record, TimeUp
from games.rules.kernel.fold import step_by_step
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber, Seat


@dataclass(frozen=True)
class LogStep:
    """The open questions just after an event; `half`: groups in which only some answers have taken effect."""

    number: EventNumber
    event: Event
    asked: tuple[Question, ...]
    timed_out: frozenset[tuple[EventNumber, Seat]]
    half: frozenset[str] = frozenset()

    def waits_for(self, question: Question) -> bool:
        return question.awaited and (question.opened, question.seat) not in self.timed_out


def rewind_targets(rules: Rules[S, E, C, O, V, P], records: Sequence[Record[E]]) -> list[EventNumber]:
    """List the events just after which play can begin again; never the last one that counts."""
    return [now.number for now, then in pairwise(moments(rules, records)) if _rested(rules, now, then)]


def _rested(rules: Rules[S, E, C, O, V, P], now: LogStep, then: LogStep) -> bool:
    asks = any(now.waits_for(one) and one.kind not in rules.core.moments for one in now.asked)
    goes_on = bool(now.half) or _silence_follows(now) or _round_follows(now, then)
    return asks and not goes_on and _is_answer(now, then)


def moments(rules: Rules[S, E, C, O, V, P], records: Sequence[Record[E]]) -> Iterator[LogStep]:
    """Walk through a valid log without what was rewound, and give the open questions after each event."""
    asked: tuple[Question, ...] = ()
    half: frozenset[str] = frozenset()
    for record, table in step_by_step(rules, records):
        before, asked = asked, tuple(rules.core.open(table.state))
        half = _half_done(half, before, asked)
        yield LogStep(record.number, record.event, asked, table.timed_out, half)


def _half_done(half: frozenset[str], before: Sequence[Question], now: Sequence[Question]) -> frozenset[str]:
    """Name the groups in which some answers have taken effect and others are still to come."""
    here = {(one.together, one.seat) for one in now}
    closed = {one.together for one in before if one.together and (one.together, one.seat) not in here}
    return (half | closed) & {one.together for one in now}


def _silence_follows(now: LogStep) -> bool:
    """Tell whether time has just run out for a question whose silence move isn't sealed."""
    return isinstance(now.event, TimeUp) and not _sealed_at(now, now.event)


def _round_follows(now: LogStep, then: LogStep) -> bool:
    """Tell whether time has just run out for a sealed question, and the sealed answers take effect next."""
    if not isinstance(now.event, TimeUp):
        return False
    still = {(one.together, one.seat) for one in then.asked}
    groups = _sealed_at(now, now.event)
    return any(one.together in groups and (one.together, one.seat) not in still for one in now.asked)


def _sealed_at(now: LogStep, up: TimeUp) -> set[str]:
    """Name the group with which a time-up is sealed; none if its silence move happens at once."""
    asked = (up.opened, up.seat)
    return {one.together for one in now.asked if one.together and (one.opened, one.seat) == asked}


def _is_answer(now: LogStep, then: LogStep) -> bool:
    """Tell whether the next event is an answer: a time-up, or it closes a question for good."""
    still = {(one.seat, one.kind) for one in then.asked}
    return isinstance(then.event, TimeUp) or any((one.seat, one.kind) not in still for one in now.asked)
