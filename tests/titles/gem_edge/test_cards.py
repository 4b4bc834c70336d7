"""Each action card: what it does, what it needs, and that it is cancelled and cancelled back."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.events import Command
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import ACTION_CARDS
from games.titles.gem_edge.rules.state import Aim
from tests.kit.given import Scene, refused
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, ZERO, table

#: What each card is played as on the table below, and what comes out of the urns for it.
PLAYED: dict[str, tuple[Command, list[str]]] = {
    "swap_ornament": (c.SwapOrnament("crown_rgyb", "pair_yb"), []),
    "swap_stone": (c.SwapStone(1, "red", "blue"), []),
    "pry_out": (c.PryOut("trio_gyb", "green"), []),
    "three_cards": (c.ThreeCards(), ["tip_out", "tip_out", "pry_out"]),
    "tip_out": (c.TipOut(1, ["blue", "yellow"]), []),
    "pick_through": (c.PickThrough(["green"], ["yellow", "red"]), ["blue", "blue", "blue"]),
    "pickpocket": (c.Pickpocket(1, ["blue", "yellow"]), []),
    "deft_hands": (c.DeftHands("red", "pair_rg", "red", "crown_rgyb"), []),
}
AGAINST = {"swap_ornament", "swap_stone", "pry_out", "tip_out", "pickpocket"}
PIECES = ("pair_rg crown_rgyb ring_blue", "trio_gyb:green pair_yb")


def laid(card: str, *, theirs: str = "", mine: str = "", **options: Any) -> Scene:
    """Set a table at which each card can do something."""
    carts = ("red red" if card == "deft_hands" else "red", "blue yellow")
    hands = (f"{card} {mine}", theirs)
    return table(*carts, pieces=PIECES, hands=hands, slide="green red yellow", **options)


def everything(scene: Scene) -> tuple[Any, ...]:
    state = scene.table.table.state
    return state.carts, state.pieces, state.slide, state.returned, state.market, state.points


def test_every_card_that_costs_an_action_is_tried() -> None:
    assert PLAYED.keys() == {*ACTION_CARDS}


@ge("GE-4", "GE-6")
@pytest.mark.parametrize("card", PLAYED)
def test_it_is_offered_and_goes_to_the_discards(card: str) -> None:
    scene = laid(card)
    command, chance = PLAYED[card]
    assert card in {one["kind"] for one in scene.offered(0, "act")}
    scene.when(0, command, chance=chance)
    state = scene.table.table.state
    assert isinstance(scene.came[0], e.CardPlayed)
    assert scene.came[0].target == (ONE if card in AGAINST else None)
    assert (state.used, state.actions, state.play) == ({card: 1}, 1, None)


@ge("GE-6")
@pytest.mark.parametrize("card", PLAYED)
def test_without_the_card_it_is_refused(card: str) -> None:
    laid("not_so_fast").when(0, PLAYED[card][0]).then(refused("not_in_hand", card=card))


@ge("GE-11", "GE-20")
@pytest.mark.parametrize("card", PLAYED)
def test_cancelled_it_has_no_effect_and_the_action_is_spent(card: str) -> None:
    scene = laid(card, theirs="not_so_fast", windows="full")
    before = everything(scene)
    scene.when(0, PLAYED[card][0]).when(1, c.NotSoFast())
    assert scene.came[1] == e.CardCancelled(ONE, ZERO, card)
    if "cancel" in scene.asked(0):
        scene.when(0, c.LetPass())
    assert e.CardFailed(ZERO, card) in scene.came
    state = scene.table.table.state
    assert everything(scene) == before
    assert (state.used, state.actions) == ({card: 1, "not_so_fast": 1}, 1)


@ge("GE-11")
@pytest.mark.parametrize("card", PLAYED)
def test_cancelled_back_it_works(card: str) -> None:
    plain, scene = laid(card), laid(card, theirs="not_so_fast", mine="not_so_fast", windows="full")
    command, chance = PLAYED[card]
    plain.when(0, command, chance=chance)
    scene.when(0, command).when(1, c.NotSoFast()).when(0, c.NotSoFast(), chance=chance)
    assert e.CardCancelled(ZERO, ONE, "not_so_fast") in scene.came
    assert everything(scene) == everything(plain)
    assert scene.table.table.state.used == {card: 1, "not_so_fast": 2}


# --- one by one


@ge("GE-4")
def test_an_ornament_is_swapped_with_a_player_and_a_stone_may_be_set_at_once() -> None:
    scene = table("blue", "", pieces=("crown_rgyb", "ring_blue ring_red:red"), hands=("swap_ornament",))
    scene.when(0, c.SwapOrnament("crown_rgyb", "ring_red")).then(refused("not_swappable"))
    scene.when(0, c.SwapOrnament("crown_rgyb", "ring_blue"))
    assert scene.came[1:] == [
        e.OrnamentsSwapped(ZERO, ONE, "crown_rgyb", "ring_blue"),
        e.InsertAsked(ZERO, "ring_blue"),
    ]
    scene.when(0, c.InsertNow("red")).then(refused("not_in_cart", stone="red"))
    scene.when(0, c.InsertNow("blue"))
    scene.then(e.StoneInserted(ZERO, "blue", "ring_blue", "swap"), e.ActionBegan(ZERO, 1))


@ge("GE-4", "GE-9")
def test_an_ornament_is_swapped_with_the_market_in_its_place() -> None:
    scene = table("red", "", pieces=("crown_rgyb",), market="pair_rg ring_blue", hands=("swap_ornament",))
    scene.when(0, c.SwapOrnament("crown_rgyb", "pair_rg"))
    assert scene.came[0].target is None
    scene.when(0, c.InsertNothing()).then(e.InsertDeclined(ZERO), e.ActionBegan(ZERO, 1))
    state = scene.table.table.state
    assert state.market[:2] == ["crown_rgyb", "ring_blue"]
    assert state.pieces[0][0].key == "pair_rg"


@ge("GE-4")
def test_stones_are_swapped_if_they_differ() -> None:
    scene = table("red", "blue red", hands=("swap_stone",))
    scene.when(0, c.SwapStone(1, "red", "red")).then(refused("no_need"))
    scene.when(0, c.SwapStone(0, "red", "red")).then(refused("not_offered"))
    scene.when(0, c.SwapStone(1, "red", "blue"))
    assert scene.table.table.state.carts == [["blue"], ["red", "red"]]


@ge("GE-4", "GE-7")
def test_nothing_is_pried_out_of_what_is_finished() -> None:
    scene = table("", "", pieces=("", "pair_rg:red,green trio_rgb:red"), hands=("pry_out",))
    scene.when(0, c.PryOut("pair_rg", "red")).then(refused("not_offered"))
    scene.when(0, c.PryOut("trio_rgb", "red"))
    assert scene.came[1:] == [
        e.StonePriedOut(ZERO, ONE, "trio_rgb", "red"),
        e.Compensated(ONE, "pry_out", 1),
        e.ActionBegan(ZERO, 1),
    ]


@ge("GE-4", "GE-6")
def test_a_full_cart_takes_no_stone_by_cards_either() -> None:
    full, pieces = "red red red", ("", "trio_rgb:red")
    table(full, "blue", pieces=pieces, hands=("pry_out",)).when(0, c.PryOut("trio_rgb", "red")).then(
        refused("cart_full")
    )
    table(full, "blue", hands=("pickpocket",)).when(0, c.Pickpocket(1, ["blue"])).then(refused("cart_full"))
    through = table(full, "blue", hands=("pick_through",), slide="red blue")
    through.when(0, c.PickThrough(["red"], ["blue"])).then(refused("cart_full"))


@ge("GE-4", "GE-8")
def test_tipping_out_ones_own_cart_gives_oneself_a_point() -> None:
    scene = table("red blue", "", hands=("tip_out",))
    scene.when(0, c.TipOut(0, ["blue", "red"]))
    assert scene.came[1:3] == [e.TippedOut(ZERO, ZERO, ["blue", "red"]), e.Compensated(ZERO, "tip_out", 1)]
    assert scene.table.table.state.returned == ["blue", "red"]


@ge("GE-4")
@pytest.mark.parametrize(
    ("keep", "back", "lawful"),
    [
        (["red"], ["green"], True),
        (["green"], ["red"], True),
        (["red", "yellow"], ["green"], True),
        ([], ["green", "red"], True),
        ([], ["red"], True),
        (["red", "green"], [], False),
        ([], ["green"], False),
        (["yellow"], ["red"], False),
    ],
)
def test_picking_through_takes_the_first_stones_and_sends_one_back(
    keep: list[c.Stone], back: list[c.Stone], lawful: bool
) -> None:
    scene = table("blue", "", hands=("pick_through",), slide="red green yellow")
    gone = len(keep) + len(back)
    scene.when(0, c.PickThrough(keep, back), chance=["blue"] * gone if lawful else [])
    if not lawful:
        scene.then(refused("not_offered"))
        return
    assert scene.came[1] == e.PickedThrough(ZERO, [*map(str, keep)], [*map(str, back)], ["blue"] * gone)
    assert scene.table.table.state.carts[0] == ["blue", *keep]
    assert scene.table.table.state.returned == back


@ge("GE-4", "GE-6")
@pytest.mark.parametrize(
    ("cart", "slide", "lawful"),
    [
        ("", "red", False),
        ("red red red", "red red", False),
        ("red red", "red red", True),
        ("red red red", "red green", True),
        ("", "", False),
    ],
)
def test_pick_through_is_played_only_where_it_changes_something(cart: str, slide: str, lawful: bool) -> None:
    scene = table(cart, "", hands=("pick_through",), slide=slide, drained=True)
    assert ("pick_through" in [one["kind"] for one in scene.offered(0, "act")]) == lawful
    scene.when(0, c.PickThrough([], ["red"]))
    if not lawful:
        scene.then(refused("no_need"))
    else:
        assert scene.came[1] == e.PickedThrough(ZERO, [], ["red"], [])


@ge("GE-4", "GE-6")
def test_equal_stones_in_sight_may_hide_others_behind() -> None:
    scene = table("red red red", "", hands=("pick_through",), slide="red")
    assert "pick_through" in [one["kind"] for one in scene.offered(0, "act")]


@ge("GE-4")
def test_deft_hands_set_one_stone_or_two() -> None:
    scene = table("red red", "", pieces=("ring_red pair_rg",), hands=("deft_hands deft_hands",))
    scene.when(0, c.DeftHands("red", "pair_rg", "red", "pair_rg")).then(refused("not_offered"))
    scene.when(0, c.DeftHands("red", "pair_rg", "red")).then(refused("not_offered"))
    scene.when(0, c.DeftHands("red", "ring_red", "red", "ring_red"))
    assert scene.came[0].aim == Aim(stones=("red", "red"), ornaments=("ring_red", "ring_red"))
    assert scene.came[1:3] == [e.StoneInserted(ZERO, "red", "ring_red", "card")] * 2
    table("red", "", pieces=("ring_red",), hands=("deft_hands",)).when(0, c.DeftHands("red", "ring_red"))


@ge("GE-4", "GE-10")
def test_three_cards_may_be_too_many() -> None:
    scene = table("", "", hands=("three_cards tip_out tip_out",))
    scene.when(0, c.ThreeCards(), chance=["swap_stone"] * 3)
    assert scene.came[-1] == e.DropAsked(ZERO, 1)


@ge("GE-6")
def test_a_card_that_can_change_nothing_isnt_offered() -> None:
    hand = "swap_stone pickpocket tip_out deft_hands"
    scene = table("", "", hands=(hand,))
    kinds = {one["kind"] for one in scene.offered(0, "act")}
    assert not kinds & {"swap_stone", "pickpocket", "tip_out", "deft_hands"}
