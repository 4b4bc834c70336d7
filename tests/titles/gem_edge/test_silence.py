"""What is done when nobody answers, and that a silent match ends."""

from __future__ import annotations

import pytest

from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules import orders as o
from games.titles.gem_edge.rules.cards import ORNAMENTS
from tests.kit.given import Scene
from tests.kit.nightly import more
from tests.kit.random_play import secret_of
from tests.titles.gem_edge.each import each_table, each_windows
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, ZERO, table


def silent(scene: Scene, seat: int) -> object:
    """Say what would be done for a seat."""
    question = next(one for one in scene.table.questions().values() if one.seat == seat)
    return GEM_EDGE.core.silence(scene.table.table.state, question)


@ge("GE-22")
@pytest.mark.parametrize(
    ("cart", "pieces", "move"),
    [
        ("red", "trio_rgb ring_red:red", c.Insert("red", "ring_red")),
        ("red", "ring_red necklace_red:red", c.Insert("red", "necklace_red")),
        ("red", "ring_red bracelet_red", c.Insert("red", "ring_red")),
        ("blue red", "crown_rgyb:red,green,yellow ring_blue:blue", c.Insert("blue", "crown_rgyb")),
        ("blue", "ring_red", c.Take()),
        ("blue green red", "crown_rgyb:red,green,blue ring_yellow necklace_yellow", c.Discard("blue")),
    ],
)
def test_the_turn(cart: str, pieces: str, move: object) -> None:
    spare = "necklace_yellow earrings_yellow"
    filled = f"{pieces} {' '.join(spare.split()[: 3 - len(pieces.split())])}"
    assert silent(table(cart, "", pieces=[filled]), 0) == move


@ge("GE-22")
def test_without_stones_a_card_is_drawn() -> None:
    assert silent(table("", "red", drained=True), 0) == c.Draw()


@ge("GE-22", "GE-7")
def test_what_is_finished_is_handed_in_and_the_leftmost_is_taken() -> None:
    pieces = ["ring_red:red,red rainbow_ring:red,red pair_gb:green,blue"]
    scene = table("", "", pieces=pieces, market="ring_blue")
    scene.when(0, c.DrawTwo(), chance=["tip_out", "pry_out"])
    scene.when_silent(0)
    assert e.HandedIn(ZERO, ["rainbow_ring", "ring_red"], ["red"] * 4, 4) in scene.came
    scene.when_silent(0, chance=["ring_green"])
    assert e.OrnamentTaken(ZERO, "ring_blue") in scene.came


@ge("GE-22")
def test_cards_played_at_once_are_not_played() -> None:
    scene = table("red", "blue", hands=("swap_stone", "not_so_fast"))
    scene.when(0, c.SwapStone(1, "red", "blue"))
    assert silent(scene, 1) == c.LetPass()
    copied = table("red", "blue", hands=("", "me_too_take"), windows="full")
    copied.when(0, c.Take(), chance=["blue"])
    assert silent(copied, 1) == c.LetPass()


@ge("GE-20", "GE-22")
def test_an_order_answers_before_silence_could() -> None:
    scene = table("red", "blue", hands=("swap_stone", "not_so_fast"))
    scene.when(0, c.SwapStone(1, "red", "blue"))
    question = next(one for one in scene.table.questions().values() if one.seat == 1)
    orders = o.Orders(not_so_fast="against_me")
    found = GEM_EDGE.automation.answer(scene.view(1), question, orders, [], False)
    assert found == c.NotSoFast() != silent(scene, 1)
    assert found is not None
    scene.when(1, found)
    assert e.CardCancelled(ONE, ZERO, "swap_stone") in scene.came
    unanswered = table("red", "blue", hands=("swap_stone", "not_so_fast"))
    unanswered.when(0, c.SwapStone(1, "red", "blue")).when_silent(1)
    assert e.StonesSwapped(ZERO, ONE, "red", "blue") in unanswered.came


@ge("GE-10", "GE-22")
def test_the_cards_drawn_last_are_discarded() -> None:
    scene = table("", "", hands=("tip_out tip_out pry_out pry_out",))
    scene.when(0, c.Draw(), chance=["swap_stone"]).when_silent(0)
    assert e.Dropped(ZERO, ["swap_stone"]) in scene.came


@ge("GE-22")
def test_nothing_is_inserted_after_a_swap() -> None:
    scene = table("blue", "", pieces=("crown_rgyb", "ring_blue"), hands=("swap_ornament",))
    scene.when(0, c.SwapOrnament("crown_rgyb", "ring_blue"))
    assert silent(scene, 0) == c.InsertNothing()


@ge("GE-22", "GE-5")
def test_at_the_start_the_cheapest_ornaments_are_kept() -> None:
    match = MatchInMemory.begin(GEM_EDGE, 2, secret_of(3))
    name = match.awaited()[0]
    move = GEM_EDGE.core.silence(match.table.state, match.questions()[name])
    worth, dealt = match.table.state.worth, match.table.state.dealt[name.seat]
    ranked = sorted(dealt, key=lambda key: (len(ORNAMENTS[key].sockets), -worth[key]))
    assert move == c.Keep(ranked[:3])


@ge("GE-22")
@each_windows
@each_table
def test_a_match_of_silence_ends_at_twenty_points(seats: int, windows: str) -> None:
    for seed in range(more(6, 150)):
        match = MatchInMemory.begin(GEM_EDGE, seats, secret_of(seed), {"windows": windows})
        while match.awaited():
            match.time_up(match.awaited()[0])
        assert match.records[-1].event == e.MatchEnded("goal")
        assert match.table.state.round < 45
