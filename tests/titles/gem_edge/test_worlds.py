"""The other worlds of Gem Edge are lawful ones, and a leak in it is found by them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from games.rules.kernel.seats import PUBLIC, Reader, Seat
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.state import State
from games.titles.gem_edge.rules.view import Sight
from tests.kit.random_play import play_at_random
from tests.kit.worlds import Leak, UnderTest, compare_worlds
from tests.kit.worlds.leaking import looking, telling
from tests.titles.gem_edge.laws import obey
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.worlds import FULL, LIGHT, other_world


@pytest.mark.parametrize("game", [LIGHT, FULL], ids=["light", "full"])
@pytest.mark.parametrize("reader", [Seat(0), PUBLIC], ids=str)
def test_an_other_world_obeys_the_conservation_laws(game: UnderTest, reader: Reader) -> None:
    found = 0
    for seed in range(8):
        log = play_at_random(GEM_EDGE, 3, seed, options=game.options).records[: 40 + 10 * seed]
        other = other_world(log, reader, random.Random(seed))
        if other is not None:
            obey(other)
            assert [type(one.event) for one in other] == [type(one.event) for one in log]
            found += 1
    assert found >= 6


# --- leaks, one at a time


def cancels_out_there(sight: Sight, state: State) -> dict[str, Any]:
    return {"behind": sum("not_so_fast" in hand for hand in state.hands)}


def kinds_in_the_pile(sight: Sight, state: State) -> dict[str, Any]:
    return {"card_pile": len(state.urns["cards"])}


def dealt_aloud(sight: Sight, state: State) -> dict[str, Any]:
    return {"scrap": [key for keys in state.dealt for key in keys]}


def asks_holders_only(state: State) -> list[Any]:
    """Ask about not_so_fast only where there is one."""
    return [
        asked
        for asked in GEM_EDGE.core.open(state)
        if asked.kind != "cancel" or "not_so_fast" in state.hands[asked.seat]
    ]


PLANTED: dict[str, tuple[UnderTest, Any]] = {
    "which cards are drawn": (LIGHT, telling(GEM_EDGE, e.CardDrawn, "card")),
    "which ornaments were dealt": (LIGHT, telling(GEM_EDGE, e.OrnamentsDealt, "ornaments")),
    "what was said in secret": (FULL, telling(GEM_EDGE, e.Answered, "reply")),
    "the rest of a turn": (FULL, telling(GEM_EDGE, e.TurnNamed, "steps")),
    "how many hold a card": (LIGHT, looking(GEM_EDGE, cancels_out_there)),
    "how many kinds lie in the pile": (LIGHT, looking(GEM_EDGE, kinds_in_the_pile)),
    "what others can choose from": (LIGHT, looking(GEM_EDGE, dealt_aloud)),
    "questions for holders only": (LIGHT, GEM_EDGE.changed(open=asks_holders_only)),
}


@ge("GE-21", "GE-24")
@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str) -> None:
    game, rules = PLANTED[leak]
    with pytest.raises(Leak):
        compare_worlds(replace(game, rules=rules), 4, PUBLIC, 300)
