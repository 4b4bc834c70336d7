"""Whole matches at random or by robots: any game, any number of seats, reproducible from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.questions import QuestionName, offered
from games.rules.match_in_memory import MatchInMemory
from games.rules.tools.robots import by_reflex

BOUND = 3000  # answers; a match that needs more never ends


def secret_of(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def random_answer(sitting: MatchInMemory, dice: random.Random) -> tuple[QuestionName, Any] | None:
    """Choose an open question, mostly an awaited one, and answer at random; skip those whose time is up."""
    found = sitting.questions()
    open_now = {name: one for name, one in found.items() if not sitting.table.is_timed_out(one)}
    names = sitting.awaited() if dice.random() < 0.8 else list(open_now)
    name = dice.choice(sorted(names) or sorted(open_now))
    view = sitting.view(name.seat)
    asked = next(asked for asked in view.asked if asked.question == open_now[name])
    if not asked.choices:
        return None
    return name, sitting.rules.robots["random"](view, asked.question, dice)


def asks_somebody(sitting: MatchInMemory) -> bool:
    """Check whether somebody is asked who may answer: only such moments can play go back to."""
    asked = (one for one in sitting.questions().values() if not sitting.table.is_timed_out(one))
    return any(one.awaited and one.kind not in sitting.rules.core.moments for one in asked)


def play_at_random(
    rules: AnyRules,
    seats: int,
    seed: int,
    *,
    options: dict[str, object] | None = None,
    before: Callable[[MatchInMemory, QuestionName, Any], None] = lambda *_: None,
    after: Callable[[MatchInMemory], None] = lambda _: None,
) -> MatchInMemory:
    """Play a match to its end, with hooks before and after every answer."""
    dice = random.Random(seed)
    sitting = MatchInMemory.begin(rules, seats, secret_of(seed), options)
    after(sitting)
    for _ in range(BOUND):
        if rules.core.outcome(sitting.table.state) is not None:
            return sitting
        answer = random_answer(sitting, dice)
        if answer:
            before(sitting, *answer)
            sitting.give(answer[0], answer[0].seat, answer[1])
            after(sitting)
    raise AssertionError(f"{rules.meta.slug} with {seats} seats and seed {seed} doesn't end")


def play_robots(
    rules: AnyRules,
    robots: Sequence[str],
    seed: int,
    *,
    options: dict[str, object] | None = None,
    after: Callable[[MatchInMemory], None] = lambda _: None,
) -> MatchInMemory:
    """Play a match to its end with these robots, by seat."""
    dice = random.Random(seed)
    sitting = MatchInMemory.begin(rules, len(robots), secret_of(seed), options)
    after(sitting)
    for _ in range(BOUND):
        if not sitting.awaited():
            return sitting
        name, command = by_reflex(sitting, robots) or by_robot(sitting, robots, dice)
        sitting.give(name, name.seat, command)
        after(sitting)
    raise AssertionError(f"{rules.meta.slug} by the robots {', '.join(robots)}, seed {seed}, doesn't end")


def by_robot(sitting: MatchInMemory, robots: Sequence[str], dice: random.Random) -> tuple[QuestionName, Any]:
    """Let a robot answer the first question that play waits for."""
    name = sitting.awaited()[0]
    robot = sitting.rules.robots[robots[name.seat]]
    return name, robot(sitting.view(name.seat), sitting.questions()[name], dice)


def one_among_random(robot: str, at: int, seats: int) -> list[str]:
    """Seat one robot among others that play at random."""
    return [robot if seat == at else "random" for seat in range(seats)]


def offered_commands(sitting: MatchInMemory, name: QuestionName) -> list[dict[str, object]]:
    """List every command that a question offers its seat."""
    question = sitting.questions()[name]
    return list(offered(sitting.rules.core.choices(sitting.table.state, question)))
