"""What is in the box, tile by tile, and what a host may change about it."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.refusal import Refused
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules.cards import ORNAMENTS, PACK, POINTS
from tests.kit.random_play import secret_of
from tests.titles.gem_edge.paragraphs import ge

LETTERS = {"red": "R", "green": "G", "yellow": "Y", "blue": "B", "any": "*"}
ONE_COLOUR = {"ring": (2, 2), "bracelet": (2, 2), "earrings": (2, 2), "necklace": (3, 4)}
RAINBOW = {"rainbow_ring": ("**", 1), "rainbow_brooch": ("***", 3), "rainbow_diadem": ("****", 4)}
MIXED = {
    "pair": ("RG RY RB GY GB YB", 2),
    "trio": ("RGY RGB RYB GYB RRG GGY YYB BBR", 3),
    "quartet": ("RRGY BBGY", 4),
    "crown": ("RGYB", 4),
}


@ge("GE-2")
def test_every_ornament_wants_the_stones_and_brings_the_points_of_the_rulebook() -> None:
    blue = {
        f"{kind}_{colour}": (LETTERS[colour] * places, points)
        for kind, (places, points) in ONE_COLOUR.items()
        for colour in ("red", "green", "yellow", "blue")
    }
    brown = {
        f"{kind}_{stones.lower()}": (stones, points)
        for kind, (tiles, points) in MIXED.items()
        for stones in tiles.split()
    }
    found = {
        key: ("".join(LETTERS[one] for one in each.sockets), each.points) for key, each in ORNAMENTS.items()
    }
    assert found == {**blue, **RAINBOW, **brown}
    assert {key for key, one in ORNAMENTS.items() if one.blue} == {*blue, *RAINBOW}
    assert all(one.key == key for key, one in ORNAMENTS.items())


WHOLE = dict.fromkeys(POINTS, 20)
POINTS_RULE = "ornament_points: a number from 0 to 20 for each ornament"
BONUS_RULE = "set_bonus: two numbers from 0 to 20"
CARDS_RULE = "action_cards: known cards, 40 of them in all"
LAWFUL: list[dict[str, Any]] = [
    {"ornament_points": WHOLE},
    {"ornament_points": dict.fromkeys(POINTS, 0)},
    {"set_bonus": [0, 20]},
    {"action_cards": {**dict.fromkeys(PACK, 0), "tip_out": 40}},
]
UNLAWFUL: list[tuple[dict[str, Any], str]] = [
    ({"ornament_points": {**WHOLE, "crown_rgyb": 21}}, POINTS_RULE),
    ({"ornament_points": {**WHOLE, "crown_rgyb": -1}}, POINTS_RULE),
    ({"ornament_points": {**WHOLE, "tiara": 1}}, POINTS_RULE),
    ({"set_bonus": [1]}, BONUS_RULE),
    ({"set_bonus": [1, 2, 3]}, BONUS_RULE),
    ({"set_bonus": [1, 21]}, BONUS_RULE),
    ({"set_bonus": [-1, 2]}, BONUS_RULE),
    ({"action_cards": {"tip_out": 39}}, CARDS_RULE),
    ({"action_cards": {"tip_out": 41, "swap_stone": -1}}, CARDS_RULE),
    ({"action_cards": {"tip_out": 39, "abracadabra": 1}}, CARDS_RULE),
]


@ge("GE-2", "GE-3", "GE-4")
@pytest.mark.parametrize("options", LAWFUL, ids=[*"abcd"])
def test_a_host_may_change_tables_up_to_their_limits(options: dict[str, Any]) -> None:
    state = MatchInMemory.begin(GEM_EDGE, 2, secret_of(7), options).table.state
    assert dict(state.worth) == options.get("ornament_points", POINTS)
    assert list(state.bonus) == options.get("set_bonus", [1, 3])
    assert dict(state.copies) == options.get("action_cards", PACK)


@ge("GE-2", "GE-3", "GE-4")
@pytest.mark.parametrize(("options", "reason"), UNLAWFUL)
def test_tables_beyond_their_limits_are_refused_with_the_reason(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as found:
        MatchInMemory.begin(GEM_EDGE, 2, secret_of(7), options)
    assert (found.value.code, found.value.details) == ("options", {"reason": reason})


@ge("GE-2", "GE-3", "GE-4")
def test_all_figures_of_a_match_are_fixed_at_its_start() -> None:
    options = GEM_EDGE.core.options(set_bonus=(2, 5))
    assert GEM_EDGE.core.tables(options) == {
        "ornaments": {key: list(one.sockets) for key, one in ORNAMENTS.items()},
        "ornament_points": POINTS,
        "set_bonus": [2, 5],
        "action_cards": PACK,
    }


@ge("GE-1", "GE-5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_begins_with_everything_in_its_place(seats: int) -> None:
    match = MatchInMemory.begin(GEM_EDGE, seats, secret_of(7))
    state: Any = match.table.state
    assert sorted(state.order) == list(range(seats)) and state.first in state.order
    assert sum(state.urns["mine"].values()) == 40 - seats - 10
    assert sum(state.urns["cards"].values()) == 40 - seats
    assert sum(state.urns["ornaments"].values()) == 36 - 5 * seats
    assert (state.points, state.windows, state.rounds, state.round) == ([0] * seats, "light", 60, 0)
    assert len({state.first for state in (begun(n, seats) for n in range(40))}) == seats


def begun(number: int, seats: int) -> Any:
    return MatchInMemory.begin(GEM_EDGE, seats, secret_of(number)).table.state
