"""Each choice as the page asks for it: what is to be named, and among what."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.questions import Choice
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from tests.kit.given import Scene, refused
from tests.kit.reading import state
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import table

Blanks = dict[str, str]
#: Ornaments nobody needs here, so that each table names all that matter.
PIECES = (
    "ring_red:red pair_rb bracelet_green",
    "ring_blue:blue crown_rgyb:green,red pair_gy",
    "earrings_red earrings_blue earrings_green",
)
MARKET = "ring_green ring_yellow bracelet_red bracelet_blue"


def choices(scene: Scene, seat: int, kind: str) -> list[Choice]:
    found = [one for one in scene.table.questions().values() if (one.seat, one.kind) == (seat, kind)]
    return list(GEM_EDGE.core.choices(state(scene), found[0]))


def asked(scene: Scene, command: str, seat: int = 0, kind: str = "act") -> list[Blanks]:
    """Say the blanks of every choice of a command: "type: values, how many, in which order"."""
    return [
        {field.name: told(field) for field in choice.fields}
        for choice in choices(scene, seat, kind)
        if choice.command == command
    ]


def told(field: Any) -> str:
    count = f", {field.least} to {field.most}" if field.many else ""
    return f"{field.of}: {' '.join(map(str, field.values))}{count}{', in order' if field.ordered else ''}"


@ge("GE-6")
def test_actions_without_cards_name_stones_and_ornaments() -> None:
    scene = table("red blue red", "", pieces=PIECES)
    assert [one.command for one in choices(scene, 0, "act")][:4] == ["insert", "insert", "discard", "draw"]
    assert asked(scene, "insert") == [
        {"stone": "stone: red", "ornament": "ornament: ring_red pair_rb"},
        {"stone": "stone: blue", "ornament": "ornament: pair_rb"},
    ]
    assert asked(scene, "discard") == [{"stone": "stone: red blue"}]
    room = table("", "", pieces=PIECES)
    assert [one.command for one in choices(room, 0, "act")][:2] == ["take", "draw"]
    assert asked(room, "discard") == []


@ge("GE-4", "GE-6")
@pytest.mark.parametrize(
    ("card", "ways"),
    [
        (
            "swap_ornament",
            [
                {
                    "give": "ornament: pair_rb bracelet_green",
                    "take": f"ornament: pair_gy {PIECES[2]} {MARKET}",
                }
            ],
        ),
        (
            "swap_stone",
            [
                {"target": "seat: 1", "give": "stone: red", "take": "stone: green blue"},
                {"target": "seat: 1", "give": "stone: blue", "take": "stone: red green"},
            ],
        ),
        (
            "pry_out",
            [
                {"ornament": "ornament: ring_blue", "stone": "stone: blue"},
                {"ornament": "ornament: crown_rgyb", "stone": "stone: green red"},
            ],
        ),
        ("three_cards", [{}]),
        (
            "tip_out",
            [
                {"target": "seat: 1", "stones": "stone: blue green red, 1 to 3, in order"},
                {"target": "seat: 0", "stones": "stone: blue red, 1 to 2, in order"},
            ],
        ),
        ("pickpocket", [{"target": "seat: 1", "stones": "stone: blue green red, 1 to 1"}]),
        (
            "deft_hands",
            [
                {"stone": "stone: red", "ornament": "ornament: ring_red pair_rb"},
                {"stone": "stone: blue", "ornament": "ornament: pair_rb"},
                {
                    "stone": "stone: blue",
                    "ornament": "ornament: pair_rb",
                    "stone_2": "stone: red",
                    "ornament_2": "ornament: pair_rb",
                },
                {
                    "stone": "stone: blue",
                    "ornament": "ornament: pair_rb",
                    "stone_2": "stone: red",
                    "ornament_2": "ornament: ring_red",
                },
            ],
        ),
    ],
)
def test_a_card_names_everything_it_does(card: str, ways: list[Blanks]) -> None:
    scene = table("red blue", "red green blue", "", pieces=PIECES, hands=(card,), market=MARKET)
    assert asked(scene, card) == ways
    assert asked(table("red", "red", hands=("",)), card) == []


@ge("GE-4")
def test_picking_through_parts_the_first_stones_into_kept_and_sent_back() -> None:
    scene = table("red blue", "", hands=("pick_through",), slide="red green red")
    assert asked(scene, "pick_through") == [
        {"keep": "stone: , 0 to 0", "back": "stone: red, 1 to 1, in order"},
        {"keep": "stone: , 0 to 0", "back": "stone: green red, 2 to 2, in order"},
        {"keep": "stone: green, 1 to 1", "back": "stone: red, 1 to 1, in order"},
        {"keep": "stone: red, 1 to 1", "back": "stone: green, 1 to 1, in order"},
        {"keep": "stone: , 0 to 0", "back": "stone: green red red, 3 to 3, in order"},
        {"keep": "stone: green, 1 to 1", "back": "stone: red red, 2 to 2, in order"},
        {"keep": "stone: red, 1 to 1", "back": "stone: green red, 2 to 2, in order"},
    ]
    assert {"keep": "stone: green red, 2 to 2", "back": "stone: red, 1 to 1, in order"} in asked(
        table("red", "", hands=("pick_through",), slide="red green red"), "pick_through"
    )


@ge("GE-7", "GE-9")
def test_what_is_finished_is_handed_in_alone_or_as_a_set_with_stones_in_order() -> None:
    done = ("ring_red:red,red bracelet_red:red,red pair_rg:red,green",)
    scene = table("", "", pieces=done, market="ring_blue pair_gy ring_green pair_gb")
    new = "ornament: ring_blue pair_gy ring_green pair_gb"
    assert asked(scene, "hand_in") == [
        {"ornaments": "ornament: pair_rg, 1 to 1"},
        {"ornaments": "ornament: pair_rg, 1 to 1", "new": new},
        {"ornaments": "ornament: pair_rg, 1 to 1", "stones": "stone: red green, 2 to 2, in order"},
        {"ornaments": "ornament: ring_red, 1 to 1"},
        {"ornaments": "ornament: ring_red, 1 to 1", "new": new},
        {"ornaments": "ornament: bracelet_red, 1 to 1"},
        {"ornaments": "ornament: bracelet_red, 1 to 1", "new": new},
        {"ornaments": "ornament: bracelet_red ring_red, 2 to 2"},
    ]
    scene.when(0, c.HandIn(["ring_red", "bracelet_red"]), chance=["tip_out"])
    assert asked(scene, "choose", kind="market") == [{"ornament": new}]
    assert asked(scene, "refresh", kind="market") == [{"ornaments": f"{new}, 1 to 2"}]
    scene.when(0, c.Choose("pair_gy"), chance=["trio_rgb"])
    assert asked(scene, "refresh", kind="market") == []


@ge("GE-10")
def test_over_the_hand_limit_as_many_cards_are_asked_for_as_are_too_many() -> None:
    scene = table("", "", hands=("tip_out tip_out pry_out swap_stone",))
    scene.when(0, c.Draw(), chance=["deft_hands"])
    assert asked(scene, "drop", kind="drop") == [
        {"cards": "card: deft_hands pry_out swap_stone tip_out tip_out, 1 to 1"}
    ]


@ge("GE-4")
def test_after_a_swap_the_stones_that_fit_are_asked_for() -> None:
    scene = table(
        "red blue green", "", pieces=("bracelet_green",), hands=("swap_ornament",), market="pair_rb"
    )
    scene.when(0, c.SwapOrnament("bracelet_green", "pair_rb"))
    assert asked(scene, "insert_now", kind="swapped") == [{"stone": "stone: red blue"}]
    assert asked(scene, "insert_nothing", kind="swapped") == [{}]
    scene.when(0, c.InsertNow("green")).then(refused("no_place", stone="green"))
    scene.when(0, c.InsertNow("yellow")).then(refused("not_in_cart", stone="yellow"))


@ge("GE-11", "GE-20")
def test_at_once_a_card_is_offered_to_who_holds_it_and_to_all_if_they_held_it() -> None:
    pieces = ("", "ring_red:red pair_rb bracelet_green", "")
    hands = ("", "me_too_take me_too_insert", "tip_out")
    full: dict[str, Any] = {"pieces": pieces, "hands": hands, "windows": "full", "slide": "blue"}
    scene = table("yellow", "red blue", "", **full).when(0, c.Take(), chance=["green"])
    colours = {"colours": "stone: red green yellow blue, 1 to 4"}
    assert asked(scene, "me_too_take", 1, "me_too") == [colours]
    assert asked(scene, "me_too_take_if_held", 1, "me_too") == [colours]
    assert asked(scene, "me_too_take", 2, "me_too") == []
    assert asked(scene, "me_too_take_if_held", 2, "me_too") == [colours]
    mine = ("pair_gy trio_gyb crown_rgyb", *pieces[1:])
    scene = table("yellow", "red blue", "", **{**full, "pieces": mine}).when(0, c.Insert("yellow", "pair_gy"))
    ways = [
        {"stone": "stone: red", "ornament": "ornament: ring_red pair_rb"},
        {"stone": "stone: blue", "ornament": "ornament: pair_rb"},
    ]
    assert asked(scene, "me_too_insert", 1, "me_too") == ways
    assert asked(scene, "me_too_insert_if_held", 1, "me_too") == ways
