"""The conservation laws of Gnomes, checked after every event.

36 kingdom cards at four seats, 34 gems, 13 ogres, 10 trade goals, 7 secret goals, and seven dwarves of each
color are in exactly one place each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.rules.kernel.events import Record
from games.rules.match_in_memory import MatchInMemory
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules.cards import CARDS, DWARVES, GEMS, GOALS, OGRES, SECRETS
from games.titles.gnomes.rules.facts import actions_left
from games.titles.gnomes.rules.state import State
from tests.kit.worlds.log import Walk


class Watch:
    """Walks along a log and raises AssertionError at the first event that breaks a law."""

    def __init__(self) -> None:
        self.walk = Walk(GNOMES)
        self.seen = 0

    def look(self, sitting: MatchInMemory[Any, Any, Any, Any, Any, Any]) -> None:
        """Check what has been written since the last look, and then the moment itself."""
        for record in sitting.records[self.seen :]:
            self.step(record)
        self.seen = len(sitting.records)
        assert self.walk.state == sitting.table.state, "folded step by step it is another state"
        between_answers(self.walk.state)

    def step(self, record: Record[Any]) -> None:
        self.walk.step(record)
        if self.walk.state.order:
            everything_once(self.walk.state)


def everything_once(state: State) -> None:
    """Count every card and every dwarf."""
    kingdom = Counter(laid.card for stack in state.land.stacks.values() for laid in stack)
    kingdom.update(card for hand in state.kingdom for card in hand)
    kingdom.update(card for slain in state.slain for card in slain)
    assert kingdom == Counter({card: len(state.order) for card in CARDS})
    assert added(state.piles, *state.gems) == Counter(GEMS)
    assert added(state.urns["ogres"], state.used, *map(Counter, state.ogres)) == Counter(OGRES)
    goals = [*state.row, *(goal for bought in state.bought for goal in bought), *state.urns["goals"]]
    assert sorted(goals) == sorted(GOALS)
    secrets = [*filter(None, state.secrets), *state.urns["secrets"]]
    assert sorted(secrets) == sorted(SECRETS)
    dwarves(state)


def added(*counts: Any) -> Counter[str]:
    assert all(count > 0 for each in counts for count in each.values() if each is not counts[0])
    return +sum(map(Counter, counts), Counter())


def dwarves(state: State) -> None:
    """Count the dwarves of each seat; none stands where there is no card or no slot for it."""
    for seat, home in enumerate(state.supply):
        assert home >= 0
        assert home + sum(here[seat] for here in state.dwarves.values()) == DWARVES
    for place, here in state.dwarves.items():
        assert 0 < sum(here) <= state.land.slots[place]
        assert min(here) >= 0


def between_answers(state: State) -> None:
    """Check what holds whenever somebody is awaited."""
    assert (state.asking is None) == state.over
    if state.asking is None:
        return
    assert state.asking.seat == state.active
    assert state.asking.kind == ("go_on" if state.moment else state.part)
    assert state.part != "act" or actions_left(state) >= 0
    assert all(question.seat != state.active for question in state.watching)


def obey(records: Sequence[Record[Any]]) -> State:
    """Check a whole log, and give the state it ends in."""
    watch = Watch()
    for record in records:
        watch.step(record)
    state: State = watch.walk.state
    return state
