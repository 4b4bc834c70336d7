"""What an answer leaves behind: on the table, in hands, and of the turn."""

from __future__ import annotations

from games.rules.match_in_memory import MatchInMemory
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from tests.kit.random_play import secret_of
from tests.kit.reading import happened, state
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ZERO, land, table


@gn("GN-9")
def test_a_dwarf_that_moved_stands_on_the_next_card_alone() -> None:
    scene = table("T0b+aa E0b+b").when(0, c.MoveDwarf("0/0>1/0"))
    assert state(scene).dwarves == {"0/0": (1, 0), "1/0": (1, 1)}
    assert (state(scene).supply, state(scene).actions) == ([5, 6], 1)
    scene.when(0, c.MoveDwarf("0/0>1/0"))
    assert state(scene).dwarves == {"1/0": (2, 1)}


@gn("GN-13")
def test_a_goal_takes_all_its_gems_from_the_hand_to_their_piles() -> None:
    scene = table("S0b+aaa", gems=("emerald emerald emerald diamond",)).when(0, c.Done())
    scene.when(0, c.Buy("0/0", "EED"), chance=["RD"])
    assert state(scene).gems[0] == state(scene).sure[0] == {"emerald": 1}
    assert state(scene).piles == {"topaz": 12, "emerald": 7, "diamond": 8, "ruby": 6}
    assert state(scene).bought[0] == ("EED",)


@gn("GN-11", "GN-14")
def test_in_which_order_monsters_and_others_are_worked_is_their_players_choice() -> None:
    scene = table("T0b+aa X2b+aaaa", needs={"dragon": 4}).when(0, c.Done())
    assert scene.asked(0) == ["work"]
    scene = table("T0b+aa V0b+aa").when(0, c.Done(), chance=["thief"])
    assert len(happened(scene, e.GemsMined)) == len(happened(scene, e.OgreHired)) == 1


@gn("GN-10", "GN-17")
def test_a_goal_may_be_shown_while_cards_are_discarded_which_then_goes_on() -> None:
    scene = table("E0b", secrets=("hunter",), slain=("dragon dragon",), gems=("ruby topaz",))
    scene.when(0, c.Done())
    assert scene.asked(0) == ["discard"]
    scene.when(0, c.ShowGoal())
    assert scene.asked(0) == ["discard"]
    scene.when(0, c.DiscardCheapest())
    assert happened(scene, e.CardsDiscarded) == [e.CardsDiscarded(ZERO, {"topaz": 1}, [])]
    assert state(scene).active == 1


@gn("GN-16")
def test_the_places_of_an_area_are_named_from_north_to_south() -> None:
    drawn = land("T1b\nT1b\nT1b")
    assert drawn.areas["0/0"].places == ("0/2", "0/1", "0/0")


@gn("GN-31")
def test_out_of_time_the_turn_ends_and_over_the_limit_the_cheapest_cards_go() -> None:
    scene = table("T0b+aa", gems=("ruby",), ogres=("thief",)).when_silent(0)
    assert happened(scene, e.CardsDiscarded) == [e.CardsDiscarded(ZERO, {"topaz": 2, "ruby": 1}, ["thief"])]
    scene = table("E0b", gems=("ruby topaz",)).when(0, c.Done()).when_silent(0)
    assert happened(scene, e.CardsDiscarded) == [e.CardsDiscarded(ZERO, {"ruby": 1, "topaz": 1}, [])]


@gn("GN-20")
def test_after_the_end_no_part_of_a_turn_is_left() -> None:
    scene = table("E0b", bought=("RD TTR EDD",)).when(0, c.FinishTurn())
    scene.when(1, c.FinishTurn()).when(0, c.FinishTurn())
    view = scene.view(0)
    assert (view.over, view.part, view.questions, view.asked) == (True, "", (), ())


@gn("GN-11", "GN-31")
def test_works_of_one_kind_go_from_north_to_south_and_from_west_to_east() -> None:
    scene = table("C1a T0b T0c", seats=3)
    for place in ("2/0", "2/0", "1/0", "1/0"):
        scene.when(0, c.PlaceDwarf(place))
    assert [one.place for one in happened(scene.when(0, c.Done()), e.GemsMined)] == ["1/0", "2/0"]


@gn("GN-6")
def test_seats_are_shuffled_unless_the_host_fixes_them() -> None:
    def neighbour(number: int, **options: str) -> int:
        """Give the seat that plays after the first one."""
        order = MatchInMemory.begin(GNOMES, 4, secret_of(number), {**options}).table.state.order
        return int(order[(order.index(ZERO) + 1) % 4])

    assert {neighbour(number) for number in range(20)} == {1, 2, 3}
    assert {neighbour(number, seating="fixed") for number in range(20)} == {1}
