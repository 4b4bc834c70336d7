"""Secret goals: met exactly where the rulebook says, and not one card before."""

from __future__ import annotations

import pytest

from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.land import Land
from tests.kit.reading import happened, offers
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ZERO, land, table

EIGHT = "C0a D0b D0c D0d D0a S0b S0c S0d"


@gn("GN-4", "GN-10", "GN-16")
@pytest.mark.parametrize(
    ("secret", "drawn", "met"),
    [
        ("architect", EIGHT, True),
        ("architect", EIGHT.removesuffix(" S0d"), False),
        ("architect", EIGHT.replace("C0a", "D0a"), False),  # no castle, no kingdom
        ("architect", EIGHT.replace("D0d", "D1d"), False),  # a wall cuts it in two
        ("architect", EIGHT.replace("S0d", "X0d"), True),  # monsters count as cards
        ("king", "C0a T0b T0c T0d T0a", True),  # 10 stars
        ("king", "C0a T0b T0c T0d D0a", False),
        ("king", "C0a T0b T0c T0d T0a X0b C0b", True),
        ("king", "C0a T0b T0c T0d T0a X0b", False),  # its stars are taken off
        ("conqueror", "C0a T0b C0b", True),
        ("conqueror", "C0a T1b C0b", False),
        ("conqueror", "C0a T0b", False),
        ("conqueror", "C0a T0b C0b X0c", False),
        ("conqueror", "C0a T0b C0b Y0c", False),
        ("conqueror", "C0b T0b C0c", False),
    ],
)
def test_a_kingdom_meets_a_goal(secret: str, drawn: str, met: bool) -> None:
    scene = table(drawn, seats=4, secrets=(secret,))
    assert bool(offers(scene, 0, "act", "show_goal")) == met


@gn("GN-4")
@pytest.mark.parametrize(
    ("secret", "hand", "met"),
    [
        ("hunter", {"slain": ("dragon ice_giant",)}, True),
        ("hunter", {"slain": ("dragon", "ice_giant")}, False),
        ("treasurer", {"gems": ("ruby emerald topaz diamond",)}, True),
        ("treasurer", {"gems": ("ruby emerald topaz topaz",)}, False),
        ("warlord", {"ogres": ("thief thief bouncer",)}, True),
        ("warlord", {"ogres": ("thief bouncer", "sharp")}, False),
    ],
    ids=str,
)
def test_a_hand_meets_a_goal(secret: str, hand: dict[str, tuple[str, ...]], met: bool) -> None:
    scene = table("E0b", secrets=(secret,), **hand)  # type: ignore[arg-type]
    assert bool(offers(scene, 0, "act", "show_goal")) == met
    scene.when(0, c.ShowGoal())
    assert (scene.came[0] == e.GoalShown(ZERO, secret, final=False)) if met else scene.came.code == "not_met"


@gn("GN-4")
def test_the_overseer_is_shown_between_the_last_action_and_the_first_work_with_all_dwarves_out() -> None:
    out = table("R0b+aaa T0b+aa V0b+aa", secrets=("overseer",))
    assert offers(out, 0, "act", "show_goal") == []
    out.when(0, c.Done())
    assert {one["kind"] for one in offers(out, 0, "work")} == {"work", "finish_turn", "show_goal"}
    out.when(0, c.Work("1/0"), chance=["thief"])
    assert out.asked(0) == ["discard"] and offers(out, 0, "discard", "show_goal") == []
    home = table("R0b+aaa T0b+aa S0b+a", secrets=("overseer",)).when(0, c.Done())
    assert [offers(home, 0, kind, "show_goal") for kind in home.asked(0)] == [[]]
    rivals = table("E0b+b", active=1, secrets=("overseer", "king"))
    assert offers(rivals, 1, "act", "show_goal") == []


@gn("GN-10", "GN-23", "GN-30")
def test_showing_a_goal_is_a_step_after_which_no_whole_turn_is_offered() -> None:
    scene = table("E0b", secrets=("hunter",), slain=("dragon dragon",))
    assert offers(scene, 0, "act", "take_turn") != []
    scene.when(0, c.ShowGoal())
    assert scene.asked(0) == ["act"] and offers(scene, 0, "act", "take_turn") == []
    for seat in (0, 1, 0, 1):
        scene.when(seat, c.FinishTurn())
    assert not scene.view(0).over  # silence has lasted for three turns, not for four
    scene.when(0, c.FinishTurn())
    assert scene.view(0).over


@gn("GN-31")
def test_a_turn_that_is_finished_goes_on_to_its_work_once() -> None:
    scene = table("T0b+aa").when(0, c.FinishTurn())
    assert happened(scene, e.WorkBegan) == [e.WorkBegan(ZERO)]
    working = table("C2a+aa R0b/E0b").when(0, c.Done()).when(0, c.FinishTurn())
    assert happened(working, e.WorkBegan) == []


def test_maps_are_alike_if_the_same_cards_lie_on_them() -> None:
    assert land("C0a T1b") == land("C0a T1b")
    assert land("C0a T1b") != land("C0a T0b")
    assert land("C0a") != {"0/0": land("C0a").stacks["0/0"]}
    assert Land({}, {}) != {}
