"""The guided first match of a game, played in memory by doing what its lessons say.

Tools find a secret with it, tests prove that the lessons come, and rules pages draw their examples from it.
"""

from __future__ import annotations

import hmac
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.lessons import Told, lesson_at
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.match_in_memory import MatchInMemory

AnyMatch: TypeAlias = "MatchInMemory[Any, Any, Any, Any, Any, Any]"

LEARNER = Seat(0)  # the host; robots have the other seats
BOUND = 2000  # answers


@dataclass(frozen=True)
class GuidedStep:
    """A question to the learner: what they see, and the lesson that applies, if any."""

    view: Any
    question: Question
    told: Told | None


def seats_of(rules: AnyRules) -> int:
    """Count the seats of a match of one person against robots."""
    return rules.alone.seats or max(rules.meta.least_seats, 2)


def robot_dice(secret: bytes, number: EventNumber) -> random.Random:
    """Make separate dice for a robot, by the number of the next event: never those of the match."""
    return random.Random(hmac.digest(secret, b"robot" + number.to_bytes(8, "big"), "sha256"))


def begin(rules: AnyRules, secret: bytes, options: dict[str, object]) -> AnyMatch:
    return MatchInMemory.begin(rules, seats_of(rules), secret, options)


def guided(rules: AnyRules, secret: bytes | None = None) -> Iterator[GuidedStep]:
    """Play the guided match as its lessons say; stop where a lesson asks for no answer, or there is none."""
    kept = bytes.fromhex(rules.alone.secret) if secret is None else secret
    match = begin(rules, kept, dict(rules.alone.options))
    for _ in range(BOUND):
        name = next_of(match)
        if name is None:
            return
        command = answer_by_itself(match, name)
        if command is None:
            view, question = match.view(LEARNER), match.questions()[name]
            told = lesson_at(rules.alone.lessons, view, question)
            yield GuidedStep(view, question, told)
            if told is None or told.command is None:
                return
            command = told.command
        match.give(name, name.seat, command)


@lru_cache(16)
def steps(rules: AnyRules) -> tuple[GuidedStep, ...]:
    """Play the guided match once and keep its steps."""
    return tuple(guided(rules)) if rules.alone.lessons else ()


def robots_alone(rules: AnyRules, secret: bytes, options: dict[str, object]) -> AnyMatch:
    """Play a match to its end in which a sensible robot has the person's seat too."""
    match = begin(rules, secret, options)
    for _ in range(BOUND):
        name = next_of(match)
        if name is None:
            return match
        match.give(name, name.seat, answer_by_itself(match, name, learner=False))
    raise AssertionError(f"{rules.meta.slug} doesn't end")


def next_of(match: AnyMatch) -> QuestionName | None:
    """Find the question that is answered next, as the service does: moments first, then by age."""
    awaited, moments = match.awaited(), match.rules.core.moments
    if passing := [name for name in awaited if match.questions()[name].kind in moments]:
        return passing[0]
    return min(awaited, key=lambda name: (name.opened, name.seat), default=None)


def answer_by_itself(match: AnyMatch, name: QuestionName, *, learner: bool = True) -> Any | None:
    """Answer for a robot, or by the orders everyone has; None if the learner is asked."""
    rules, question = match.rules, match.questions()[name]
    view, by_hand = match.view(name.seat), learner and name.seat == LEARNER
    is_moment = question.kind in rules.core.moments
    if by_hand:
        ordered = rules.automation.answer(view, question, rules.automation.orders(), (), False)
        if ordered is not None or not is_moment:
            return ordered
    if is_moment:
        return rules.core.silence(match.table.state, question)
    robot = rules.robots[rules.automation.sensible]
    return robot(view, question, robot_dice(match.secret, EventNumber(match.table.number + 1)))
