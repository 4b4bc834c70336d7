"""What can't be done is refused, with the reason and what it concerns."""

from __future__ import annotations

from typing import Any

import pytest

from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import came, state
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ZERO, table

PIECES = ("ring_red:red pair_rb bracelet_green", "ring_blue:blue crown_rgyb:green,red pair_gy", "")

ACTING: list[tuple[str, Any, Any]] = [
    ("red red red", c.Take(), refused("cart_full")),
    ("red", c.Insert("blue", "pair_rb"), refused("not_in_cart", stone="blue")),
    ("red", c.Insert("red", "bracelet_green"), refused("no_place", stone="red")),
    ("red", c.Insert("red", "ring_blue"), refused("no_place", stone="red")),
    ("red", c.Discard("blue"), refused("not_in_cart", stone="blue")),
    ("red", c.HandIn(["ring_red"]), refused("not_finished")),
    ("red", c.EndTurn(), refused("not_an_answer")),
    ("red", c.TakeAndInsert("blue", "pair_rb"), refused("not_offered")),
]


@ge("GE-6", "GE-7")
@pytest.mark.parametrize(("cart", "command", "why"), ACTING, ids=str)
def test_an_action_that_cannot_be_made_is_refused_and_says_why(cart: str, command: Any, why: Any) -> None:
    table(cart, "", "", pieces=PIECES, slide="yellow").when(0, command).then(why)


CARDS: list[tuple[str, Any, Any]] = [
    ("tip_out", c.ThreeCards(), refused("not_in_hand", card="three_cards")),
    ("swap_ornament", c.SwapOrnament("ring_red", "pair_gy"), refused("not_swappable")),  # it has a stone
    ("swap_ornament", c.SwapOrnament("pair_rb", "ring_blue"), refused("not_swappable")),
    ("swap_ornament", c.SwapOrnament("pair_rb", "bracelet_green"), refused("not_swappable")),  # own too
    ("swap_stone", c.SwapStone(0, "red", "red"), refused("not_offered")),
    ("swap_stone", c.SwapStone(3, "red", "red"), refused("not_offered")),
    ("swap_stone", c.SwapStone(1, "blue", "red"), refused("not_in_cart", stone="blue")),
    ("swap_stone", c.SwapStone(1, "red", "blue"), refused("not_in_cart", stone="blue")),
    ("swap_stone", c.SwapStone(1, "red", "red"), refused("no_need")),
    ("pry_out", c.PryOut("ring_red", "red"), refused("not_offered")),  # one's own
    ("pry_out", c.PryOut("ring_blue", "red"), refused("not_offered")),  # no such stone
    ("pry_out", c.PryOut("necklace_red", "red"), refused("not_offered")),  # nowhere
    ("tip_out", c.TipOut(3, ["red"]), refused("not_offered")),
    ("tip_out", c.TipOut(1, []), refused("not_offered")),
    ("tip_out", c.TipOut(1, ["blue"]), refused("not_offered")),
    ("tip_out", c.TipOut(1, ["green", "green"]), refused("not_offered")),
    ("pick_through", c.PickThrough(["yellow"], []), refused("not_offered")),
    ("pick_through", c.PickThrough(["red"], ["blue"]), refused("not_offered")),
    ("pick_through", c.PickThrough(["yellow", "blue"], ["green", "red"]), refused("not_offered")),
    ("pickpocket", c.Pickpocket(0, ["red"]), refused("not_offered")),
    ("pickpocket", c.Pickpocket(1, ["blue"]), refused("not_offered")),
    ("pickpocket", c.Pickpocket(1, ["red", "green", "yellow"]), refused("not_offered")),
    ("deft_hands", c.DeftHands("blue", "pair_rb"), refused("not_in_cart", stone="blue")),
    ("deft_hands", c.DeftHands("red", "ring_red", "red"), refused("not_offered")),
    ("deft_hands", c.DeftHands("red", "ring_red", None, "pair_rb"), refused("not_offered")),
    ("deft_hands", c.DeftHands("red", "ring_red", "red", "pair_rb"), refused("not_offered")),  # only one red
]


@ge("GE-4", "GE-6")
@pytest.mark.parametrize(("card", "command", "why"), CARDS, ids=str)
def test_a_card_that_cannot_be_played_so_is_refused_and_says_why(card: str, command: Any, why: Any) -> None:
    scene = table("red", "red green yellow", "", pieces=PIECES, hands=(card,), slide="yellow blue green red")
    scene.when(0, command).then(why)


@ge("GE-6")
@pytest.mark.parametrize(
    ("card", "command"),
    [
        ("pry_out", c.PryOut("ring_blue", "blue")),
        ("pick_through", c.PickThrough(["yellow"], ["blue"])),
        ("pickpocket", c.Pickpocket(1, ["red"])),
    ],
    ids=str,
)
def test_a_full_cart_takes_no_stone_by_a_card_either(card: str, command: Any) -> None:
    scene = table("red red green", "red", pieces=PIECES[:2], hands=(card,), slide="yellow blue")
    scene.when(0, command).then(refused("cart_full"))
    last = table("red red", "red", pieces=PIECES[:2], hands=(card,), slide="yellow blue")
    drawn = ["blue", "blue"] if card == "pick_through" else []
    assert came(last.when(0, command, chance=drawn))


@ge("GE-7")
def test_a_finished_ornament_is_not_pried_open() -> None:
    scene = table("", "", pieces=("", "pair_rb:red,blue"), hands=("pry_out",))
    scene.when(0, c.PryOut("pair_rb", "red")).then(refused("not_offered"))


@ge("GE-7", "GE-9")
def test_handing_in_names_what_is_finished_and_from_the_market_one_for_one() -> None:
    done = ("ring_red:red,red bracelet_red:red,red pair_rg:red,green",)

    def scene() -> Scene:
        return table("", "", pieces=done, market="ring_blue pair_gy")

    both = ["bracelet_red", "ring_red"]
    for command, why in (
        (c.HandIn(["ring_red"], new="crown_rgyb"), "not_in_market"),
        (c.HandIn(both, new="ring_blue"), "not_in_market"),
        (c.HandIn(["pair_rg"], stones=["red", "red"]), "not_offered"),
        (c.HandIn(["pair_rg"], stones=["red"]), "not_offered"),
    ):
        scene().when(0, command).then(refused(why))
    handed = scene().when(
        0, c.HandIn(["pair_rg"], stones=["green", "red"], new="pair_gy"), chance=["trio_rgb"]
    )
    assert came(handed)[0] == e.HandedIn(ZERO, ["pair_rg"], ["green", "red"], 2)
    assert state(handed).returned[-2:] == ["green", "red"]
    taken = scene().when(0, c.HandIn(both), chance=["tip_out"])
    for answer in (c.Choose("crown_rgyb"), c.Refresh(["crown_rgyb"]), c.Refresh([])):
        taken.when(0, answer).then(refused("not_in_market"))


@ge("GE-10")
@pytest.mark.parametrize("cards", [[], ["tip_out", "pry_out"], ["not_so_fast"]], ids=str)
def test_only_cards_in_hand_and_as_many_as_are_too_many_are_dropped(cards: list[str]) -> None:
    scene = table("", "", hands=("tip_out tip_out pry_out swap_stone",))
    scene.when(0, c.Draw(), chance=["deft_hands"]).when(0, c.Drop(cards)).then(refused("not_offered"))


@ge("GE-11", "GE-20")
def test_a_card_played_at_once_has_to_be_in_hand_and_to_fit() -> None:
    full: dict[str, Any] = {
        "windows": "full",
        "hands": ("tip_out", "me_too_take", "me_too_insert"),
        "slide": "blue",
    }
    scene = table("yellow", "", "", **full).when(0, c.TipOut(0, ["yellow"]))
    scene.when(1, c.NotSoFast()).then(refused("not_in_hand", card="not_so_fast"))
    scene = table("yellow", "", "", **full).when(0, c.Take(), chance=["green"])
    scene.when(1, c.MeTooInsert("red", "ring_red")).then(refused("not_in_hand", card="me_too_insert"))
    assert scene.asked(1) == ["me_too"]
