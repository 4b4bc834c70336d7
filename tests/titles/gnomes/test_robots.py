"""The robots: the steward beats those who play at random, and every answer of it is legal."""

from __future__ import annotations

import random
import time

import pytest

from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from tests.kit.nightly import more
from tests.kit.random_play import one_among_random, play_robots
from tests.kit.reading import came
from tests.titles.gnomes.scenes import table

MATCHES = more(40, 400)
WINS = 0.85
MILLISECONDS = 20


def test_the_steward_beats_three_who_play_at_random() -> None:
    won = 0
    for seed in range(MATCHES):
        match = play_robots(GNOMES, one_among_random("steward", seed % 4, 4), seed)
        result = GNOMES.core.outcome(match.table.state)
        assert result is not None
        won += result[seed % 4].rank == 1
    assert won >= WINS * MATCHES


@pytest.mark.parametrize("seats", GNOMES.meta.seats)
def test_stewards_end_a_match_by_three_goals_mostly(seats: int) -> None:
    ends = [play_robots(GNOMES, ["steward"] * seats, seed).records[-1].event for seed in range(8)]
    assert [one.why for one in ends if isinstance(one, e.MatchEnded)].count("goals") >= 6


def test_a_step_of_the_steward_is_quick() -> None:
    before, steps = time.process_time(), 0
    for seed in range(3):
        steps += len(play_robots(GNOMES, ["steward"] * 4, seed).records) // 2
    assert 1000 * (time.process_time() - before) / steps < MILLISECONDS


def steward(scene, seat=0):
    (asked,) = [one for one in scene.view(seat).asked if one.question.awaited]
    return GNOMES.robots["steward"](scene.view(seat), asked.question, random.Random(0))


def test_it_builds_its_castle_first() -> None:
    command = steward(table("E0b"))
    assert isinstance(command, c.PlayKingdom) and command.card == "castle"


def test_it_shows_a_secret_goal_that_is_met() -> None:
    assert steward(table("E0b", secrets=("hunter",), slain=("dragon dragon",))) == c.ShowGoal()


def test_it_buys_what_brings_most_and_slays_before_it_mines() -> None:
    scene = table("S0b+aaa", gems=("ruby emerald emerald diamond",)).when(0, c.Done())
    assert steward(scene) == c.Buy("0/0", "EED")
    scene = table("T0b+aa X2b+aaaaa").when(0, c.Done())
    assert steward(scene) == c.Work("1/0")


def test_it_plays_a_thief_on_whoever_leads() -> None:
    scene = table("E0b", seats=3, ogres=("thief",), gems=("", "topaz", "ruby ruby ruby"))
    assert steward(scene) == c.StealGem(2)


def test_it_goes_where_its_last_dwarf_is_missing() -> None:
    scene = table("C0a S0b+aa T0b", gems=("ruby emerald",), secrets=("hunter",))
    assert steward(scene) == c.PlaceDwarf("1/0")
    assert came(scene.when(0, steward(scene)))
