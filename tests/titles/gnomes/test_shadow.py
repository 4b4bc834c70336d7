"""Whole matches, followed by another reading of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.kernel.events import kind_of_type
from games.rules.kernel.fold import played
from games.rules.match_in_memory import MatchInMemory
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import events as e
from tests.kit.nightly import more
from tests.kit.random_play import play_at_random, play_robots
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.shadow import Shadow
from tests.titles.gnomes.shadow_land import KINDS, Card, Ground

MATCHES = more(8, 234)  # by night 702 at random


def follow(sitting: MatchInMemory) -> Shadow:
    shadow = Shadow()
    for record in played(sitting.records):
        shadow.see(record.event)
    assert shadow.agrees(GNOMES.core.outcome(sitting.table.state)), "GN-21, GN-22"
    return shadow


@gn("GN-6", "GN-7", "GN-8", "GN-9", "GN-10", "GN-11", "GN-13", "GN-17", "GN-20", "GN-21", "GN-22", "GN-23")
@pytest.mark.parametrize("seats", GNOMES.meta.seats)
def test_another_reading_of_the_rules_follows_every_match(seats: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(MATCHES):
        kinds += follow(play_at_random(GNOMES, seats, seed + 1000)).kinds
    never = {kind_of_type(kind) for kind in GNOMES.core.events} - set(kinds)
    assert len(never) <= 4, never


@pytest.mark.parametrize("seats", GNOMES.meta.seats)
def test_it_follows_robots_who_know_what_they_do(seats: int) -> None:
    for seed in range(MATCHES // 4):
        follow(play_robots(GNOMES, ["steward"] * seats, seed + 1000))


def test_it_would_notice_a_missing_event_and_other_points() -> None:
    told = [record.event for record in played(play_at_random(GNOMES, 3, 7).records)]
    for kind in (e.WorkBegan, e.TurnEnded, e.GemsMined, e.DwarfPlaced):
        place = next(at for at, event in enumerate(told) if isinstance(event, kind))
        with pytest.raises(AssertionError):
            shadow = Shadow()
            for event in [*told[:place], *told[place + 1 :]]:
                shadow.see(event)
    sitting = play_at_random(GNOMES, 3, 7)
    honest = follow(sitting)
    honest.gems[0]["ruby"] += 1
    assert not honest.agrees(GNOMES.core.outcome(sitting.table.state))


def test_it_knows_walls_and_kingdoms() -> None:
    ground = Ground()
    ground.stacks[0, 0] = [Card.turned("castle", 0, 0)]
    ground.stacks[1, 0] = [Card.turned("topaz_mine", 1, 0)]
    assert ground.is_open((0, 0), (1, 0)) and ground.stars(ground.kingdom(0)) == 4
    ground.stacks[1, 0] = [Card.turned("topaz_mine", 1, 1)]
    assert not ground.is_open((0, 0), (1, 0)) and ground.kingdom(0) == {(0, 0)}
    assert set(KINDS) == set(GNOMES.core.options().tables.kingdom)
