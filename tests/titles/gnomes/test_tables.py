"""The tables a host may change, up to their limits; and answers, which leave the table before them alone."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.rules.kernel.refusal import Refused
from games.rules.match_in_memory import MatchInMemory
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.cards import GOALS, KINGDOM, Kingdom, cost
from tests.kit.random_play import secret_of
from tests.kit.reading import came
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table

NINE = {f"{'R' * n}{'E' * m}": 10 for n in (1, 2, 3) for m in (1, 2, 3)}
TEN = NINE | {"TTTTTT": 99}


@gn("GN-1")
def test_every_mine_names_its_gem_and_how_many_it_gives() -> None:
    mines = {card: (kind.gem, kind.gives) for card, kind in KINGDOM.items() if kind.work == "gem"}
    assert mines == {
        "ruby_mine": ("ruby", 1),
        "emerald_mine": ("emerald", 1),
        "diamond_mine": ("diamond", 1),
        "topaz_mine": ("topaz", 2),
    }
    assert {(kind.gem, kind.gives) for kind in KINGDOM.values() if kind.work != "gem"} == {("", 0)}
    shop = Kingdom(pile="house", need=3, slots=4, work="trade", star=1, walls="NS", gem="", gives=0)
    assert KINGDOM["shop"] == shop


@gn("GN-3")
def test_a_goal_costs_what_its_letters_say() -> None:
    assert cost("RDDTT") == {"diamond": 2, "ruby": 1, "topaz": 2}
    assert all(sum(cost(goal).values()) == len(goal) for goal in GOALS)


LAWFUL: list[dict[str, Any]] = [
    {"needs": {"castle": 1}},
    {"needs": {"castle": 7}, "slots": {"castle": 7}},
    {"stars": {"castle": 9, "dragon": -9}},
    {"walls": {"castle": ""}},
    {"walls": {"castle": "NES"}},
    {"gem_cards": {"topaz": 34, "emerald": 0, "diamond": 0, "ruby": 0}},
    {"gem_points": {"topaz": 0, "emerald": 99, "diamond": 1, "ruby": 1}},
    {"trade_goals": TEN},
    {"ogre_cards": {"thief": 13}},
    {"first_player": 2},
    {"rounds": 10},
    {"rounds": 60},
]


@gn("GN-1", "GN-2", "GN-3", "GN-5", "GN-23")
@pytest.mark.parametrize("options", LAWFUL, ids=str)
def test_a_host_may_change_the_tables_up_to_their_limits(options: dict[str, Any]) -> None:
    MatchInMemory.begin(GNOMES, 3, secret_of(1), options)


NEEDS = "1 to 7 dwarves needed, at least as many slots, -9 to 9 stars"
SIDES = "walls are some of the sides N, E, S, W, not all"
LETTERS = "trade_goals: 1 to 6 of the letters T, E, D, R each"
UNLAWFUL: list[tuple[dict[str, Any], str]] = [
    ({"needs": {"moat": 1}}, "needs: known kingdom cards"),
    ({"slots": {"moat": 1}}, "slots: known kingdom cards"),
    ({"stars": {"moat": 1}}, "stars: known kingdom cards"),
    ({"walls": {"moat": "N"}}, "walls: known kingdom cards"),
    ({"needs": {"castle": 0}}, f"castle: {NEEDS}"),
    ({"needs": {"shop": 5}}, f"shop: {NEEDS}"),
    ({"slots": {"shop": 8}}, f"shop: {NEEDS}"),
    ({"stars": {"shop": 10}}, f"shop: {NEEDS}"),
    ({"stars": {"shop": -10}}, f"shop: {NEEDS}"),
    ({"walls": {"shop": "NESW"}}, f"shop: {SIDES}"),
    ({"walls": {"shop": "NN"}}, f"shop: {SIDES}"),
    ({"walls": {"shop": "X"}}, f"shop: {SIDES}"),
    ({"gem_cards": {"opal": 34}}, "gem_cards: known cards, 34 of them in all"),
    ({"gem_cards": {"ruby": 33}}, "gem_cards: known cards, 34 of them in all"),
    ({"gem_cards": {"ruby": 35, "topaz": -1}}, "gem_cards: known cards, 34 of them in all"),
    ({"ogre_cards": {"troll": 13}}, "ogre_cards: known cards, 13 of them in all"),
    ({"ogre_cards": {"thief": 12}}, "ogre_cards: known cards, 13 of them in all"),
    ({"gem_points": {"ruby": 3}}, "gem_points: a number for each gem"),
    ({"gem_points": {"topaz": 1, "emerald": 1, "diamond": 1, "ruby": -1}}, "points: from 0 to 99"),
    ({"gem_points": {"topaz": 1, "emerald": 1, "diamond": 1, "ruby": 100}}, "points: from 0 to 99"),
    ({"trade_goals": NINE | {"TT": 100}}, "points: from 0 to 99"),
    ({"trade_goals": NINE}, "trade_goals: 10 of them"),
    ({"trade_goals": NINE | {"TTTTTTT": 1}}, LETTERS),
    ({"trade_goals": NINE | {"": 1}}, LETTERS),
    ({"trade_goals": NINE | {"TQ": 1}}, LETTERS),
    ({"first_player": 3}, "first_player: a seat at this table, or random"),
]


@gn("GN-1", "GN-2", "GN-3", "GN-5")
@pytest.mark.parametrize(("options", "reason"), UNLAWFUL, ids=str)
def test_tables_that_make_no_sense_are_refused_with_the_reason(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as found:
        MatchInMemory.begin(GNOMES, 3, secret_of(1), options)
    assert (found.value.code, found.value.details) == ("options", {"reason": reason})


@gn("GN-6")
def test_a_match_begins_with_the_tables_of_its_options() -> None:
    options: dict[str, Any] = {"ogre_cards": {"thief": 13}, "trade_goals": TEN, "rounds": 12}
    begun: Any = MatchInMemory.begin(GNOMES, 2, secret_of(1), options).table
    assert begun.state.urns["ogres"] == {"thief": 13}
    assert {*begun.state.row, *begun.state.urns["goals"]} == TEN.keys()
    assert (begun.state.rounds, begun.state.round) == (12, 1)
    assert begun.state.tables == GNOMES.core.tables(begun.options)


# --- answers


def answers() -> list[Any]:
    """Set tables, each with a command and its draws: together they change all there is to change."""
    works = "V0b+aa S0b+aaa T0b+a R2b/E0b C2a Y0b"
    full = table(works, gems=("ruby emerald topaz topaz",)).when(0, c.PlaceDwarf("2/0"))
    over = table("E0b", gems=("ruby",), ogres=("thief",)).when(0, c.Done())
    hands = {"gems": ("ruby", "topaz")}
    return [
        (table(), c.FinishTurn()),
        (full, c.FinishTurn(), "bouncer", "RD"),
        (table("X0b+aaaaa"), c.FinishTurn()),
        (over, c.Discard(["thief", "ruby"])),
        (table("T0b+a E0b+b", ogres=("bouncer",)), c.Bounce(1, "1/0", 1)),
        (table("T0b+a E0b+b", ogres=("shover",)), c.Shove(1, "1/0>0/0")),
        (table("E0b", ogres=("thief",), gems=hands["gems"]), c.StealGem(1), "topaz"),
        (table("E0b", ogres=("sharp", "thief")), c.StealOgre(1), "thief"),
        (table("E0b", secrets=("hunter",), slain=("dragon dragon",)), c.ShowGoal()),
        (table("E0b"), c.PlayKingdom("castle", "0/-1")),
    ]


@pytest.mark.parametrize("number", range(10))
def test_an_answer_leaves_the_table_before_it_as_it_was(number: int) -> None:
    scene, command, *chance = answers()[number]
    kept = scene.table.table.state
    before = copy.deepcopy(kept)
    scene.when(0, command, chance=chance)
    assert came(scene) and kept == before
