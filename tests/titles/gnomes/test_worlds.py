"""The other worlds of Gnomes are lawful ones, and a leak in it is found by them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from games.rules.kernel.seats import PUBLIC, Reader, Seat
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.state import State
from games.titles.gnomes.rules.view import Sight
from tests.kit.random_play import play_at_random
from tests.kit.worlds import Leak, compare_worlds
from tests.kit.worlds.leaking import looking, telling
from tests.titles.gnomes.laws import obey
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.worlds import HIDDEN, other_world


@pytest.mark.parametrize("reader", [Seat(0), PUBLIC], ids=str)
def test_an_other_world_obeys_the_conservation_laws(reader: Reader) -> None:
    found = 0
    for seed in range(8):
        log = play_at_random(GNOMES, 3, seed).records[: 40 + 20 * seed]
        other = other_world(log, reader, random.Random(seed))
        if other is not None:
            obey(other)
            assert [type(one.event) for one in other] == [type(one.event) for one in log]
            found += 1
    assert found >= 6


def goals_out_there(sight: Sight, state: State) -> dict[str, Any]:
    return {"goals_left": state.secrets.count("king")}


def thieves_in_the_pile(sight: Sight, state: State) -> dict[str, Any]:
    return {"ogres_left": state.urns["ogres"].get("thief", 0)}


def asks_the_overseer_only(state: State) -> list[Any]:
    """Let only those show a goal in another's turn who hold a certain one."""
    return [one for one in GNOMES.core.open(state) if one.awaited or state.secrets[one.seat] == "conqueror"]


PLANTED: dict[str, Any] = {
    "which secret goal was dealt": telling(GNOMES, e.SecretDealt, "goal"),
    "which ogre was hired": telling(GNOMES, e.OgreHired, "ogre"),
    "how many kings there are": looking(GNOMES, goals_out_there),
    "how many thieves are in the pile": looking(GNOMES, thieves_in_the_pile),
    "moments for holders only": GNOMES.changed(open=asks_the_overseer_only),
}


@gn("GN-33", "GN-35")
@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str) -> None:
    with pytest.raises(Leak):
        compare_worlds(replace(HIDDEN, rules=PLANTED[leak]), 4, PUBLIC, 300)
