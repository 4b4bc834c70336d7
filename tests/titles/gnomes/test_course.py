"""The course of a match: its beginning, secret goals, silence, the end and who won."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

import pytest

from games.rules.kernel.refusal import Refused
from games.rules.match_in_memory import MatchInMemory
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.cards import GOALS, KINGDOM, SECRETS
from games.titles.gnomes.rules.land import Land
from tests.kit.nightly import more
from tests.kit.random_play import play_at_random, secret_of
from tests.kit.reading import code, happened, offers, result, seen_by, state
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ONE, TWO, ZERO, land, table


@gn("GN-6", "GN-3", "GN-1")
@pytest.mark.parametrize("seats", GNOMES.meta.seats)
def test_a_match_begins_with_three_open_goals_and_a_secret_one_each(seats) -> None:
    match = MatchInMemory.begin(GNOMES, seats, secret_of(seats))
    begun = match.table.state
    assert len(begun.row) == 3 and sum(begun.urns["goals"].values()) == 7
    assert len({*begun.secrets}) == seats and sum(begun.urns["secrets"].values()) == 7 - seats
    assert begun.supply == [7] * seats and all(len(hand) == 9 for hand in begun.kingdom)
    assert begun.active == begun.order[0]


@gn("GN-6")
def test_the_host_may_choose_the_order_and_the_first_player() -> None:
    options = {"seating": "fixed", "first_player": 2}
    assert MatchInMemory.begin(GNOMES, 4, secret_of(1), options).table.state.order == [2, 3, 0, 1]
    firsts = Counter(MatchInMemory.begin(GNOMES, 3, secret_of(n)).table.state.order[0] for n in range(60))
    assert min(firsts[seat] for seat in (ZERO, ONE, TWO)) > 8


@gn("GN-1", "GN-3", "GN-4")
def test_the_tables_have_the_totals_of_the_rulebook() -> None:
    assert (len(KINGDOM), len(GOALS), len(SECRETS)) == (9, 10, 7)
    assert max(GOALS.values()) == 16


@gn("GN-1", "GN-2", "GN-5")
@pytest.mark.parametrize(
    "options",
    [
        {"needs": {"castle": 4}},
        {"slots": {"shop": 2}},
        {"stars": {"moat": 1}},
        {"walls": {"castle": "NESW"}},
        {"walls": {"castle": "NN"}},
        {"gem_cards": {"ruby": 33}},
        {"gem_cards": {"opal": 34}},
        {"gem_points": {"ruby": 3}},
        {"trade_goals": {"RE": 10}},
        {"trade_goals": {f"{n * 'R'}Q": 10 for n in range(10)}},
        {"ogre_cards": {"bouncer": 12}},
        {"first_player": 3},
        {"rounds": 9},
    ],
    ids=str,
)
def test_options_that_make_no_sense_are_refused(options) -> None:
    with pytest.raises(Refused, match="options"):
        MatchInMemory.begin(GNOMES, 3, secret_of(1), options)


# --- kingdoms


@gn("GN-16")
def test_two_castles_in_one_area_share_it() -> None:
    drawn = land("C1b T0b C3a")
    assert drawn.area_of(ZERO) is None or drawn.area_of(ZERO) != drawn.area_of(ONE)
    shared = land("C0b T0b C0a")
    area = shared.area_of(ZERO)
    assert area is not None and area == shared.area_of(ONE)
    assert area.castles == (ONE, ZERO) and shared.worth(area) == 6


@gn("GN-16")
def test_an_empty_place_ends_an_area_and_a_wall_on_either_side_does() -> None:
    drawn = land("""
        T0b .   E0b
        C0a R1b .
    """)
    area = drawn.area_of(ZERO)
    assert area is not None and area.places == ("0/0", "1/0")
    assert drawn.areas["0/1"].places == ("0/1",)


@gn("GN-16")
def test_kingdoms_are_reckoned_once_for_each_map() -> None:
    scene = table("C0a T0b")
    before = state(scene).land
    areas = before.areas
    scene.when(0, c.PlaceDwarf("1/0"))
    assert state(scene).land is before and state(scene).land.areas is areas


@gn("GN-16")
def test_a_map_with_a_card_more_is_the_same_as_one_made_of_all_cards() -> None:
    drawn = """
        E0a T1b V2a .
        C2a R3b X0b S1b
    """
    whole = land(drawn)
    grown = land("C2a")
    for place, stack in whole.stacks.items():
        if place != "0/0":
            assert grown.slots
            grown = grown.with_card(place, stack[0])
    assert figures(grown) == figures(whole)


@gn("GN-16")
@pytest.mark.parametrize("seats", [2, 4])
def test_maps_that_grew_card_by_card_are_the_same_as_maps_made_at_once(seats: int) -> None:
    """What follows from the cards is taken over from map to map: its order too is as if reckoned anew."""

    def same(match: MatchInMemory) -> None:
        grown = match.table.state.land
        assert figures(grown) == figures(Land(grown.kingdom, grown.stacks))

    for seed in range(more(3, 60)):
        play_at_random(GNOMES, seats, seed, after=same)


def figures(drawn: Land) -> dict[str, object]:
    """Gather everything that follows from the cards of a map; of tables by place their order too."""
    names = [name for name, one in vars(Land).items() if isinstance(one, cached_property)]
    unordered = {"ways", "castles", "areas", "beside"}
    found = {name: getattr(drawn, name) for name in names}
    return {
        **{name: repr(one) for name, one in found.items() if name not in unordered},
        **{name: found[name] for name in unordered},
        "each area": drawn.listed_areas(),
    }


# --- secret goals


@gn("GN-4", "GN-10")
@pytest.mark.parametrize(
    ("secret", "drawn", "setting"),
    [
        ("architect", "C0a T0a T0b D0a D0b S0a S0b C0b", {}),
        ("king", "C0a T0a T0b D0a D0b S0a C0b", {}),
        ("hunter", "E0b", {"slain": ("dragon ice_giant",)}),
        ("treasurer", "E0b", {"gems": ("ruby emerald diamond topaz",)}),
        ("warlord", "E0b", {"ogres": ("thief sharp bouncer",)}),
        ("conqueror", "C0a T0b C0b", {}),
    ],
)
def test_a_secret_goal_may_be_shown_while_it_is_met(secret, drawn, setting) -> None:
    scene = table(drawn, secrets=(secret,), **setting)
    scene.when(0, c.ShowGoal())
    assert scene.came == [e.GoalShown(ZERO, secret, False), e.StepAsked(ZERO, "act", [ONE])]
    assert offers(scene, 0, "act", "show_goal") == []
    assert seen_by(scene, ONE, "goal_shown")[0]["goal"] == secret
    missing: dict[str, Any] = dict.fromkeys(setting, ("",))
    short = table(drawn.rpartition(" ")[0] or "T0b", secrets=(secret,), **missing)
    assert code(short.when(0, c.ShowGoal())) == "not_met"


@gn("GN-4")
def test_a_monster_in_the_kingdom_stops_the_conqueror() -> None:
    scene = table("C0a T0b C0b Y0b", secrets=("conqueror",))
    assert code(scene.when(0, c.ShowGoal())) == "not_met"


@gn("GN-4")
def test_the_overseer_is_shown_between_the_last_action_and_the_first_work_only() -> None:
    scene = table("X0b+aaaaa E0b+aa", secrets=("overseer",))
    assert code(scene.when(0, c.ShowGoal())) == "not_met"
    scene.when(0, c.Done())
    assert offers(scene, 0, "work", "show_goal")
    worked = table("X0b+aaaaa E0b+aa", secrets=("overseer",)).when(0, c.Done()).when(0, c.Work("0/0"))
    assert not happened(worked, e.GoalShown)
    scene.when(0, c.ShowGoal())
    assert happened(scene, e.GoalShown) == [e.GoalShown(ZERO, "overseer", False)]


@gn("GN-4", "GN-33")
def test_whoever_has_all_dwarves_out_is_asked_before_the_work_whatever_their_goal() -> None:
    for secret in ("overseer", "king"):
        scene = table("R0b+aa T0b+a D0b+a X0b+aaa", secrets=(secret,)).when(0, c.Done())
        assert scene.asked(0) == ["work"]


@gn("GN-4", "GN-10")
def test_a_whole_turn_that_sends_the_last_dwarf_out_stops_before_the_work() -> None:
    scene = table("R0b+aa T0b D0b+a X0b+aaa", secrets=("overseer",))
    whole = next(one for one in offers(scene, 0, "act", "take_turn") if one["aim"] == "work")
    scene.when(0, c.TakeTurn("work", whole["steps"]))
    assert scene.asked(0) == ["work"] and offers(scene, 0, "work", "show_goal")
    scene.when(0, c.ShowGoal())
    assert happened(scene, e.GoalShown) == [e.GoalShown(ZERO, "overseer", False)]


@gn("GN-10")
def test_a_goal_met_in_anothers_turn_may_be_shown_by_order_alone() -> None:
    scene = table("C0a T0b C0b", secrets=("architect", "conqueror"))
    scene.when(0, c.PlaceDwarf("1/0"))
    assert scene.asked(1) == ["show"]
    assert "show" in GNOMES.core.moments
    scene.when(1, c.ShowGoal())
    assert scene.came == [e.GoalShown(ONE, "conqueror", False)]
    assert scene.asked(0) == ["act"]


# --- silence


@gn("GN-31")
def test_silence_lays_the_castle_on_an_empty_table() -> None:
    scene = table().when_silent(0)
    assert happened(scene, e.KingdomPlayed) == [e.KingdomPlayed(ZERO, "castle", "0/0", 0, False)]
    assert state(scene).active == 1


@gn("GN-31")
def test_in_silence_all_work_goes_by_itself_in_its_order() -> None:
    drawn = "C1a+a . X2b+aaaaa T0b+aa"
    scene = table("S0b+aaa . V0b+aa T0b+aa", gems=("ruby emerald emerald diamond",))
    before = scene.when_silent(0, chance=["thief"]).came
    scene.when(0, c.GoOn(), chance=["RD"])
    kinds = [type(event).__name__ for event in [*before, *scene.came]]
    assert [one for one in kinds if one in ("OgreHired", "GemsMined", "GoalBought")] == [
        "OgreHired",
        "GemsMined",
        "GoalBought",
    ]
    assert happened(scene, e.GoalBought)[0].goal == "REETT"  # with the topazes just mined
    scene = table(drawn).when_silent(0)
    assert [type(one) for one in scene.came if isinstance(one, e.MonsterSlain | e.GemsMined)] == [
        e.MonsterSlain,
        e.GemsMined,
    ]


@gn("GN-31")
def test_in_silence_a_castle_digs_nothing_and_the_cheapest_cards_go() -> None:
    scene = table("C1b+aa . R0b/D0b").when_silent(0)
    assert happened(scene, e.WorkedInVain)[0].why == "rest"
    scene = table("E0b", gems=("ruby topaz",), ogres=("thief sharp",)).when_silent(0)
    assert happened(scene, e.CardsDiscarded) == [
        e.CardsDiscarded(ZERO, {"ruby": 1, "topaz": 1}, ["sharp", "thief"])
    ]


@gn("GN-23")
def test_a_match_ends_when_every_seat_lets_two_turns_pass_without_a_step() -> None:
    scene = table("E0b").when_silent(0).when_silent(1).when_silent(0)
    assert scene.outcome is None
    scene.when_silent(1)
    assert happened(scene, e.MatchEnded) == [e.MatchEnded("silence")]


@gn("GN-23")
def test_a_step_of_anyone_keeps_a_match_going_and_a_turn_passed_by_hand_does_not() -> None:
    scene = table("E0b").when_silent(0).when(1, c.FinishTurn()).when_silent(0)
    scene.when(1, c.PlaceDwarf("0/0")).when(1, c.FinishTurn())
    assert scene.outcome is None
    passed = table("E0b")
    for seat in (0, 1, 0, 1):
        passed.when(seat, c.FinishTurn())
    assert passed.outcome is not None


@gn("GN-23")
def test_a_match_ends_with_its_last_round() -> None:
    scene = table("E0b", round=10, rounds=10, active=0).when(0, c.PlaceDwarf("0/0")).when(0, c.Done())
    assert scene.outcome is None
    scene.when(1, c.PlaceDwarf("0/0")).when(1, c.Done())
    assert happened(scene, e.MatchEnded) == [e.MatchEnded("rounds")]


# --- the end


@gn("GN-20")
def test_three_goals_give_everyone_one_last_turn() -> None:
    scene = table("S0b+aaa", seats=3, gems=("ruby emerald",), bought=("RD TTR",)).when(0, c.Done())
    scene.when(0, c.Buy("0/0", "RE"), chance=["EEDD"])
    assert happened(scene, e.LastTurnsBegan) == [e.LastTurnsBegan(ZERO, 3)]
    for seat in (1, 2):
        scene.when(seat, c.PlaceDwarf("0/0")).when(seat, c.Done())
    assert scene.outcome is None
    scene.when(0, c.Done())
    assert happened(scene, e.MatchEnded) == [e.MatchEnded("goals")]


@gn("GN-20")
def test_a_goal_shown_in_anothers_turn_counts_at_the_end_of_that_turn() -> None:
    scene = table("C0a T0b C0b", secrets=("architect", "conqueror"), bought=("", "RD TTR"))
    scene.when(0, c.PlaceDwarf("1/0")).when(1, c.ShowGoal()).when(0, c.PlaceDwarf("0/0"))
    assert scene.outcome is None
    scene.when(0, c.Done())
    assert happened(scene, e.LastTurnsBegan) == [e.LastTurnsBegan(ONE, 2)]


@gn("GN-10", "GN-21")
def test_at_the_count_every_goal_that_is_met_is_shown_by_itself() -> None:
    scene = table("C0a T0b C0b", secrets=("conqueror", "overseer"), gems=("ruby",), slain=("", "dragon"))
    for seat in (0, 1, 0):
        scene.when(seat, c.FinishTurn())
    scene.when(1, c.FinishTurn())
    assert happened(scene, e.GoalShown) == [e.GoalShown(ZERO, "conqueror", True)]
    first, second = result(scene)
    assert first.details == {
        "goals": 0,
        "secret": 8,
        "monsters": 0,
        "gems": 3,
        "kingdom": 6,
        "size": 3,
        "dwarves": 0,
    }
    assert (first.points, second.points) == (17, 9)


@gn("GN-21")
def test_a_castle_in_hand_gives_no_points_for_a_kingdom() -> None:
    scene = table("E0b T0b", secrets=("king", "hunter"))
    for seat in (0, 1, 0, 1):
        scene.when(seat, c.FinishTurn())
    assert [one.points for one in result(scene)] == [0, 0]


@gn("GN-22")
@pytest.mark.parametrize(
    ("drawn", "ranks"),
    [
        ("C0a . C0b", [1, 1]),
        ("C0a . C0b+b", [2, 1]),
        ("C0a E0a R1a+a Y2a . C0b", [1, 2]),  # one card more for no star more
    ],
)
def test_ties_go_to_the_larger_kingdom_then_to_more_dwarves_on_the_table(drawn, ranks) -> None:
    stars = {"emerald_mine": 0, "ruby_mine": 2, "ice_giant": -2}
    scene = table(drawn, secrets=("hunter", "warlord"), stars=stars)
    for seat in (0, 1, 0, 1):
        scene.when(seat, c.FinishTurn())
    assert [one.rank for one in result(scene)] == ranks
