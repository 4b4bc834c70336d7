"""Points: marks on the track, cards for those behind, and the end."""

from __future__ import annotations

import pytest

from games.rules.kernel.ceremony import finish
from games.rules.kernel.events import Command
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.moments import ending, moment
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, THREE, TWO, ZERO, table


def drawn(events: list[object]) -> list[int]:
    return [one.seat for one in events if isinstance(one, e.CardDrawn) and one.why == "catch_up"]


@ge("GE-8")
def test_at_a_mark_all_who_are_short_of_it_draw_in_turn_order() -> None:
    pieces = ("", "necklace_red:red,red,red")
    scene = table("", "", "", "", pieces=pieces, points=(0, 1, 5, 2), active=1)
    scene.when(1, c.HandIn(["necklace_red"]), chance=["tip_out", "tip_out"])
    assert drawn(scene.came) == [THREE, ZERO]


@ge("GE-8")
def test_two_marks_at_once_are_two_rounds_of_cards() -> None:
    pieces = ("necklace_red:red,red,red rainbow_brooch:red,red,red ring_red:red,red",)
    scene = table("", "", "", pieces=pieces, points=(1, 4, 9))
    keys = ["necklace_red", "rainbow_brooch", "ring_red"]
    scene.when(0, c.HandIn(keys), chance=["tip_out", "tip_out", "pry_out"])
    assert scene.table.table.state.points[0] == 13
    assert drawn(scene.came) == [ONE, ONE, TWO]


@ge("GE-8")
def test_points_given_by_cards_count_as_moves_and_the_active_player_draws_first() -> None:
    scene = table("", "blue", "", hands=("pickpocket",), points=(0, 4, 0))
    scene.when(0, c.Pickpocket(1, ["blue"]), chance=["tip_out", "pry_out"])
    assert e.Compensated(ONE, "pickpocket", 1) in scene.came
    assert drawn(scene.came) == [ZERO, TWO]


@ge("GE-12")
def test_twenty_points_end_the_match_at_once() -> None:
    scene = table("", "", pieces=("ring_red:red,red",), points=(18, 3))
    scene.when(0, c.HandIn(["ring_red"], new=scene.view(0).market[0]))
    scene.then(e.HandedIn(ZERO, ["ring_red"], ["red", "red"], 2), e.MatchEnded("goal"))
    assert [(one.rank, one.points) for one in scene.outcome or ()] == [(1, 20), (2, 3)]


@ge("GE-12")
@pytest.mark.parametrize(
    ("hand", "command"),
    [
        ("pickpocket", c.Pickpocket(1, ["blue"])),
        ("tip_out", c.TipOut(1, ["blue"])),
        ("pry_out", c.PryOut("trio_rgb", "red")),
    ],
)
def test_a_point_in_anothers_turn_may_win(hand: str, command: Command) -> None:
    scene = table("", "blue", pieces=("", "trio_rgb:red"), hands=(hand,), points=(3, 19))
    before = scene.table.table.state
    scene.when(0, command)
    assert scene.came[-2:] == [e.Compensated(ONE, hand, 1), e.MatchEnded("goal")]
    assert [one.rank for one in scene.outcome or ()] == [2, 1]
    told = moment(before, scene.came[-2])
    assert told is not None
    assert told.kind == "gift"


@ge("GE-12", "GE-22")
def test_after_the_last_round_the_match_is_counted_and_equals_share() -> None:
    scene = table("", "", "", points=(7, 7, 2), active=0, rounds=1)
    for seat in (0, 1, 2):
        scene.when(seat, c.DrawTwo(), chance=["tip_out", "pry_out"] if seat else ["swap_stone"] * 2)
        if seat == 1:
            scene.table.table.state.urns["cards"]["tip_out"] = 3
            scene.table.table.state.urns["cards"]["pry_out"] = 2
    assert scene.came[-1] == e.MatchEnded("rounds")
    result = scene.outcome or ()
    assert [one.rank for one in result] == [1, 1, 3]
    assert ending(finish(result)).key == "ended.rounds.shared"
