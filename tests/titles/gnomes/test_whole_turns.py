"""Whole turns that emails offer, drawn as maps: what each does with three or four actions (GN-30).

"+0/0" places a dwarf, "0/0>1/0" moves one, "castle@0/1:2" lays a card with quarter turns.
"""

from __future__ import annotations

import msgspec
import pytest

from games.rules.match_in_memory import MatchInMemory
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.facts import free_slots
from games.titles.gnomes.rules.land import Land
from games.titles.gnomes.rules.steps import commands_of
from games.titles.gnomes.rules.whole_turns import whole_turns
from tests.kit.given import Scene
from tests.kit.nightly import more
from tests.kit.random_play import play_at_random
from tests.kit.reading import offers
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table

#: Two cards fewer in hand, so that gems find room there.
FEW = "dragon ice_giant"


def turns(scene: Scene) -> dict[str, str]:
    return {one["aim"]: one["steps"] for one in offers(scene, 0, "act", "take_turn")}


def test_steps_are_read_as_commands() -> None:
    assert commands_of("tavern@2/-1:3 +0/0 0/0>-1/0") == [
        c.PlayKingdom("tavern", "2/-1", 3),
        c.PlaceDwarf("0/0"),
        c.MoveDwarf("0/0>-1/0"),
    ]


@gn("GN-8", "GN-30")
def test_on_an_empty_table_the_castle_is_laid() -> None:
    assert turns(table()) == {"trade": "castle@0/0:0"}
    assert turns(table(row=())) == {"build": "castle@0/0:0"}


@gn("GN-7", "GN-11", "GN-30")
@pytest.mark.parametrize(
    ("drawn", "steps"),
    [
        # Two topazes or an ogre for two dwarves are more than a ruby for three.
        ("C0a V0b T0b D0b R0b", "+1/0 +1/0 +2/0 +2/0"),
        # First what can be finished in this turn, then where most is to be had; the castle gives a fourth.
        ("C1a R0b T0b X1b", "+1/0 +1/0 +1/0"),
        ("C1a R0b T0b", "+1/0 +1/0 +1/0 +2/0"),
        ("T0b T0c T0d", "+0/0 +0/0 +1/0"),
        # Where own dwarves stand, fewer are missing; where rivals stand, there may be too little room.
        ("C0a V0b+a T0b+a D0b+bb R0b+aaa", "+1/0 +2/0"),
        ("C0a T0b+bbb R0b+bb E0b+aab", "+2/0 +2/0"),
        ("T0b+bb R0b", "+1/0 +1/0 +1/0"),
        # No more dwarves than there are at home.
        ("C1a T0b+aa R0b+aaa E0b+a D0b", "+3/0"),
        # Not where a dragon stops the mines.
        ("C1a T0b+bb E3b X0b", "+1/0"),
        ("V0b X0b", "+0/0 +0/0"),
    ],
)
def test_work_finishes_what_it_can_and_stands_where_most_is_to_be_had(drawn: str, steps: str | None) -> None:
    assert turns(table(drawn, seats=4, row=())).get("work") == steps


@gn("GN-14", "GN-30")
@pytest.mark.parametrize(
    ("drawn", "steps"),
    [
        ("C0a X2b+aaa E0b+aa T0b", "+1/0 +1/0"),
        ("C0a X2b+a T0b Y2b+aaa", "+3/0 +3/0"),  # at the monster where fewer are missing
        ("C0a X2b+aaa E1b+aaa T0b", "+1/0 2/0>1/0"),  # one came from the next card, whose work goes on
        ("C0a X2b+aaa D1b+aa E0b+a", "+1/0"),  # but not from one that is worked
        ("C0a X2b+aaa D0b+a E0b+aa", "+1/0 2/0>1/0"),  # nor from one further off
        ("C0a X2b+aaab", None),  # a rival's dwarf blocks the hunt
        ("C0a X2b+aaaaa T0b", None),  # they are all there
        ("X2b T0b", "+0/0 +0/0 +0/0"),
    ],
)
def test_a_hunt_gathers_where_fewest_are_missing(drawn: str, steps: str | None) -> None:
    assert turns(table(drawn, row=())).get("hunt") == steps


@gn("GN-12", "GN-30")
@pytest.mark.parametrize(
    ("drawn", "steps"),
    [
        ("C2a+a R0b/E0b T0b", "+0/0"),
        ("C2a R0b/E0b T0b", "+0/0 +0/0"),
        ("C2a+bb R0b/E0b T0b", None),  # no room
        ("C2a+aa R0b/E0b T0b", None),  # they are there
        ("C2a R0b/E0b+b T0b", None),  # dwarves stand on the only stack
        ("C2a R0b T0b", None),  # no stack
        ("C2b R0b/E0b T0b", None),  # not the own castle
        ("C2a Y0b R0b/E0b", None),  # a monster in its kingdom
    ],
)
def test_a_dig_gathers_at_the_own_castle_where_there_is_something_to_dig(
    drawn: str, steps: str | None
) -> None:
    assert turns(table(drawn, row=())).get("dig") == steps


@gn("GN-7", "GN-8", "GN-30")
@pytest.mark.parametrize(
    ("drawn", "steps"),
    [
        # The castle first, and with it a fourth action; then mines, the shop and the tavern.
        ("T0b", "castle@1/0:0 +0/0 +0/0"),
        ("R2b", "castle@0/1:0 +0/0 +0/0 +0/0"),
        ("R2b . Y0b", "castle@1/0:0 +0/0 +0/0"),
        ("C0a R1b+bb", "ruby_mine@0/-1:1 +0/-1 +0/-1 +0/-1"),
        ("C0a R0a T0b+bb", "topaz_mine@0/-1:1 +0/-1 +0/-1 +1/0"),
        ("C0a T0a R0a E0a D0a S0a", "tavern@0/-1:1 +0/-1 +0/-1 +1/0"),
        ("C0a T0a R0a E0a D0a", "shop@0/-1:1 +1/0 +1/0 +2/0"),
        ("C0a T0a R0a E0a D0a S0a V0a", None),
        # Beside the own kingdom, turned so that it joins it on as many sides as can be.
        (". T0b . \n T1b C0a T1b \n . T2b .", "ruby_mine@1/3:0 +1/3 +1/3 +1/3"),
        ("E3b . \n C3a E1b", "ruby_mine@1/1:0 +1/1 +1/1 +1/1"),
        # Without a dwarf at home it is laid all the same.
        ("C0a T0b+aa R0b+aaa X0b+aa E0b", "ruby_mine@0/-1:1"),
    ],
)
def test_a_building_turn_lays_a_card_beside_the_own_kingdom_and_works(drawn: str, steps: str | None) -> None:
    assert turns(table(drawn, row=())).get("build") == steps


@gn("GN-13", "GN-30")
@pytest.mark.parametrize(
    ("drawn", "gems", "row", "steps"),
    [
        # To the shop, with what is left elsewhere; where dwarves stand already, if there are two.
        ("C0a S0b R0b", "ruby emerald", "RE", "+1/0 +1/0 +1/0 +2/0"),
        ("C0a S0b+aa R0b", "ruby emerald", "RE", "+1/0 +2/0 +2/0 +2/0"),
        ("C0a S0b R0b S0c+a", "ruby emerald", "RE", "+3/0 +3/0 +2/0 +2/0"),
        # A shop without room is no shop: another one is built if it is in hand.
        ("C0a S0b+bb R0b", "ruby emerald", "RE", "shop@0/-1:1 +0/-1 +0/-1 +0/-1"),
        ("C0a T0b R0b", "ruby emerald", "RE", "shop@0/-1:1 +0/-1 +0/-1 +0/-1"),
        # To the mines for what is missing, one after the other.
        ("C0a S0b R0b E0b", "emerald", "RE", "+2/0 +2/0 +2/0 +1/0"),
        ("C0a S0b R0b+aa E0b", "emerald", "RE", "+2/0 +1/0 +1/0 +1/0"),
        ("C0a S0b D0b E0b", "emerald", "EDD", "+2/0 +2/0 +1/0 +1/0"),
        # With a gem in sight that is nearer the goal, that goal.
        ("C1a S0b R0b E0b+a D0b", "ruby", "RD RE", "+3/0 +1/0 +1/0 +1/0"),
        # Where the pile has too few, the goal is out of reach.
        ("C0a S0b R0b", "emerald", "RE", "+2/0 +2/0 +2/0 +1/0"),
        ("C0a S0b R0b", "emerald", "RRE", None),
    ],
)
def test_a_trading_turn_heads_for_the_nearest_goal(
    drawn: str, gems: str, row: str, steps: str | None
) -> None:
    goals = dict.fromkeys(("RRE", "RE", "RD", "EDD", "R", "E", "D", "T", "TT", "TTT"), 10)
    taken = " ".join(["ruby"] * 5)
    scene = table(drawn, seats=3, gems=(gems, taken), slain=(FEW,), row=row.split(), trade_goals=goals)
    assert turns(scene).get("trade") == steps


@gn("GN-30")
def test_no_two_turns_on_offer_are_alike() -> None:
    assert turns(table("T0b")) == {"trade": "castle@1/0:0 +0/0 +0/0", "work": "+0/0 +0/0"}


@pytest.mark.parametrize("seats", [2, 4])
def test_turns_kept_with_a_map_are_those_found_anew(seats: int) -> None:
    def same(match: MatchInMemory) -> None:
        state = match.table.state
        new = msgspec.structs.replace(state, land=Land(state.land.kingdom, state.land.stacks))
        free = free_slots(state.land, state.dwarves)
        for seat in state.order:
            assert list(whole_turns(state, seat, free).items()) == list(whole_turns(new, seat, free).items())

    for seed in range(more(3, 60)):
        play_at_random(GNOMES, seats, seed, after=same)
