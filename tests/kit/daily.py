"""Tries at the daily mine, played to their end as a player would who never goes wrong."""

from __future__ import annotations

import random
from datetime import datetime

from games.lobby import alone, daily
from games.models import Match, Player
from games.rules.guided_match import LEARNER
from tests.kit.play_people import answer, open_questions, remembering, view

MOST = 200


def begin(who: Player, now: datetime, *, is_named: bool = False) -> Match:
    return daily.play(who, now, is_named=is_named)


def finish(found: Match, now: datetime, robot: str = "miner") -> None:
    """Play a try to its end, and let its result be noted as the page does."""
    play(found, now, MOST, robot)
    assert not found.is_running
    daily.note_results(now)


def play(found: Match, now: datetime, moves: int, robot: str = "miner") -> None:
    """Play so many moves of a try, and let robots answer."""
    dice = random.Random(7)
    with remembering():
        for _ in range(moves):
            waiting = {name: one for name, one in open_questions(found).items() if one.awaited}
            mine = sorted(name for name in waiting if name.seat == LEARNER)
            if not found.is_running or not mine:
                break
            command = found.rules.robots[robot](view(found, LEARNER), waiting[mine[0]], dice)
            assert not answer(found, mine[0], command, now).refused
            alone.let_robots_play(found, now)
    found.refresh_from_db()
