"""Matches between robots, the same each time for the same seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.robots import reflex
from games.rules.match_in_memory import MatchInMemory

AnyMatch = MatchInMemory[Any, Any, Any, Any, Any, Any]

#: A match that takes longer is one that never ends.
MOST_MOVES = 20_000

#: The robot every game has. It also does what nobody waits for, now and then.
RANDOM = "random"
UNASKED = 1 / 8


def secret(slug: str, seed: int, game: int) -> bytes:
    """Make the secret of a match from its seed. Anybody can guess it: only for trying a game out."""
    return hashlib.sha256(f"secret of {slug} {seed} {game}".encode()).digest()


def play_match(
    rules: AnyRules, bots: Sequence[str], seed: int, game: int, options: dict[str, object]
) -> tuple[AnyMatch, int]:
    """Play one match to its end and count its moves; raise Refused when it can't be opened."""
    sitting = MatchInMemory.begin(rules, len(bots), secret(rules.meta.slug, seed, game), options)
    # The robots' dice are no part of the match: its own chance is all the log has to prove.
    dice = random.Random(f"robots of {seed} {game}")
    moves = 0
    while rules.core.outcome(sitting.table.state) is None:
        _move(sitting, bots, dice)
        moves += 1
        if moves > MOST_MOVES:
            raise HistoryBroken(f"a match of {rules.meta.title} does not end")
    return sitting, moves


def by_reflex(sitting: AnyMatch, bots: Sequence[str]) -> tuple[QuestionName, Any] | None:
    """Answer the first moment that a robot's orders answer, in the order in which the game lists them."""
    rules = sitting.rules
    for name, asked in sitting.questions().items():
        if asked.kind in rules.core.moments:
            command = reflex(rules, bots[name.seat], sitting.view(name.seat), asked)
            if command is not None:
                return name, command
    return None


def _move(sitting: AnyMatch, bots: Sequence[str], dice: random.Random) -> None:
    name, command = by_reflex(sitting, bots) or _answer(sitting, bots, dice)
    sitting.give(name, name.seat, command)


def _answer(sitting: AnyMatch, bots: Sequence[str], dice: random.Random) -> tuple[QuestionName, Any]:
    rules, open_now = sitting.rules, sitting.questions()
    awaited = sitting.awaited()
    if not awaited:
        raise HistoryBroken(f"{rules.meta.title} waits for nobody but is not over")
    names = [awaited[0]]
    if dice.random() < UNASKED:
        names += [
            name
            for name, asked in open_now.items()
            if not asked.awaited
            and bots[name.seat] == RANDOM
            and rules.core.choices(sitting.table.state, asked)
        ]
    name = names[-1] if len(names) == 1 else dice.choice(names[1:])
    return name, rules.robots[bots[name.seat]](sitting.view(name.seat), open_now[name], dice)
