"""The other worlds of Quartz are lawful ones, and a leak in Quartz is found by them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from games.rules.kernel.seats import PUBLIC, Reader, Seat
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.state import State
from games.titles.quartz.rules.view import Sight
from tests.kit.worlds import Leak, UnderTest, compare_worlds
from tests.kit.worlds.leaking import looking, telling
from tests.titles.quartz.laws import obey
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.record_golden import play_out
from tests.titles.quartz.worlds import COVERED, ONE_PRICE, OPEN, other_world


@pytest.mark.parametrize("game", [OPEN, COVERED], ids=["open", "covered"])
@pytest.mark.parametrize("reader", [Seat(0), PUBLIC], ids=str)
def test_an_other_world_obeys_the_conservation_laws(game: UnderTest, reader: Reader) -> None:
    found = 0
    for seed in range(12):
        seats = 3 + seed % 3
        log = play_out(seats, game.options, seed, miners=0.5).records[: 60 + 10 * seed]
        other = other_world(log, reader, random.Random(seed))
        if other is not None:
            obey(other, seats)
            assert [type(one.event) for one in other] == [type(one.event) for one in log]
            found += 1
    assert found >= 10


# --- leaks, one at a time


def colours_in_the_bag(sight: Sight, state: State) -> dict[str, Any]:
    return {"bag": len(state.urns["bag"]) + sum(v for k, v in state.urns["bag"].items() if k == "ruby")}


def held_by_all(sight: Sight, state: State) -> dict[str, Any]:
    return {"deck": sum("on_my_break" in hand for hand in state.hands)}


def waits_for_holders_only(state: State) -> list[Any]:
    held = {"not_mine": "not_mine_either", "dont_belong": "unacceptable", "gimme_a_hand": "on_my_break"}
    return [
        asked
        for asked in QUARTZ.core.open(state)
        if asked.kind != "window" or (state.attack and held[state.attack.card] in state.hands[asked.seat])
    ]


PLANTED: dict[str, tuple[UnderTest, Any]] = {
    "what was stored": (OPEN, telling(QUARTZ, e.CrystalsSold, "stored")),
    "what was sold": (COVERED, telling(QUARTZ, e.CrystalsSold, "sold")),
    "which cards were dealt": (OPEN, telling(QUARTZ, e.CardsDealt, "cards")),
    "colours in the bag": (OPEN, looking(QUARTZ, colours_in_the_bag)),
    "how many hold a reaction": (OPEN, looking(QUARTZ, held_by_all)),
    "windows for holders only": (OPEN, QUARTZ.changed(open=waits_for_holders_only)),
    "what is mined under covers": (COVERED, telling(QUARTZ, e.Mined, "gem")),
    "what is kept under covers": (COVERED, telling(QUARTZ, e.Kept, "gems")),
    "what is stolen under covers": (COVERED, telling(QUARTZ, e.Stolen, "gems")),
    "what is lost under covers": (COVERED, telling(QUARTZ, e.AccidentHappened, "lost")),
    "whether a eureka was used under covers": (COVERED, telling(QUARTZ, e.Replaced, "gave")),
}


@qz("QZ-46", "QZ-62")
@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak: str) -> None:
    game, rules = PLANTED[leak]
    with pytest.raises(Leak):
        compare_worlds(replace(game, rules=rules), 4, PUBLIC, 200)


def test_one_price_is_one_price_for_all_that_sells() -> None:
    assert set(ONE_PRICE["crystal_values"].values()) == {3}  # type: ignore[attr-defined]
