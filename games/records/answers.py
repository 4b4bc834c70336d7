"""The answer times of a match: from being asked to a player's own answer.

What a robot, a plan or a deadline answered isn't a person's answer, nor is a question that follows a player's
own move at once. Of a question that was asked again after an undo, the first answer counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

import msgspec

from games.clocks import Clock, time_taken
from games.models import Deadline, DeadlineKind, Match, Outcome, Seat, Submission
from games.models.submission import IN_PERSON
from games.rules.kernel.questions import QuestionName


class TimedAnswer(NamedTuple):
    """An answer that a player gave in person."""

    name: QuestionName
    at: datetime
    event: int  # the first it made; of a sealed answer the one that opened its question


def of_match(match: Match, seats: Iterable[Seat]) -> dict[int, list[int]]:
    """Return the answer times by seat, in seconds, sorted; only those of the player who has the seat."""
    clocks, answers = _clocks(match), _answers(match)
    return {
        seat.number: _seconds([one for one in answers if _is_of(one, seat)], clocks)
        for seat in seats
        if seat.player_id is not None
    }


def _is_of(answer: TimedAnswer, seat: Seat) -> bool:
    return answer.name.seat == seat.number and answer.event > seat.since


def _answers(match: Match) -> list[TimedAnswer]:
    given = Submission.objects.filter(match=match, door__in=IN_PERSON).exclude(outcome=Outcome.REFUSED)
    rows = given.exclude(question="").order_by("at", "pk").values_list("question", "at", "first_event")
    named = ((QuestionName.parse(question), at, event) for question, at, event in rows)
    return [TimedAnswer(name, at, event or name.opened) for name, at, event in named]


def _clocks(match: Match) -> dict[QuestionName, list[Clock]]:
    """Return the clocks of each question, the latest last."""
    rows = Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION).exclude(clock="").order_by("pk")
    clocks: dict[QuestionName, list[Clock]] = {}
    for question, clock in rows.values_list("question", "clock"):
        read = msgspec.json.decode(clock, type=Clock)
        clocks.setdefault(QuestionName.parse(question), []).append(read)
    return clocks


def _seconds(answers: Iterable[TimedAnswer], clocks: Mapping[QuestionName, list[Clock]]) -> list[int]:
    mine = list(answers)
    own_moves = {answer.at for answer in mine}
    firsts = {answer.name.opened_by: answer for answer in reversed(mine)}
    asked = ((answer, _clock_at(answer, clocks)) for answer in firsts.values())
    return sorted(
        int(time_taken(clock, answer.at).total_seconds())
        for answer, clock in asked
        if clock is not None and clock.asked not in own_moves
    )


def _clock_at(answer: TimedAnswer, clocks: Mapping[QuestionName, list[Clock]]) -> Clock | None:
    """Find the clock that ran when somebody answered."""
    running = [clock for clock in clocks.get(answer.name, ()) if clock.asked <= answer.at]
    return running[-1] if running else None
