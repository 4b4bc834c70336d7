"""The moments at which play rested, as a log tells: somebody was asked, and nothing begun was left to do.

A log doesn't say which events one answer wrote. It follows from what was asked: an answer's first event
closes the question it answers, and answers under seal take effect together. Nor does it say whether some lay
sealed already when time was up for the last of them: what follows at once counts as one step with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.rules.kernel.contract import C, E, O, P, Rules, S, V
from games.rules.kernel.events import Event, Record, TimeUp
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.kernel.table import step_by_step


@dataclass(frozen=True)
class Moment:
    """What is asked just after an event; `half`: groups in which some answers have taken effect, not all."""

    number: EventNumber
    event: Event
    asked: tuple[Question, ...]
    timed_out: frozenset[tuple[EventNumber, Seat]]
    half: frozenset[str] = frozenset()

    def waits_for(self, question: Question) -> bool:
        return question.awaited and (question.opened, question.seat) not in self.timed_out


def rests(rules: Rules[S, E, C, O, V, P], records: Sequence[Record[E]]) -> list[EventNumber]:
    """List the events just after which play rested; the last one that counts is none of them."""
    return [now.number for now, then in pairwise(moments(rules, records)) if _rested(rules, now, then)]


def _rested(rules: Rules[S, E, C, O, V, P], now: Moment, then: Moment) -> bool:
    asks = any(now.waits_for(one) and one.kind not in rules.core.moments for one in now.asked)
    goes_on = bool(now.half) or _silence_follows(now) or _round_follows(now, then)
    return asks and not goes_on and _is_answer(now, then)


def moments(rules: Rules[S, E, C, O, V, P], records: Sequence[Record[E]]) -> Iterator[Moment]:
    """Walk through a log that holds, what was rewound left out, and say what is asked after each event."""
    asked: tuple[Question, ...] = ()
    half: frozenset[str] = frozenset()
    for record, table in step_by_step(rules, records):
        before, asked = asked, tuple(rules.core.open(table.state))
        half = _half_told(half, before, asked)
        yield Moment(record.number, record.event, asked, table.timed_out, half)


def _half_told(half: frozenset[str], before: Sequence[Question], now: Sequence[Question]) -> frozenset[str]:
    """Name the groups of which answers have taken effect while others are still to come."""
    here = {(one.together, one.seat) for one in now}
    told = {one.together for one in before if one.together and (one.together, one.seat) not in here}
    return (half | told) & {one.together for one in now}


def _silence_follows(now: Moment) -> bool:
    """Tell whether time is just up for a question whose silence doesn't lie sealed with other answers."""
    return isinstance(now.event, TimeUp) and not _sealed_at(now, now.event)


def _round_follows(now: Moment, then: Moment) -> bool:
    """Tell whether time is just up under seal, and the answers that lay there take effect next."""
    if not isinstance(now.event, TimeUp):
        return False
    still = {(one.together, one.seat) for one in then.asked}
    groups = _sealed_at(now, now.event)
    return any(one.together in groups and (one.together, one.seat) not in still for one in now.asked)


def _sealed_at(now: Moment, up: TimeUp) -> set[str]:
    """Name the group in which the silence of a time-up lies sealed; none where it takes effect at once."""
    asked = (up.opened, up.seat)
    return {one.together for one in now.asked if one.together and (one.opened, one.seat) == asked}


def _is_answer(now: Moment, then: Moment) -> bool:
    """Tell whether the next event is an answer: time is up, or it closes a question and asks it no more."""
    still = {(one.seat, one.kind) for one in then.asked}
    return isinstance(then.event, TimeUp) or any((one.seat, one.kind) not in still for one in now.asked)
