"""Whole matches, followed by another reading of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.kernel.events import kind_of_type
from games.rules.kernel.fold import played
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import PACK, POINTS
from tests.kit.nightly import more
from tests.kit.random_play import play_at_random, play_robots
from tests.titles.gem_edge import shadow_things
from tests.titles.gem_edge.each import each_table, each_windows
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.shadow import Shadow

MATCHES = more(4, 117)  # by night 702 at random


def follow(sitting: MatchInMemory, windows: str) -> Shadow:
    shadow = Shadow(windows)
    for record in played(sitting.records):
        shadow.see(record.event)
    assert shadow.agrees(GEM_EDGE.core.outcome(sitting.table.state)), "GE-12"
    return shadow


@ge("GE-1", "GE-4", "GE-6", "GE-7", "GE-8", "GE-9", "GE-10", "GE-11", "GE-12", "GE-20", "GE-21", "GE-22")
@each_windows
@each_table
def test_another_reading_of_the_rules_follows_every_match(seats: int, windows: str) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(MATCHES):
        options: dict[str, object] = {"windows": windows}
        kinds += follow(play_at_random(GEM_EDGE, seats, seed + 1000, options=options), windows).kinds
    never = {kind_of_type(kind) for kind in GEM_EDGE.core.events} - set(kinds)
    asking = {"light": {"me_too_asked"}, "full": {"moment_came"}}[windows]
    assert never <= asking | {"ornaments_shuffled", "cards_shuffled"}, never


@each_windows
@each_table
def test_it_follows_robots_who_know_what_they_do(seats: int, windows: str) -> None:
    for seed in range(MATCHES // 4):
        options: dict[str, object] = {"windows": windows}
        follow(play_robots(GEM_EDGE, ["jeweller"] * seats, seed + 1000, options=options), windows)


def test_it_would_notice_a_missing_event_and_other_points() -> None:
    sitting = play_at_random(GEM_EDGE, 3, 7, options={"windows": "full"})
    told = [record.event for record in played(sitting.records)]
    for kind in (e.StoneTaken, e.HandedIn, e.OrnamentTaken, e.CardDrawn, e.Compensated):
        place = max(at for at, event in enumerate(told[:-20]) if isinstance(event, kind))
        with pytest.raises((AssertionError, ValueError, KeyError)):
            shadow = Shadow("full")
            for event in [*told[:place], *told[place + 1 :]]:
                shadow.see(event)
    honest = follow(sitting, "full")
    honest.points[0] += 1
    assert not honest.agrees(GEM_EDGE.core.outcome(sitting.table.state))


@ge("GE-2", "GE-4")
def test_it_has_the_same_box() -> None:
    assert {key: shadow_things.points(key) for key in shadow_things.all_ornaments()} == POINTS
    assert shadow_things.PACK == PACK
