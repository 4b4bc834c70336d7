"""The conservation laws of the card game, checked after every event.

72 mine cards and 38 helpers lie in exactly one place each. Icons count until a card is collected, so the
columns hold crystals; everywhere else cards are followed by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.rules.kernel.chance import add
from games.rules.kernel.events import Record
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules.cards import MINE, PACK, PRESENT
from games.titles.quartz_cards.rules.line import crystal_of, gives_way, mine_cards_in
from games.titles.quartz_cards.rules.state import State
from tests.kit.worlds.log import Walk


class Watch:
    """Walks along a log and raises AssertionError at the first event that breaks a law."""

    def __init__(self, mine: dict[str, int] = MINE, helpers: dict[str, int] = PACK) -> None:
        self.walk = Walk(QUARTZ_CARDS)
        self.seen = 0
        self.mine, self.helpers = mine, helpers

    def look(self, sitting: MatchInMemory[Any, Any, Any, Any, Any, Any]) -> None:
        """Check what has been written since the last look, and then the moment itself."""
        for record in sitting.records[self.seen :]:
            self.step(record)
        self.seen = len(sitting.records)
        assert self.walk.state == sitting.table.state, "folded step by step it stands elsewhere"
        between_answers(self.walk.state)

    def step(self, record: Record[Any]) -> None:
        self.walk.step(record)
        state = self.walk.state
        if state.order:
            self.everything_once(state)

    def everything_once(self, state: State) -> None:
        lying = [state.urns["mine"], state.out, tally(mine_cards_in(state.line)), tally(state.tray)]
        collected = [*state.columns, *state.chests]
        assert poured([crystals(poured(lying)), *collected]) == crystals(self.mine)
        assert all(poured(lying)[card] <= self.mine[card] for card in poured(lying))
        presents = {PRESENT: state.line.count(PRESENT) + sum(state.waiting)}
        helpers = poured([state.urns["helpers"], state.used, *state.hands, presents])
        assert helpers == {card: count for card, count in self.helpers.items() if count}
        for lot in (*lying, *collected, state.used, *state.hands):
            assert all(count > 0 for count in lot.values()), "an entry for nothing"


def between_answers(state: State) -> None:
    """Check what holds whenever somebody is waited for."""
    assert not gives_way(state.line)
    kinds = {question.kind for question in state.asked.values() if question.awaited}
    assert len(kinds) == (0 if state.over else 1)
    assert (state.tray != []) == (kinds == {"help"})
    assert (state.attack is not None) == bool(kinds & {"help", "defend", "get_lost"})
    assert (state.moment is None) == bool(kinds <= {"turn"})
    assert state.line == [] or state.moment is not None
    assert state.over or state.urns["mine"] or kinds == {"help"}


def tally(cards: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for card in cards:
        add(counts, {card: 1})
    return counts


def crystals(cards: dict[str, int]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for card, count in cards.items():
        add(counts, {crystal_of(card): count})
    return counts


def poured(lots: Iterable[dict[str, int]]) -> dict[str, int]:
    together: dict[str, int] = {}
    for lot in lots:
        add(together, lot)
    return together


def obey(records: Sequence[Record[Any]]) -> State:
    """Check a whole log, and give the state it ends in."""
    watch = Watch()
    for record in records:
        watch.step(record)
    state: State = watch.walk.state
    return state
