"""Standing orders that are offered by one press: beside a question, and for a card in the hand (GE-20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.present import standing_orders
from games.present.names import Names
from games.rules.kernel.seats import PUBLIC
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.orders import READY_MADE_ORDERS, Colours, Orders
from tests.kit.given import Scene
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import table

AUTOMATION = GEM_EDGE.automation
NAMES = Names(GEM_EDGE, [])
ALL_COLOURS = {"red": True, "green": True, "yellow": True, "blue": True}


def offered(scene: Scene, orders: Orders | None = None) -> dict[str, list[Mapping[str, Any]]]:
    """List what seat 0 is offered, by the sentence that says why."""
    found = AUTOMATION.suggested(scene.view(0), orders or Orders())
    return {one.says.key: list(one.ways) for one in found}


@ge("GE-20")
@pytest.mark.parametrize("card", ["not_so_fast", "me_too_take", "me_too_insert"])
def test_lightly_an_order_is_offered_for_a_card_in_the_hand_until_one_is_laid(card: str) -> None:
    scene = table("red", "", hands=(f"tip_out {card}",))
    assert list(offered(scene)) == [f"suggested.{card}"]
    for way in offered(scene)[f"suggested.{card}"]:
        laid = standing_orders.with_change(GEM_EDGE, Orders(), way)
        assert laid != Orders()
        assert not offered(scene, laid)


@ge("GE-20")
def test_an_order_is_offered_in_the_moment_in_which_the_card_is_drawn() -> None:
    scene = table("", "")
    assert not offered(scene)
    scene.when(0, c.Draw(), chance=["me_too_insert"])
    assert offered(scene) == {
        "suggested.me_too_insert": [{"me_too_insert": "finish"}, {"me_too_insert": "feed"}]
    }


@ge("GE-20")
def test_where_everybody_is_asked_and_beyond_the_limit_of_the_hand_none_is_offered() -> None:
    assert not offered(table("", "", hands=("not_so_fast me_too_take",), windows="full"))
    assert not offered(table("", "", hands=("tip_out tip_out tip_out pry_out not_so_fast",)))
    assert not AUTOMATION.suggested(table("", "").view(PUBLIC), Orders())


@ge("GE-20")
def test_any_colour_is_offered_and_those_alone_that_fit() -> None:
    scene = table("", "", pieces=("ring_red pair_gy:green bracelet_red",), hands=("me_too_take",))
    fit = {"red": True, "green": False, "yellow": True, "blue": False}
    assert offered(scene)["suggested.me_too_take"] == [{"me_too_take": ALL_COLOURS}, {"me_too_take": fit}]
    blank = table("", "", pieces=("rainbow_ring rainbow_brooch rainbow_diadem",), hands=("me_too_take",))
    assert offered(blank)["suggested.me_too_take"] == [{"me_too_take": ALL_COLOURS}]


@ge("GE-20")
@pytest.mark.parametrize("action", [c.Take(), c.Insert("red", "ring_red")])
def test_each_order_beside_a_question_answers_it(action: Any) -> None:
    scene = table("red", "red", pieces=("ring_red", "pair_rb"), hands=("", "tip_out"), windows="full")
    scene.when(0, action, chance=["green"] * isinstance(action, c.Take))
    question = next(one for one in scene.table.questions().values() if one.kind == "me_too")
    ways = AUTOMATION.settling(scene.view(1), question)
    assert len(ways) > 1
    for way in ways:
        laid = standing_orders.with_change(GEM_EDGE, Orders(), way)
        assert AUTOMATION.answer(scene.view(1), question, laid, [], False) == c.LetPass(), "it holds no copy"


def test_each_offer_says_what_it_lays() -> None:
    scene = table("red", "", hands=("not_so_fast me_too_take me_too_insert",))
    said = {standing_orders.describe_change(NAMES, way) for ways in offered(scene).values() for way in ways}
    assert "Not So Fast! – cancel any card" in said
    assert "Me Too! (take): red, green, yellow, blue" in said
    assert "Me Too! (insert): insert if it finishes an ornament" in said


def test_a_plan_says_all_the_orders_that_come_with_it() -> None:
    told = standing_orders.differences(GEM_EDGE, Orders(), READY_MADE_ORDERS["steady"](None), NAMES)
    assert "Me Too! (take): red, green, yellow, blue" in told
    assert len(told) == 5
    taken = Orders(me_too_take=Colours(green=False, blue=False))
    assert standing_orders.differences(GEM_EDGE, Orders(), taken, NAMES) == ["Me Too! (take): red, yellow"]
    none = standing_orders.differences(GEM_EDGE, taken, Orders(), NAMES)
    assert none == ["Me Too! (take): ask me where everyone is asked"]
