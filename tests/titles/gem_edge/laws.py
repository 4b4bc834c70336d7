"""The conservation laws of Gem Edge, checked after every event.

40 stones, 36 ornaments and 40 action cards lie in exactly one place each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.rules.kernel.events import Record
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import (
    GOAL,
    IN_FRONT,
    IN_MARKET,
    IN_SIGHT,
    OF_A_COLOUR,
    ORNAMENTS,
    PACK,
    ROOM,
    STONES,
)
from games.titles.gem_edge.rules.pieces import fits
from games.titles.gem_edge.rules.state import Piece, State
from tests.kit.worlds.log import Walk


class Watch:
    """Walks along a log and raises AssertionError at the first event that breaks a law."""

    def __init__(self, pack: dict[str, int] = PACK) -> None:
        self.walk = Walk(GEM_EDGE)
        self.seen = 0
        self.pack = Counter(pack)

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
        if isinstance(record.event, e.TurnBegan):
            between_turns(state)

    def everything_once(self, state: State) -> None:
        assert stones(state) == Counter(dict.fromkeys(STONES, OF_A_COLOUR))
        assert ornaments(state) == Counter(dict.fromkeys(ORNAMENTS, 1))
        assert cards(state) == self.pack
        assert all(len(cart) <= ROOM for cart in state.carts)
        assert len(state.slide) <= IN_SIGHT
        for piece in (piece for pieces in state.pieces for piece in pieces):
            lawfully_set(piece)


def stones(state: State) -> Counter[str]:
    set_in = (stone for pieces in state.pieces for piece in pieces for stone in piece.stones)
    carts = (stone for cart in state.carts for stone in cart)
    return Counter(state.urns["mine"]) + Counter([*state.slide, *state.returned, *set_in, *carts])


def ornaments(state: State) -> Counter[str]:
    before = (piece.key for pieces in state.pieces for piece in pieces)
    dealt = (key for keys in state.dealt for key in keys)
    return Counter(state.urns["ornaments"]) + Counter([*before, *dealt, *state.market, *state.scrap])


def cards(state: State) -> Counter[str]:
    held = (card for hand in state.hands for card in hand)
    return Counter(state.urns["cards"]) + Counter(state.used) + Counter(held)


def lawfully_set(piece: Piece) -> None:
    """Check that every stone of an ornament fitted when it was set, in some order."""
    for place, stone in enumerate(piece.stones):
        assert fits(Piece(piece.key, piece.stones[:place]), stone)


def between_turns(state: State) -> None:
    assert all(len(pieces) == IN_FRONT for pieces in state.pieces)
    assert len(state.market) == IN_MARKET
    assert all(points < GOAL for points in state.points)
    assert state.play is None
    assert state.moment is None


def between_answers(state: State) -> None:
    """Check what holds whenever somebody is waited for."""
    kinds = {question.kind for question in state.asked.values() if question.awaited}
    assert len(kinds) == (0 if state.over else 1)
    assert state.over or state.urns["mine"] == {} or len(state.slide) == IN_SIGHT
    assert state.returned == [] or len(state.slide) == IN_SIGHT
    assert (state.play is not None) == ("cancel" in kinds or ("go_on" in kinds and state.play is not None))
    if kinds & {"act", "hand_in", "market", "swapped"}:
        assert len(state.hands[state.active]) <= 4


def obey(records: Sequence[Record[Any]]) -> State:
    """Check a whole log, and give the state it ends in."""
    watch = Watch()
    for record in records:
        watch.step(record)
    state: State = watch.walk.state
    return state
