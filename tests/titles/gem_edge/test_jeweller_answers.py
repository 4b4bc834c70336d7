"""The jeweller's answers, position by position: which of the things it could do gains most."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from tests.kit.given import Scene
from tests.kit.random_play import secret_of
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import table

REDS = "ring_red bracelet_red earrings_red"
MIXED = "ring_red bracelet_green trio_rgb"
THEIRS = "ring_blue bracelet_yellow trio_gyb"


def answer(scene: Scene, seat: int = 0) -> Any:
    asked = next(one for one in scene.view(seat).asked if one.question.awaited)
    return GEM_EDGE.robots["jeweller"](scene.view(seat), asked.question, random.Random(0))


# --- actions without cards: the cart, the own ornaments, the slide, cards nobody can play now


@ge("GE-2", "GE-6")
@pytest.mark.parametrize(
    ("cart", "mine", "slide", "hand", "does"),
    [
        # A stone that fits is taken, also for the sake of the next one; else a card is drawn.
        ("", MIXED, "red yellow", "", c.Take()),
        ("", REDS, "yellow red", "", c.Take()),
        ("", REDS, "yellow blue", "", c.Draw()),
        ("yellow blue", REDS, "yellow red", "", c.Draw()),
        ("yellow blue", REDS, "red yellow", "", c.Take()),
        # With many cards in hand drawing is worth less, with four nothing.
        ("", REDS, "yellow blue", "not_so_fast not_so_fast", c.Draw()),
        ("", REDS, "yellow blue", "not_so_fast not_so_fast me_too_take", c.Draw()),
        ("", REDS, "yellow blue", "not_so_fast not_so_fast me_too_take me_too_take", c.Take()),
        # What finishes an ornament is set before another stone is taken, in a full cart any that fits.
        ("red green", "ring_red:red bracelet_green trio_rgb", "yellow red", "", c.Insert("red", "ring_red")),
        ("red", MIXED, "red yellow", "", c.Take()),
        ("red", MIXED, "yellow yellow", "", c.Insert("red", "ring_red")),
        ("red red red", MIXED, "red yellow", "", c.Insert("red", "ring_red")),
        ("red green blue", "pair_rg:red necklace_blue trio_ryb", "red", "", c.Insert("green", "pair_rg")),
        ("blue", "ring_blue necklace_blue:blue,blue trio_gyb", "red", "", c.Insert("blue", "necklace_blue")),
        # With a full cart that fits nowhere room is made, if what comes is good enough.
        ("yellow yellow blue", REDS, "red yellow", "", c.Draw()),
        ("yellow yellow blue", "necklace_red crown_rgyb:blue,yellow ring_red", "red red", "", c.Draw()),
        (
            "yellow blue blue",
            REDS,
            "green green",
            "not_so_fast not_so_fast me_too_take me_too_take",
            c.Discard("yellow"),
        ),
        (
            "yellow blue blue",
            "necklace_red:red,red ring_green ring_red",
            "red",
            "not_so_fast",
            c.Discard("yellow"),
        ),
        # A rainbow ornament takes the colour of which there is most.
        (
            "blue blue red",
            "rainbow_diadem ring_green ring_yellow",
            "green",
            "",
            c.Insert("blue", "rainbow_diadem"),
        ),
        ("blue red", "rainbow_diadem:red ring_green ring_yellow", "green", "", c.Take()),
        (
            "red blue blue",
            "rainbow_brooch ring_red:red ring_yellow",
            "green",
            "",
            c.Insert("red", "ring_red"),
        ),
    ],
)
def test_without_cards_to_play(cart: str, mine: str, slide: str, hand: str, does: Any) -> None:
    scene = table(cart, "", pieces=(mine, "bracelet_yellow quartet_bbgy pair_gy"), slide=slide, hands=(hand,))
    assert answer(scene) == does


@ge("GE-3", "GE-7")
def test_what_is_finished_is_handed_in_together() -> None:
    mine = "ring_red:red,red bracelet_red:red,red pair_rg:red"
    assert answer(table("green", "", pieces=(mine, THEIRS))) == c.HandIn(["bracelet_red", "ring_red"])
    after = table("red", "", pieces=("ring_red:red ring_green necklace_red:red,red,red",))
    after.when(0, c.Insert("red", "ring_red")).when(0, c.Draw(), chance=["tip_out"])
    assert answer(after) == c.HandIn(["necklace_red", "ring_red"])


@ge("GE-6")
def test_on_an_empty_slide_and_without_cards_to_draw_something_is_done() -> None:
    drained = table("", "", "", pieces=(REDS,), drained=True)
    assert answer(drained) == c.Draw()


# --- cards


@ge("GE-4")
@pytest.mark.parametrize(
    ("card", "carts", "pieces", "more", "does"),
    [
        (
            "swap_ornament",
            ("blue", ""),
            ("ring_green ring_yellow ring_red", "ring_blue pair_rg pair_ry"),
            {"market": "necklace_blue earrings_red pair_gb pair_yb", "slide": "yellow yellow"},
            c.SwapOrnament("ring_green", "necklace_blue"),
        ),
        (
            "swap_ornament",
            ("red red", ""),
            ("ring_green ring_yellow earrings_green", "necklace_red ring_blue pair_ry"),
            {"market": "earrings_yellow bracelet_green bracelet_yellow pair_gy", "slide": "yellow yellow"},
            c.SwapOrnament("ring_green", "necklace_red"),
        ),
        (
            "swap_ornament",
            ("red", ""),
            ("ring_red:red ring_yellow necklace_red", "ring_blue bracelet_blue pair_gb"),
            {"market": "earrings_yellow bracelet_green bracelet_yellow pair_gy", "slide": "yellow yellow"},
            c.Insert("red", "ring_red"),
        ),
        (
            "swap_stone",
            ("yellow yellow", "red blue"),
            ("ring_red:red necklace_red ring_green", "ring_blue:blue bracelet_red trio_rrg"),
            {"slide": "yellow yellow"},
            c.SwapStone(1, "yellow", "red"),
        ),
        (
            "swap_stone",
            ("blue", "yellow green"),
            ("ring_red:red necklace_red ring_green:green", "ring_blue bracelet_red trio_rrg"),
            {"slide": "yellow yellow"},
            c.SwapStone(1, "blue", "green"),
        ),
        (
            "swap_stone",
            ("blue", "green", "green"),
            (
                "ring_red:red necklace_red ring_green:green",
                "ring_blue:blue bracelet_red trio_rrg",
                "necklace_green:green,green bracelet_yellow ring_yellow",
            ),
            {"slide": "yellow yellow"},
            c.SwapStone(2, "blue", "green"),
        ),
        (
            "pry_out",
            ("", ""),
            ("necklace_red:red,red ring_green ring_yellow", "crown_rgyb:red,green,yellow ring_blue pair_gy"),
            {"slide": "blue blue"},
            c.PryOut("crown_rgyb", "red"),
        ),
        (
            "pry_out",
            ("", ""),
            ("necklace_red:red,red ring_green ring_yellow", "crown_rgyb:red,green,yellow ring_blue pair_gy"),
            {"slide": "blue blue", "points": (0, 19)},
            c.Draw(),
        ),
        (
            "pry_out",
            ("red red red", ""),
            ("necklace_red:red,red ring_green ring_yellow", "crown_rgyb:red,green,yellow ring_blue pair_gy"),
            {"slide": "blue blue"},
            c.Insert("red", "necklace_red"),
        ),
        ("three_cards", ("", ""), (REDS, THEIRS), {"slide": "yellow blue"}, c.ThreeCards()),
        (
            "pickpocket",
            ("", "red red"),
            ("necklace_red:red ring_green ring_yellow", "ring_red bracelet_red pair_gy"),
            {"slide": "blue blue"},
            c.Pickpocket(1, ["red", "red"]),
        ),
        (
            "pickpocket",
            ("", "red yellow"),
            ("necklace_red:red ring_green ring_blue", "ring_red bracelet_red pair_gy"),
            {"slide": "yellow yellow"},
            c.Pickpocket(1, ["red", "yellow"]),
        ),
        (
            "pickpocket",
            ("", "red red"),
            ("necklace_red:red ring_green ring_yellow", "ring_red bracelet_red pair_gy"),
            {"slide": "blue blue", "points": (0, 19)},
            c.Draw(),
        ),
        (
            "pickpocket",
            ("yellow yellow", "red red", "red green"),
            (
                "necklace_red:red ring_green ring_blue",
                "ring_yellow bracelet_yellow pair_gy",
                "ring_red:red bracelet_red pair_gb",
            ),
            {"slide": "yellow yellow"},
            c.Pickpocket(2, ["red"]),
        ),
        ("tip_out", ("yellow blue", ""), (REDS, THEIRS), {"slide": "green green"}, c.TipOut(0, ["yellow"])),
        ("tip_out", ("red yellow", ""), (REDS, THEIRS), {"slide": "green green"}, c.TipOut(0, ["yellow"])),
        ("tip_out", ("", "red yellow"), (REDS, THEIRS), {"slide": "green green"}, c.Draw()),
        (
            "pick_through",
            ("", ""),
            ("necklace_red ring_green bracelet_red", THEIRS),
            {"slide": "blue red red"},
            c.PickThrough(["red", "red"], ["blue"]),
        ),
        (
            "pick_through",
            ("yellow yellow", ""),
            ("necklace_red:red,red ring_green bracelet_red", THEIRS),
            {"slide": "blue green red"},
            c.PickThrough(["red"], ["blue", "green"]),
        ),
        ("pick_through", ("", ""), (REDS, THEIRS), {"slide": "blue green yellow"}, c.Draw()),
        (
            "deft_hands",
            ("red red", ""),
            ("ring_red ring_green trio_ggy", "ring_blue bracelet_yellow trio_gyb"),
            {"slide": "blue"},
            c.DeftHands("red", "ring_red", "red", "ring_red"),
        ),
        (
            "deft_hands",
            ("red green", ""),
            ("ring_red:red ring_green:green trio_ggy", "ring_blue bracelet_yellow trio_gyb"),
            {"slide": "blue"},
            c.DeftHands("green", "ring_green", "red", "ring_red"),
        ),
        (
            "deft_hands",
            ("red", ""),
            ("ring_red:red ring_green trio_ggy", THEIRS),
            {"slide": "blue"},
            c.Insert("red", "ring_red"),
        ),
    ],
)
def test_a_card_is_played_where_it_gains_most(
    card: str, carts: Any, pieces: Any, more: Any, does: Any
) -> None:
    assert answer(table(*carts, pieces=pieces, hands=(card,), **more)) == does


# --- the other questions


@ge("GE-5")
def test_it_keeps_what_the_first_stones_feed() -> None:
    match = MatchInMemory.begin(GEM_EDGE, 2, secret_of(7))
    view = match.view(match.awaited()[0].seat)
    kept = GEM_EDGE.robots["jeweller"](view, view.asked[0].question, random.Random(0))
    assert isinstance(kept, c.Keep)
    assert (view.me.cart, view.slide[:4]) == (["yellow"], ["yellow", "yellow", "green", "yellow"])
    assert {*(view.me.dealt or ())} - {*kept.ornaments} == {"ring_red", "pair_yb"}


@ge("GE-9")
@pytest.mark.parametrize(
    ("cart", "slide", "takes"),
    [
        ("blue blue", "yellow yellow", c.Choose("ring_blue")),
        ("", "green green", c.Choose("necklace_green")),
        ("", "yellow yellow", c.Choose("necklace_green")),
        ("red red", "red yellow", c.Choose("necklace_red")),
    ],
)
def test_it_takes_from_the_market_what_cart_and_mouth_feed(cart: str, slide: str, takes: str) -> None:
    market = "necklace_green ring_blue necklace_red rainbow_ring"
    scene = table(cart, "", pieces=("pair_rg:red,green ring_yellow pair_ry",), market=market, slide=slide)
    assert answer(scene.when(0, c.HandIn(["pair_rg"]))) == takes


@ge("GE-10", "GE-20")
@pytest.mark.parametrize(
    ("windows", "hand", "drawn", "drops"),
    [
        ("light", "tip_out me_too_take pry_out swap_stone", "pry_out", c.Drop(["me_too_take"])),
        ("light", "tip_out tip_out pry_out swap_stone", "pry_out", c.Drop(["pry_out"])),
        ("light", "tip_out not_so_fast pry_out swap_stone", "me_too_insert", c.Drop(["me_too_insert"])),
        ("full", "tip_out me_too_take pry_out swap_stone", "pry_out", c.Drop(["pry_out"])),
    ],
)
def test_it_drops_what_only_orders_play_then_what_came_last(
    windows: str, hand: str, drawn: str, drops: Any
) -> None:
    scene = table("", "", hands=(hand,), windows=windows).when(0, c.Draw(), chance=[drawn])
    assert answer(scene) == drops


@ge("GE-4")
def test_after_a_swap_it_sets_a_stone_that_fits() -> None:
    pieces = ("bracelet_green ring_yellow ring_blue",)
    scene = table("green red blue", "", pieces=pieces, hands=("swap_ornament",), market="pair_rb")
    scene.when(0, c.SwapOrnament("bracelet_green", "pair_rb"))
    assert answer(scene) == c.InsertNow("red")


@ge("GE-11")
@pytest.mark.parametrize(
    ("target", "hand", "does"),
    [(1, "not_so_fast", c.NotSoFast()), (2, "not_so_fast", c.LetPass()), (1, "tip_out", c.LetPass())],
)
def test_it_cancels_what_is_against_itself(target: int, hand: str, does: Any) -> None:
    scene = table("red", "blue", "blue", hands=("swap_stone", hand, "tip_out"), windows="full")
    assert answer(scene.when(0, c.SwapStone(target, "red", "blue")), 1) == does


@ge("GE-11")
@pytest.mark.parametrize(
    ("pieces", "hand", "does"),
    [
        (REDS, "me_too_take", c.MeTooTake(["red"])),
        ("ring_blue pair_ry necklace_red", "me_too_take", c.MeTooTake(["red", "yellow", "blue"])),
        (REDS, "me_too_insert", c.LetPass()),
    ],
)
def test_it_copies_a_take_for_colours_that_are_useful(pieces: str, hand: str, does: Any) -> None:
    scene = table(
        "", "", pieces=("ring_green bracelet_yellow trio_gyb", pieces), hands=("", hand), windows="full"
    )
    assert answer(scene.when(0, c.Take(), chance=["blue"]), 1) == does


@ge("GE-11", "GE-22")
def test_it_copies_an_insert_into_what_is_nearest_to_be_finished() -> None:
    pieces = ("ring_green bracelet_yellow trio_gyb", "necklace_red ring_red:red pair_ry")
    scene = table("green", "red", pieces=pieces, hands=("", "me_too_insert"), windows="full")
    scene.when(0, c.Insert("green", "ring_green"))
    assert answer(scene, 1) == c.MeTooInsert("red", "ring_red")
