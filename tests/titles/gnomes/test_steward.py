"""The steward's answers, position by position."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.kernel.questions import Choice, Field
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.aims import Aim, Mind, Task
from games.titles.gnomes.rules.steward import (
    advance,
    best_play,
    bring,
    kingdom_actions,
    oversees,
    place_anywhere,
    places_for,
    rated_aim,
    richest,
)
from tests.kit.given import Scene
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table


def steward(scene: Scene, seat: int = 0) -> Any:
    (asked,) = [one for one in scene.view(seat).asked if one.question.awaited]
    return GNOMES.robots["steward"](scene.view(seat), asked.question, random.Random(0))


def mind(drawn: str, **more: Any) -> Mind:
    return Mind(table(drawn, **more).view(0))


# --- what comes first


@gn("GN-7", "GN-8")
def test_the_castle_is_built_first_where_it_brings_most() -> None:
    assert steward(table()) == c.PlayKingdom("castle", "0/0", 0)
    assert steward(table("T0b . X0c", seats=3)) == c.PlayKingdom("castle", "-1/0", 0)
    assert steward(table("T0b D0c", seats=3)).place in ("-1/0", "2/0")


@gn("GN-4", "GN-10")
def test_a_goal_that_is_met_is_shown_before_anything_else() -> None:
    scene = table("E0b", secrets=("warlord",), ogres=("thief thief bouncer",), gems=("", "ruby"))
    assert steward(scene) == c.ShowGoal()


@gn("GN-4")
@pytest.mark.parametrize(
    ("drawn", "secret", "there"),
    [
        ("C0a T0b+aaa R0b+aa", "overseer", True),  # two at home, four actions
        ("C0a T0b+aaa R0b+aaa", "overseer", True),
        ("C0a T0b+aaa R0b+aaaa", "overseer", False),  # all are out
        ("C0a T0b+aa", "overseer", False),  # five at home
        ("C0a T0b+aaa", "overseer", True),
        ("C0a T0b+aaa", "king", False),
    ],
)
def test_for_the_overseer_all_go_out_if_they_can(drawn: str, secret: str, there: bool) -> None:
    assert oversees(mind(drawn, secrets=(secret,))) == there


@gn("GN-4")
def test_they_go_where_there_is_most_to_be_had_or_anywhere() -> None:
    assert place_anywhere(mind("S0b V0b+bbb T0b+b")) == c.PlaceDwarf("2/0")
    assert place_anywhere(mind("S0b V0b+bbb")) == c.PlaceDwarf("0/0")
    assert place_anywhere(mind("V0b+bbb")) is None
    scene = table("C0a S0b V0b+aaa R0b+aa", secrets=("overseer",))
    assert steward(scene) == c.PlaceDwarf("3/0")


# --- ogres


@gn("GN-5", "GN-33")
@pytest.mark.parametrize("ogre", ["thief", "sharp"])
def test_a_thief_and_a_sharp_go_to_the_rival_with_most_points(ogre: str) -> None:
    scene = table(
        "C0a E0b",
        seats=4,
        ogres=(ogre, "bouncer", "bouncer", "bouncer"),
        gems=("", "topaz", "ruby", "topaz"),
        bought=("", "RD", "TTR TTED", "EDD"),
    )
    play: Any = {"thief": c.StealGem, "sharp": c.StealOgre}[ogre]
    assert steward(scene) == play(2)
    offered = Choice("steal_gem", (Field("rival", "seat", (1, 3)),))
    assert richest(Mind(scene.view(0)), [offered]) == 3


@gn("GN-5", "GN-11")
@pytest.mark.parametrize(
    ("drawn", "played"),
    [
        ("C0a T0b+b R0b+bb E0b+bb", c.Bounce(1, "3/0", 2)),  # who would work in their next turn
        ("C0a T0b+bb", c.Bounce(1, "1/0", 2)),
        ("C0a R0b+bb T0b+b", None),
        ("C0a T0b+c R0b+bbb", c.Bounce(1, "2/0", 2)),
    ],
)
def test_a_bouncer_sends_two_home_who_were_about_to_work(drawn: str, played: Any) -> None:
    answer = steward(table(drawn, seats=3, ogres=("bouncer",)))
    assert answer == played if played else not isinstance(answer, c.Bounce)


@gn("GN-4", "GN-5")
def test_a_warlord_keeps_ogres() -> None:
    held: dict[str, Any] = {"ogres": ("thief bouncer",), "gems": ("", "ruby")}
    assert not isinstance(steward(table("C0a T0b+bb", secrets=("warlord",), **held)), c.StealGem)
    assert isinstance(steward(table("C0a T0b+bb", secrets=("king",), **held)), c.StealGem)


# --- dwarves


@gn("GN-9")
def test_dwarves_come_out_of_the_supply_then_from_the_nearest_card() -> None:
    there = Task("1/0", 1, 1)
    assert bring(mind("T0b+a E0b+a"), there, set()) == c.PlaceDwarf("1/0")
    nobody_at_home = "T0b+aa D0b+a R1b+aaaa . S0b"
    assert bring(mind(nobody_at_home), Task("1/0", 1, 1), set()) == c.MoveDwarf("2/0>1/0")
    assert bring(mind(nobody_at_home), Task("4/0", 1, 1), set()) is None  # no way leads there
    # Those of a card that is worked stay; so do those of a card that is another task.
    assert bring(mind(nobody_at_home), Task("1/0", 1, 1), {"2/0"}) is None
    far = "D0b D0b+a D0b+a T0b+aa R0b+aaa"
    assert bring(mind(far, seats=2), Task("0/0", 1, 1), set()) == c.MoveDwarf("1/0>0/0")
    assert bring(mind("D0b D0b D0b+a T0b+aaa R0b+aaa"), Task("0/0", 1, 1), set()) == c.MoveDwarf("2/0>1/0")
    assert bring(mind("D0b+bbb D0b+a"), Task("0/0", 1, 1), set()) is None  # no room


def test_the_first_task_that_can_be_gone_on_with_is() -> None:
    seen = mind("C0a T0b+bbb E0b", seats=2)
    full, free = Task("1/0", 2, 2), Task("2/0", 2, 2)
    assert advance(seen, [full, free]) == c.PlaceDwarf("2/0")
    assert advance(seen, [Task("2/0", 0, 0)]) is None
    assert advance(seen, [Task("2/0", 0, 2), free]) == c.PlaceDwarf("2/0")
    assert isinstance(advance(seen, [Task("", 0, 4, "shop"), free]), c.PlayKingdom)


@gn("GN-7", "GN-20")
def test_an_aim_is_rated_by_its_points_for_each_action() -> None:
    seen = mind("C0a R0b")
    ((rate, make),) = rated_aim(seen, Aim(8, {"ruby": 1}))
    assert (rate, make()) == (8 / (3 + 1), c.PlaceDwarf("1/0"))
    assert list(rated_aim(seen, Aim(8, monster="1/0"))) != []
    out_of_reach = mind("C0a R0a+bb", seats=2)
    assert list(rated_aim(out_of_reach, Aim(8, {"ruby": 1}))) == []
    assert list(rated_aim(mind("C0a R0b+aaa"), Aim(8, {"ruby": 1}))) == []  # nothing is left to do


@gn("GN-20")
def test_in_the_last_turn_only_what_can_be_finished_counts() -> None:
    scene = table("C0a R0b S0b", seats=2, active=1, bought=("", "RD TTR EDD"))
    scene.when(1, c.FinishTurn())
    seen = Mind(scene.view(0))
    assert len(list(rated_aim(seen, Aim(8, {"ruby": 1})))) == 1
    assert list(rated_aim(seen, Aim(8, {"ruby": 2}))) == []


# --- kingdom cards


@gn("GN-8", "GN-16")
def test_cards_are_tried_beside_the_own_kingdom_and_monsters_beside_those_of_rivals() -> None:
    seen = mind("C1a . E2b C0b")
    assert places_for(seen, "shop") == ["0/1", "-1/0", "1/0", "0/-1"]
    assert places_for(seen, "dragon") == ["2/0", "2/1", "3/1", "1/0", "4/0", "2/-1", "3/-1"]
    assert places_for(seen, "ice_giant") == ["2/1", "3/1", "1/0", "4/0", "2/-1", "3/-1"]
    guarded = mind("C1a . E2b+b C0b")
    assert places_for(guarded, "dragon")[0] == "2/1"
    assert places_for(mind("E0b"), "shop") == ["0/1", "-1/0", "1/0", "0/-1"]  # no kingdom yet


@gn("GN-8", "GN-16")
def test_a_card_is_turned_so_that_it_joins_the_kingdom() -> None:
    gain, play = best_play(mind("C0a"), "topaz_mine")
    assert (gain, play) == (2, c.PlayKingdom("topaz_mine", "-1/0", 0))
    gain, play = best_play(mind("C0a . . T0b C1b"), "ice_giant")
    assert gain == 2


@gn("GN-4", "GN-16")
def test_more_stars_are_worth_a_card_and_a_monster_for_a_rival_too() -> None:
    rated = list(kingdom_actions(mind("C0a . . . T0b C0b", secrets=("hunter",))))
    assert [rate for rate, _ in rated] == [0.9 * 2, 0.9 * 4, 0.9 * 2]  # the dragon covers the mine
    plays: list[Any] = [make() for _, make in rated]
    assert [one.card for one in plays] == ["topaz_mine", "dragon", "ice_giant"]
    king = list(kingdom_actions(mind("C0a . . . T0b C0b", secrets=("king",))))
    assert [round(rate, 2) for rate, _ in king] == [2.7, 3.6, 1.8]  # a point of eight
    ends: dict[str, Any] = {"bought": ("", "RD TTR EDD"), "secrets": ("hunter",)}
    scene = table("C0a . . . T0b C0b", active=1, **ends).when(1, c.FinishTurn())
    assert [rate for rate, _ in kingdom_actions(Mind(scene.view(0)))] == [3 * 2, 3 * 4, 3 * 2]
    walled = mind("C0a T1b\nT0a R0a", slain=("dragon ice_giant",))
    assert all(rate > 0 for rate, _ in kingdom_actions(walled))


# --- work


@gn("GN-11", "GN-13", "GN-14")
def test_monsters_are_slain_first_then_the_rest_is_worked_then_a_goal_is_bought() -> None:
    drawn = "T0b+aa S0b+aaa"
    hand = ("ruby emerald emerald diamond",)
    scene = table(drawn, gems=hand, row=("RE", "EED", "REETT")).when(0, c.Done())
    assert steward(scene) == c.Work("0/0")
    scene.when(0, c.Work("0/0"))
    assert steward(scene) == c.Buy("1/0", "REETT")  # seven more than its gems are worth
    dear = table(drawn, gems=hand, row=("RE", "EED")).when(0, c.Done()).when(0, c.Work("0/0"))
    assert steward(dear) == c.Buy("1/0", "EED")
    hunt = table("V0b+aa X1b+aaaaa").when(0, c.Done())
    assert steward(hunt) == c.Work("1/0")
    dig = table("C2a+aa R0b/E0b").when(0, c.Done())
    assert steward(dig) == c.FinishTurn()


@gn("GN-7", "GN-20")
def test_without_anything_worth_an_action_it_is_done() -> None:
    spent = table("C0a R0b+aaa")
    for _ in range(4):
        spent.when(0, c.PlaceDwarf("0/0" if _ < 3 else "1/0"))
    assert steward(spent) == c.Done()
