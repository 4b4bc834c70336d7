"""What a reader sees of the table, piece by piece, and what is kept from them."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.state import Ledger, Reply, Step
from games.titles.gem_edge.rules.view import Jeweller, Ornament, Socket
from tests.kit.given import Scene
from tests.kit.random_play import secret_of
from tests.kit.reading import came, state
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, TWO, ZERO, table

READERS: list[Reader] = [ZERO, ONE, TWO, PUBLIC, AFTERWARDS]
SET_IN = ("crown_rgyb:blue,red rainbow_ring:green,green pair_rg", "ring_blue ring_green ring_red")
LAST = "earrings_red earrings_blue earrings_green"


def scene(**more: Any) -> Scene:
    return table(
        "green blue",
        "yellow",
        "",
        pieces=(*SET_IN, LAST),
        hands=("tip_out pry_out", "me_too_take"),
        slide="red",
        market="ring_yellow pair_gb quartet_rrgy necklace_red",
        points=(0, 7, 1),
        used="swap_stone",
        scrap="trio_rgb",
        round=4,
        rounds=9,
        **more,
    )


CROWN = Ornament(
    "crown_rgyb",
    4,
    False,
    (Socket("red", "red"), Socket("green", None), Socket("yellow", None), Socket("blue", "blue")),
    ("blue", "red"),
    2,
    False,
)
RAINBOW = Ornament(
    "rainbow_ring", 1, True, (Socket("any", "green"), Socket("any", "green")), ("green", "green"), 0, True
)
PAIR = Ornament("pair_rg", 2, False, (Socket("red", None), Socket("green", None)), (), 2, False)


@ge("GE-1", "GE-2", "GE-24")
def test_cart_ornaments_and_points_are_open_and_the_hand_is_its_owners() -> None:
    for reader in READERS:
        owner = reader in (ZERO, AFTERWARDS)
        assert scene().view(reader).jewellers[0] == Jeweller(
            seat=ZERO,
            points=0,
            cart=["green", "blue"],
            ornaments=(CROWN, RAINBOW, PAIR),
            dealt=() if owner else None,
            hand=["tip_out", "pry_out"] if owner else None,
            hand_count=2,
            ledger=Ledger(),
        )
    second = scene().view(PUBLIC).jewellers[1]
    assert (second.points, second.hand_count, second.ledger) == (7, 1, Ledger(0, 0, 7))


@ge("GE-1", "GE-5", "GE-9", "GE-22", "GE-24")
def test_what_lies_on_the_table_is_open_and_piles_are_counted() -> None:
    for reader in READERS:
        view = scene().view(reader)
        assert (view.order, view.first, view.active, view.round, view.rounds) == ([0, 1, 2], 0, 0, 4, 9)
        assert (view.over, view.windows, view.actions) == (False, "light", 2)
        assert (len(view.slide), view.slide[0], view.behind) == (10, "red", 40 - 3 - 4 - 10)
        assert view.market == ["ring_yellow", "pair_gb", "quartet_rrgy", "necklace_red"]
        assert [one.key for one in view.market_ornaments] == view.market
        assert view.market_ornaments[3] == Ornament(
            "necklace_red", 4, True, (Socket("red", None),) * 3, (), 3, False
        )
        assert (view.ornament_pile, view.scrap) == (36 - 9 - 4 - 1, ["trio_rgb"])
        assert (view.card_pile, view.used) == (40 - 1 - 3, {"swap_stone": 1})
        assert (view.to_take, view.may_refresh, view.set_in) == (0, False, None)
        assert (view.moment, view.play, view.answers, view.wishes) == (None, None, {}, {})
        assert (view.bonus, view.worth["crown_rgyb"], view.copies["tip_out"]) == ((1, 3), 4, 3)


def test_a_view_has_hands_points_carts_and_ornaments_by_seat() -> None:
    view = scene().view(ONE)
    assert view.me == view.jewellers[1]
    assert view.points == [0, 7, 1]
    assert view.carts == [["green", "blue"], ["yellow"], []]
    assert next([one.key for one in pieces] for pieces in view.pieces) == [
        "crown_rgyb",
        "rainbow_ring",
        "pair_rg",
    ]
    assert [view.hand_count(seat) for seat in (ZERO, ONE, TWO)] == [2, 1, 0]
    assert view.can_draw


@ge("GE-5", "GE-24")
def test_what_is_dealt_is_seen_by_its_owner_alone() -> None:
    match = MatchInMemory.begin(GEM_EDGE, 2, secret_of(7))
    dealt = match.table.state.dealt
    assert [one.dealt for one in match.view(ZERO).jewellers] == [dealt[0], None]
    assert [one.dealt for one in match.view(PUBLIC).jewellers] == [None, None]
    assert match.view(PUBLIC).pieces == [(), ()]


@ge("GE-24")
def test_the_rest_of_a_turn_named_whole_is_its_players_alone() -> None:
    named = table("", "", hands=("", "me_too_take"), slide="red red", windows="full")
    named.when(0, c.TakeTwo(), chance=["blue"])
    rest = (Step("take", "red"),)
    assert [named.view(reader).steps for reader in (ZERO, ONE, PUBLIC)] == [rest, None, None]


@ge("GE-11", "GE-20", "GE-24")
def test_secret_answers_are_seen_by_who_gave_them() -> None:
    hands = ("swap_stone", "tip_out", "not_so_fast")
    asked = table("red", "blue", "", hands=hands).when(0, c.SwapStone(1, "red", "blue"))
    asked.when(1, c.LetPass())
    seen = [asked.view(reader).answers for reader in READERS]
    assert seen == [{}, {ONE: None}, {}, {}, {ONE: None}]
    assert asked.view(PUBLIC).play == state(asked).play


@ge("GE-11", "GE-20", "GE-24")
def test_a_wish_to_copy_that_waits_for_its_turn_is_seen_by_who_has_it() -> None:
    hands = ("not_so_fast", "me_too_take", "me_too_take")
    taken = table("", "", "", hands=hands, windows="full").when(0, c.Take(), chance=["blue"])
    taken.when(1, c.MeTooTake(["red"])).when(2, c.MeTooTake())
    one, two = Reply("me_too_take", ("red",)), Reply("me_too_take")
    assert [taken.view(reader).wishes for reader in READERS] == [
        {},
        {ONE: one},
        {TWO: two},
        {},
        {ONE: one, TWO: two},
    ]
    assert taken.view(PUBLIC).moment == state(taken).moment


@ge("GE-21", "GE-24")
def test_a_reader_is_asked_only_what_is_theirs() -> None:
    assert [scene().view(reader).reader for reader in READERS] == [0, 1, 2, -1, -1]
    assert [[one.question.kind for one in scene().view(reader).asked] for reader in READERS] == [
        ["act"],
        [],
        [],
        [],
        [],
    ]
    assert [(one.seat, one.kind) for one in scene().view(PUBLIC).questions] == [(0, "act")]


# --- answers


def answers() -> list[Any]:
    """Set tables, each with a command and its draws: together they change all there is to change."""
    done = ("ring_red:red,red bracelet_red:red,red", "")
    full = {"windows": "full", "hands": ("swap_stone", "not_so_fast", "not_so_fast")}
    asked = table("red", "blue", "", **full).when(0, c.SwapStone(1, "red", "blue"))  # type: ignore[arg-type]
    taking = table("", "", "", hands=("", "me_too_take", "me_too_take"), windows="full").when(
        0, c.Take(), chance=["blue"]
    )
    over = table("", "", hands=("tip_out tip_out pry_out pry_out",)).when(0, c.Draw(), chance=["swap_stone"])
    first = MatchInMemory.begin(GEM_EDGE, 2, secret_of(7))
    assert first.table.state.dealt
    return [
        (table("", ""), c.Take(), "blue"),
        (table("red", "", pieces=("ring_red",)), c.Insert("red", "ring_red")),
        (table("red", ""), c.Discard("red")),
        (table("", ""), c.Draw(), "tip_out"),
        (over, c.Drop(["swap_stone"])),
        (table("", "", pieces=done), c.HandIn(["ring_red", "bracelet_red"]), "tip_out"),
        (
            table("", "", pieces=done, market="ring_blue"),
            c.HandIn(["ring_red"], new="ring_blue"),
            "trio_rgb",
        ),
        (asked, c.LetPass()),
        (taking, c.LetPass()),
        (table("red", "blue", hands=("tip_out",)), c.TipOut(1, ["blue"])),
    ]


@pytest.mark.parametrize("number", range(10))
def test_an_answer_leaves_the_table_before_it_as_it_was(number: int) -> None:
    scene_, command, *chance = answers()[number]
    kept = state(scene_)
    before = copy.deepcopy(kept)
    seat = 1 if isinstance(command, c.LetPass) else 0
    if seat:
        scene_.when(2, c.LetPass())
    assert came(scene_.when(seat, command, chance=chance)) and kept == before
