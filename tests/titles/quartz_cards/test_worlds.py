"""The other worlds of the card game are lawful ones, and a leak in it is found by them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from games.rules.kernel.seats import PUBLIC, Reader, Seat
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.state import State
from games.titles.quartz_cards.rules.view import Sight
from tests.kit.random_play import play_at_random
from tests.kit.worlds import Leak, UnderTest, compare_worlds
from tests.kit.worlds.leaking import looking, telling
from tests.titles.quartz_cards.laws import obey
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.worlds import FULL, LIGHT, other_world


@pytest.mark.parametrize("game", [LIGHT, FULL], ids=["light", "full"])
@pytest.mark.parametrize("reader", [Seat(0), PUBLIC], ids=str)
def test_an_other_world_obeys_the_conservation_laws(game: UnderTest, reader: Reader) -> None:
    found = 0
    for seed in range(8):
        log = play_at_random(QUARTZ_CARDS, 3, seed, options=game.options).records[: 40 + 10 * seed]
        other = other_world(log, reader, random.Random(seed))
        if other is not None:
            obey(other)
            assert [type(one.event) for one in other] == [type(one.event) for one in log]
            found += 1
    assert found >= 6


# --- leaks, one at a time


def defences_out_there(sight: Sight, state: State) -> dict[str, Any]:
    return {"helpers": sum("no_chance" in hand for hand in state.hands)}


def kinds_in_the_pile(sight: Sight, state: State) -> dict[str, Any]:
    return {"helpers": len(state.urns["helpers"])}


def said_aloud(sight: Sight, state: State) -> dict[str, Any]:
    return {"answers": state.answers}


def asks_holders_only(state: State) -> list[Any]:
    """Ask for a defence only where there is one."""
    return [
        asked
        for asked in QUARTZ_CARDS.core.open(state)
        if asked.kind != "defend" or {"no_chance", "get_lost"} & state.hands[asked.seat].keys()
    ]


PLANTED: dict[str, tuple[UnderTest, Any]] = {
    "which helpers were dealt": (LIGHT, telling(QUARTZ_CARDS, e.HelpersDealt, "cards")),
    "which helper was hired": (LIGHT, telling(QUARTZ_CARDS, e.Hired, "helper")),
    "what was said in secret": (FULL, telling(QUARTZ_CARDS, e.Answered, "aim")),
    "what is to be protected": (LIGHT, telling(QUARTZ_CARDS, e.Stopped, "columns", "copies")),
    "how many hold a defence": (FULL, looking(QUARTZ_CARDS, defences_out_there)),
    "how many kinds lie in the pile": (LIGHT, looking(QUARTZ_CARDS, kinds_in_the_pile)),
    "what others have answered": (FULL, looking(QUARTZ_CARDS, said_aloud)),
    "windows for holders only": (FULL, QUARTZ_CARDS.changed(open=asks_holders_only)),
}


@qc("QC-15", "QC-13")
@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str) -> None:
    game, rules = PLANTED[leak]
    with pytest.raises(Leak):
        compare_worlds(replace(game, rules=rules), 4, PUBLIC, 300)
