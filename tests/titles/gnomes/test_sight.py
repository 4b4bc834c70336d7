"""What a reader sees of the table, piece by piece, and what is kept from them."""

from __future__ import annotations

from typing import Any

from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.state import Shoved
from games.titles.gnomes.rules.view import AreaSeen, CardSeen, GoalSeen, PlaceSeen, Player
from tests.kit.given import Scene
from tests.kit.reading import state
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ONE, TWO, ZERO, table

LAND = """
    .   X2b/T1a/E0c
    C1a S3b+ab
    D0c C0c
"""
RD = GoalSeen("RD", {"diamond": 1, "ruby": 1}, 10)
READERS: list[Reader] = [ZERO, ONE, TWO, PUBLIC, AFTERWARDS]


def scene() -> Scene:
    """Set a table at which the first player has placed a dwarf."""
    begun = table(
        LAND,
        seats=3,
        gems=("ruby topaz topaz", "diamond"),
        ogres=("thief bouncer", "shover"),
        secrets=("king", "hunter", "warlord"),
        bought=("RD",),
        slain=("ice_giant", "", ""),
        round=7,
        rounds=30,
    )
    return begun.when(0, c.PlaceDwarf("1/1"))


@gn("GN-32", "GN-12", "GN-16")
def test_the_map_is_open_to_all_with_what_lies_beneath() -> None:
    for reader in READERS:
        view = scene().view(reader)
        assert view.places[0] == PlaceSeen(
            place="1/2",
            x=1,
            y=2,
            cards=(
                CardSeen("dragon", ONE, 2, "S"),
                CardSeen("topaz_mine", ZERO, 1, "EW"),
                CardSeen("emerald_mine", TWO, 0, "NE"),
            ),
            need=5,
            slots=5,
            star=-2,
            dwarves={},
            area=0,
            worked=False,
        )
        assert (view.places[2].dwarves, view.places[2].area, view.places[2].free) == ({0: 2, 1: 1}, 2, 1)
        assert view.areas == (
            AreaSeen(0, ("1/2",), (), -2, dragon=True, giant=False),
            AreaSeen(1, ("0/1",), (ZERO,), 2, dragon=False, giant=False),
            AreaSeen(2, ("1/1",), (), 1, dragon=False, giant=False),
            AreaSeen(3, ("0/0", "1/0"), (TWO,), 3, dragon=False, giant=False),
        )
        assert view.edge == ("1/3", "0/2", "2/2", "-1/1", "2/1", "-1/0", "2/0", "0/-1", "1/-1")
    assert table("Y0a C0b").view(PUBLIC).areas[0] == AreaSeen(0, ("0/0", "1/0"), (ONE,), 0, False, True)


@gn("GN-7", "GN-23")
def test_the_turn_is_open_to_all() -> None:
    view = scene().view(PUBLIC)
    assert (view.order, view.active, view.part, view.round, view.rounds) == ([0, 1, 2], 0, "act", 7, 30)
    assert (view.actions, view.actions_left, view.stepped, view.worked) == (1, 3, True, ())
    assert (view.over, view.last_turns, view.shoved) == (False, None, None)
    shoved = table("T0b+b E0b", ogres=("shover",)).when(0, c.Shove(1, "0/0>1/0"))
    assert shoved.view(PUBLIC).shoved == Shoved(ONE, "1/0")
    working = table("T0a+aa C2a+aa R0b/E0b").when(0, c.Done()).when(0, c.Work("0/0")).view(PUBLIC)
    assert (working.part, working.actions_left, working.worked) == ("work", 0, ("0/0",))
    assert [one.worked for one in working.places] == [True, False, False]


@gn("GN-20", "GN-23")
def test_the_end_is_open_to_all() -> None:
    ending = table("E0b", bought=("RD TTR EDD",)).when(0, c.FinishTurn())
    assert (ending.view(ONE).last_turns, ending.view(ONE).over) == (2, False)
    ending.when(1, c.FinishTurn()).when(0, c.FinishTurn())
    assert (ending.view(ONE).last_turns, ending.view(ONE).over) == (0, True)


@gn("GN-33", "GN-35")
def test_piles_are_counted_and_goals_lie_open() -> None:
    view = scene().view(PUBLIC)
    assert view.piles == {"diamond": 7, "emerald": 8, "ruby": 5, "topaz": 10}
    assert [one.goal for one in view.goals] == ["RE", "EED", "REETT"]
    assert view.goals[1] == GoalSeen("EED", {"diamond": 1, "emerald": 2}, 12)
    assert (view.goals_left, view.ogres_left, view.used) == (6, 10, {})
    used = table("E0b+b", ogres=("bouncer",)).when(0, c.Bounce(1, "0/0", 1))
    assert used.view(PUBLIC).used == {"bouncer": 1}


def first(reader: Reader) -> Player:
    """Give the first player as a reader sees them."""
    seen: Any = scene().view(reader).players[0]
    assert isinstance(seen, Player)
    return seen


@gn("GN-33", "GN-21")
def test_of_a_player_all_see_everything_but_hand_and_secret_goal() -> None:
    for reader in READERS:
        owner = reader in (ZERO, AFTERWARDS)
        assert first(reader) == Player(
            seat=ZERO,
            supply=5,
            on_cards=2,
            kingdom=("ruby_mine", "emerald_mine", "diamond_mine", "tavern", "shop", "dragon"),
            gems={"ruby": 1, "topaz": 2} if owner else None,
            gem_count=3,
            sure={"ruby": 1, "topaz": 2},
            ogres=("thief", "bouncer") if owner else None,
            ogre_count=2,
            secret="king" if owner else None,
            shown=False,
            bought=(RD,),
            slain=("ice_giant",),
            castle="0/1",
            area=1,
            worth=2,
        )
    assert (first(ONE).goals_met, first(ONE).hand_count) == (1, 11)


@gn("GN-21")
def test_without_a_castle_there_is_no_kingdom() -> None:
    second = scene().view(PUBLIC).players[1]
    assert (second.castle, second.area, second.worth) == (None, -1, 0)


@gn("GN-10", "GN-33")
def test_a_secret_goal_that_was_shown_is_open() -> None:
    shown = table("E0b", secrets=("hunter", "king"), slain=("dragon dragon",)).when(0, c.ShowGoal())
    assert [(one.secret, one.shown) for one in shown.view(PUBLIC).players] == [
        ("hunter", True),
        (None, False),
    ]
    assert shown.view(PUBLIC).players[0].goals_met == 1


@gn("GN-33")
def test_a_reader_is_asked_only_what_is_theirs() -> None:
    kinds = {reader: [one.question.kind for one in scene().view(reader).asked] for reader in READERS}
    assert kinds == {ZERO: ["act"], ONE: ["show"], TWO: ["show"], PUBLIC: [], AFTERWARDS: []}
    assert [scene().view(reader).reader for reader in READERS] == [0, 1, 2, -1, -1]
    assert [(one.seat, one.kind) for one in scene().view(PUBLIC).questions] == [
        (0, "act"),
        (1, "show"),
        (2, "show"),
    ]
    (asked,) = scene().view(ZERO).asked
    assert asked.choices == GNOMES.core.choices(state(scene()), asked.question)


def test_several_readers_see_together_what_each_sees_alone() -> None:
    shown = scene()
    assert GNOMES.secrecy.views is not None
    assert list(GNOMES.secrecy.views(state(shown), READERS)) == [shown.view(reader) for reader in READERS]


@gn("GN-32")
def test_a_view_knows_the_same_map_dwarves_and_hands_as_the_table() -> None:
    view, table_ = scene().view(PUBLIC), state(scene())
    assert view.land == table_.land
    assert view.dwarves == table_.dwarves
    assert [view.gem_count(seat) for seat in (ZERO, ONE, TWO)] == [3, 1, 0]
    for name in ("row", "supply", "kingdom", "sure", "slain", "shown"):
        assert getattr(view, name) == getattr(table_, name)
