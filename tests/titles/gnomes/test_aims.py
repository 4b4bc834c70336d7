"""What the steward may aim at, what it would bring, and the tasks that are left for it."""

from __future__ import annotations

from typing import Any

import pytest

from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.aims import Aim, Mind, Task, aims, gems, monsters, secrets, tasks, trades
from tests.kit.given import Scene
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table


def mind(scene: Scene, seat: int = 0) -> Mind:
    return Mind(scene.view(seat))


# --- aims


@gn("GN-3", "GN-20")
def test_each_open_goal_counts_what_it_brings_beyond_the_gems_it_takes() -> None:
    scene = table("E0b", gems=("ruby ruby topaz",), row=("RE", "TTED"))
    costs = [{"emerald": 1, "ruby": 1}, {"diamond": 1, "emerald": 1, "topaz": 2}]
    assert list(trades(mind(scene))) == [Aim(10 - 3, costs[0], shop=True), Aim(12 - 1, costs[1], shop=True)]


@gn("GN-20")
@pytest.mark.parametrize(
    ("gems", "points"),
    [(("", ""), 10 + 4), (("", "ruby " * 6 + "topaz " * 9), 10 - 3)],
)
def test_the_goal_that_ends_the_match_counts_more_for_who_is_ahead(gems: Any, points: float) -> None:
    scene = table("E0b", gems=gems, bought=("RD TTR",), row=("RE",))
    assert [one.points for one in trades(mind(scene))] == [points]
    ending = table("E0b", seats=3, bought=("RD TTR", "EDD TTED RRTT"), active=1, row=("RE",))
    ending.when(1, c.FinishTurn()).when(2, c.FinishTurn())
    assert [one.points for one in trades(mind(ending))] == [10]  # it ends anyway


@gn("GN-4")
@pytest.mark.parametrize(
    ("secret", "slain", "found"),
    [
        ("treasurer", "", [Aim(8, {"topaz": 1, "emerald": 1, "diamond": 1, "ruby": 1})]),
        ("warlord", "", [Aim(8, ogres=3)]),
        ("hunter", "", [Aim(3 + 4, monster="0/0")]),
        ("hunter", "ice_giant", [Aim(3 + 8, monster="0/0")]),
        ("king", "", []),
    ],
)
def test_a_secret_goal_is_aimed_at_by_what_dwarves_can_do(secret: str, slain: str, found: Any) -> None:
    scene = table("X0b E0b", secrets=(secret,), slain=(slain,))
    assert [one for one in secrets(mind(scene)) if not one.bait] == found


@gn("GN-4", "GN-10")
def test_a_secret_goal_that_was_shown_is_no_aim() -> None:
    scene = table("X0b", secrets=("hunter",), slain=("dragon ice_giant",)).when(0, c.ShowGoal())
    assert list(secrets(mind(scene))) == []


@gn("GN-4", "GN-14")
def test_a_hunter_may_play_a_monster_in_order_to_slay_it() -> None:
    seen = mind(table("X0b E0b", secrets=("hunter",)))
    assert [one.bait for one in secrets(seen)] == ["", "dragon", "ice_giant"]
    assert tasks(seen, Aim(1, bait="dragon")) == [Task("", 0, 6, "dragon")]


@gn("GN-7", "GN-14")
def test_a_monster_in_the_own_kingdom_brings_its_stars_back_and_an_ice_giant_the_fourth_action() -> None:
    seen = mind(table("C0a X0b C0c Y1c", seats=3))
    assert list(monsters(seen)) == [Aim(3 + 2, monster="1/0"), Aim(3 + 2 + 3, monster="3/0")]
    assert list(monsters(mind(table("C1a X0b")))) == [Aim(3, monster="1/0")]  # behind a wall
    assert list(monsters(mind(table("C0b X0b")))) == [Aim(3, monster="1/0")]


@gn("GN-2", "GN-11")
def test_single_gems_and_ogres_count_by_themselves() -> None:
    found = list(gems(mind(table("E0b"))))
    assert found[:4] == [
        Aim(2, {"diamond": 1}),
        Aim(2, {"emerald": 1}),
        Aim(3, {"ruby": 1}),
        Aim(2, {"topaz": 1}),  # a mine gives two of them
    ]
    assert found[4:] == []  # nine cards in hand leave no room for an ogre
    small = list(gems(mind(table("E0a D0a", ogres=("thief",)))))
    assert small[4:] == [Aim(1.5, ogres=2)]


def test_all_aims_are_looked_at() -> None:
    scene = table("C0a X0b", secrets=("warlord",), row=("RE",))
    found = list(aims(mind(scene)))
    assert found == [
        *trades(mind(scene)),
        *secrets(mind(scene)),
        *monsters(mind(scene)),
        *gems(mind(scene)),
    ]
    assert len(found) == 1 + 1 + 1 + 5


# --- tasks


@gn("GN-11", "GN-13")
@pytest.mark.parametrize(
    ("drawn", "aim", "found"),
    [
        # A ruby takes three dwarves, two rubies three more; where own dwarves stand fewer are missing. Cards
        # that fill the hand are built first.
        ("R0b", Aim(1, {"ruby": 1}), [Task("0/0", 3, 3)]),
        ("R0b+a R0c", Aim(1, {"ruby": 2}), [Task("", 0, 1, "castle"), Task("0/0", 2, 5)]),
        ("R0b+a R0c+aa", Aim(1, {"ruby": 1}), [Task("1/0", 1, 1)]),
        ("R0b R0c", Aim(1, {"ruby": 1}), [Task("0/0", 3, 3)]),  # of two alike the first
        ("R0b+aaa", Aim(1, {"ruby": 1}), [Task("0/0", 0, 0)]),
        # Topazes come in twos.
        ("T0b", Aim(1, {"topaz": 1}), [Task("0/0", 2, 2)]),
        ("T0b", Aim(1, {"topaz": 3}), [Task("", 0, 2, "castle"), Task("0/0", 2, 4)]),
        # A mine without room, or with a dragon, has to be built first.
        ("R0b+bb", Aim(1, {"ruby": 1}), [Task("", 0, 4, "ruby_mine")]),
        (
            "T0b X0b",
            Aim(1, {"topaz": 3}),
            [Task("", 0, 1, "castle"), Task("", 0, 5, "topaz_mine")],
        ),
        ("R0a+bb", Aim(1, {"ruby": 1}), None),
        # A shop, a tavern.
        ("S0b+a", Aim(1, shop=True), [Task("0/0", 2, 2)]),
        ("R0b S0b", Aim(1, {"ruby": 1}, shop=True), [Task("0/0", 3, 3), Task("1/0", 3, 3)]),
        ("E0b", Aim(1, shop=True), [Task("", 0, 4, "shop")]),
        ("S0a+bb", Aim(1, shop=True), None),
        ("V0b+a", Aim(1, ogres=2), [Task("0/0", 1, 3)]),
        ("E0b", Aim(1, ogres=2), [Task("", 0, 5, "tavern")]),
        ("V0a+bb", Aim(1, ogres=1), None),
        # A monster: five dwarves, unless a rival stands there.
        ("X0b+aa", Aim(1, monster="0/0"), [Task("0/0", 3, 3)]),
        ("X0b+aaaaa", Aim(1, monster="0/0"), [Task("0/0", 0, 0)]),
        ("X0b+aab", Aim(1, monster="0/0"), None),
    ],
    ids=str,
)
def test_tasks_are_counted_in_dwarves_and_actions(drawn: str, aim: Aim, found: Any) -> None:
    assert tasks(mind(table(drawn, seats=3, slain=("ice_giant",))), aim) == found


@gn("GN-2")
def test_gems_that_are_held_need_no_task_and_those_of_an_empty_pile_cannot_be_had() -> None:
    held = mind(table("R0b", gems=("ruby",)))
    assert tasks(held, Aim(1, {"ruby": 1})) == []
    assert tasks(held, Aim(1, {"ruby": 2})) == [Task("0/0", 3, 3)]
    few = mind(table("R0b", gems=("", "ruby " * 5)))
    assert tasks(few, Aim(1, {"ruby": 1})) == [Task("0/0", 3, 3)]
    assert tasks(few, Aim(1, {"ruby": 2})) is None


def test_ogres_that_are_held_need_no_task() -> None:
    assert tasks(mind(table("V0b", ogres=("thief",))), Aim(1, ogres=1)) == []
    assert tasks(mind(table("V0b", ogres=("thief",))), Aim(1, ogres=2)) == [Task("0/0", 2, 2)]


# --- what it thinks of the table


@gn("GN-21")
def test_points_are_guessed_from_what_lies_open() -> None:
    scene = table(
        "C0b", seats=3, gems=("", "ruby topaz"), bought=("", "EDD"), slain=("", "dragon"), secrets=("king",)
    )
    seen = mind(scene)
    assert [seen.points(one) for one in seen.view.players] == [0, 12 + 3 + 2 + 2 * 1.5, 0]
    assert not seen.is_ahead and mind(scene, 1).is_ahead
    shown = table("E0b", secrets=("hunter",), slain=("dragon dragon",)).when(0, c.ShowGoal())
    assert mind(shown).points(mind(shown).me) == 8 + 6


@gn("GN-11")
def test_dwarves_that_work_in_this_turn_are_not_spare() -> None:
    seen = mind(table("T0b+a R0b+aaaa E0b"))
    assert [seen.spare(place) for place in ("0/0", "1/0", "2/0")] == [1, 1, 0]
    assert mind(table("T0b+aa")).spare("0/0") == 0


@gn("GN-4")
@pytest.mark.parametrize(
    ("drawn", "secret", "worth"),
    [
        ("C0a T0b", "architect", 8 / 6),
        ("C0a T0b", "king", 8 / 6),
        ("C0a T0b", "hunter", 0),
        ("T0b", "king", 0),
    ],
)
def test_a_card_more_counts_for_a_secret_goal_that_is_met_by_building(
    drawn: str, secret: str, worth: float
) -> None:
    assert mind(table(drawn, secrets=(secret,))).secret_for_building == worth


@gn("GN-16", "GN-21")
@pytest.mark.parametrize(
    ("play", "rate"),
    [
        (c.PlayKingdom("topaz_mine", "1/0", 1), 0),  # its walls shut it out
        (c.PlayKingdom("topaz_mine", "-1/0", 0), 2),  # to the own kingdom
        # It joins the kingdoms: 2 and 3 stars, less two of the giant. The rival's moves by nothing.
        (c.PlayKingdom("ice_giant", "1/0", 0), 1),
        (c.PlayKingdom("ice_giant", "4/0", 0), 0),
        (c.PlayKingdom("ice_giant", "3/-1", 0), 0),
        (c.PlayKingdom("ice_giant", "2/-1", 1), 1),
    ],
    ids=str,
)
def test_a_card_is_rated_by_the_stars_it_moves(play: Any, rate: float) -> None:
    seen = mind(table("C0a . C0b V0c", seats=3))
    assert seen.rate(play) == rate
