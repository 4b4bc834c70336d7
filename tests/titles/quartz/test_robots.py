"""The two robots: what they are told is all they know, what they do is legal, and one of them is good."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from games.rules.kernel import turn
from games.rules.kernel.codec import written_out
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.choices import BY_KIND
from games.titles.quartz.rules.view import Sight
from tests.kit.random_play import one_among_random, play_at_random, play_robots, secret_of
from tests.titles.quartz.paragraphs import qz

VARIANTS: dict[str, dict[str, object]] = {
    "plain": {},
    "thrill": {"thrill": True},
    "covered": {"covered_carts": True},
    "covered thrill": {"thrill": True, "covered_carts": True},
}
each_variant = pytest.mark.parametrize("variant", VARIANTS)
each_table = pytest.mark.parametrize("seats", QUARTZ.meta.seats)
Table = MatchInMemory[Any, Any, Any, Any, Any, Any]


def read_back(view: Sight) -> Sight:
    """Give a view as it comes out of its own bytes: nothing can hide in that."""
    return msgspec.json.decode(written_out(view), type=Sight)


@each_variant
def test_both_robots_answer_everything_legally_and_by_what_the_bytes_of_a_view_say(variant: str) -> None:
    looked_at: Counter[str] = Counter()

    def look(table: Table) -> None:
        for name, question in table.questions().items():
            view = table.view(name.seat)
            again = read_back(view)
            assert again == view
            for robot in QUARTZ.robots.values():
                command = robot(again, question, random.Random(table.table.number))
                assert command == robot(view, question, random.Random(table.table.number))
                turn.check(QUARTZ, table.table, question, command)
                looked_at[question.kind] += 1

    for seed in range(80, 101):  # where every kind of question comes up
        play_at_random(QUARTZ, 3 + seed % 3, seed, options=VARIANTS[variant], after=look)
    thrilling = {"thrill", "thrill_more"}
    assert looked_at.keys() == BY_KIND.keys() - (set() if "thrill" in variant else thrilling)
    assert looked_at.total() > 3000


def test_the_type_of_a_view_has_no_place_for_a_state() -> None:
    """All the way down it is made of plain data that msgspec can write and read."""
    built_of = repr(msgspec.inspect.type_info(Sight))
    assert "Dwarf" in built_of
    assert not [word for word in ("State'", "Draft'", "CustomType", "AnyType", "RawType") if word in built_of]


@qz("QZ-46")
@each_variant
def test_robots_play_the_same_whatever_is_hidden(variant: str) -> None:
    """With every hidden thing taken out of the state first, a seat's view is the same, and so is its move."""
    sitting = MatchInMemory.begin(QUARTZ, 4, secret_of(3), VARIANTS[variant])
    for _ in range(40):
        name = sitting.awaited()[0]
        bare = QUARTZ.core.copy(sitting.table.state)
        for seat in set(sitting.seats) - {name.seat}:
            bare.hands[seat] = {"eureka": sum(bare.hands[seat].values())} if bare.hands[seat] else {}
            bare.chests[seat] = {"quartz": sum(bare.chests[seat].values())} if bare.chests[seat] else {}
        question = sitting.questions()[name]
        views = [sitting.view(name.seat), QUARTZ.core.view(bare, name.seat)]
        assert views[0] == views[1]
        sitting.give(name, name.seat, QUARTZ.robots["miner"](views[1], question, random.Random(1)))


# --- the miner is good


@each_variant
@each_table
def test_one_miner_among_random_robots_wins_far_more_than_its_share(seats: int, variant: str) -> None:
    games, won, mine, theirs = 24, 0, 0, 0.0
    for seed in range(games):
        miner = seed % seats
        robots = one_among_random("miner", miner, seats)
        sitting = play_robots(QUARTZ, robots, seed, options=VARIANTS[variant])
        result = QUARTZ.core.outcome(sitting.table.state)
        assert result is not None
        won += result[miner].rank == 1
        mine += result[miner].points
        theirs += sum(place.points for place in result if place.seat != miner) / (seats - 1)
    print(
        f"\n{seats} seats, {variant}: won {won} of {games}, {mine / games:.1f} to {theirs / games:.1f} points"
    )
    assert won >= 18
    assert mine > 1.7 * theirs


@each_table
def test_a_table_of_miners_ends_and_earns_more_than_one_of_random_robots(seats: int) -> None:
    totals = {}
    for robot in QUARTZ.robots:
        totals[robot] = 0
        for seed in range(6):
            totals[robot] += sum(play_robots(QUARTZ, [robot] * seats, seed).table.state.coins)
    assert totals["miner"] > 1.3 * totals["random"]
