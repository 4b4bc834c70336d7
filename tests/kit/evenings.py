"""A match in which everyone is asked a secret question."""

from __future__ import annotations

from datetime import timedelta

from games.play import history
from games.titles.quartz.rules import commands as c
from tests.kit.play_people import NOON, answer, match, open_questions

SOON = NOON + timedelta(minutes=5)


def evening(people: int = 3):
    """Play until everyone is asked what to store."""
    found = match(people)
    for _ in range(200):
        waiting = {name: one for name, one in open_questions(found).items() if one.awaited}
        if len(waiting) > 1 and all(one.kind == "sell" for one in waiting.values()):
            return found, sorted(waiting, key=lambda name: name.seat)
        name = next(iter(waiting))
        state = history.load(found)[1].state
        move = c.Mine() if not state.carts[name.seat] else c.Leave()
        if waiting[name].kind != "turn":
            move = found.rules.core.silence(state, waiting[name])
        answer(found, name, move, SOON)
    raise AssertionError("no evening came")
