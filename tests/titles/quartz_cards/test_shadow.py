"""Whole matches, followed by another reading of the rules."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.rules.kernel.fold import played
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import events as e
from tests.kit.nightly import more
from tests.kit.random_play import play_at_random, secret_of
from tests.titles.quartz_cards.each import each_table, each_windows
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.shadow import POINTS, Shadow, collapses

MATCHES = more(25, 500)


def follow(sitting: MatchInMemory, windows: str) -> Shadow:
    shadow = Shadow(windows)
    for record in played(sitting.records):
        shadow.see(record.event)
    assert shadow.agrees(QUARTZ_CARDS.core.outcome(sitting.table.state)), "QC-20, QC-21"
    return shadow


@qc("QC-3", "QC-7", "QC-8", "QC-9", "QC-10", "QC-12", "QC-14", "QC-15", "QC-20", "QC-21")
@each_windows
@each_table
def test_another_reading_of_the_rules_follows_every_match(seats: int, windows: str) -> None:
    counted: Counter[str] = Counter()
    for seed in range(MATCHES):
        sitting = play_at_random(QUARTZ_CARDS, seats, seed + 1000, options={"windows": windows})
        counted += follow(sitting, windows).counted
    assert len(counted) == 8, "every attack and every defence was played"


@each_windows
@each_table
def test_it_follows_robots_who_know_what_they_do(seats: int, windows: str) -> None:
    for seed in range(MATCHES // 5):
        dice = random.Random(seed)
        sitting = MatchInMemory.begin(QUARTZ_CARDS, seats, secret_of(seed), {"windows": windows})
        while names := sitting.awaited():
            question = sitting.questions()[names[0]]
            bot = QUARTZ_CARDS.robots["prospector"]
            sitting.give(names[0], names[0].seat, bot(sitting.view(names[0].seat), question, dice))
        follow(sitting, windows)


def test_it_would_notice_another_order_another_end_and_other_points() -> None:
    sitting = play_at_random(QUARTZ_CARDS, 3, 7, options={"windows": "full"})
    told = [record.event for record in played(sitting.records)]
    place = next(at for at, event in enumerate(told) if isinstance(event, e.AccidentHappened))
    without = [*told[:place], *told[place + 1 :]]
    shadow = Shadow("full")
    with pytest.raises(AssertionError):
        for event in without:
            shadow.see(event)
    honest = follow(sitting, "full")
    honest.won[0]["amber"] += 1
    assert not honest.agrees(QUARTZ_CARDS.core.outcome(sitting.table.state))


@qc("QC-7")
def test_it_knows_which_lines_give_way() -> None:
    assert collapses(["ruby 1", "amber 2", "quartz 1"])
    assert collapses(["little_present", "quartz", "amber 2"])
    assert collapses(["little_present", "ruby", "little_present"])
    assert not collapses(["ruby 1", "little_present", "quartz hire", "quartz"])
    assert set(POINTS.values()) == {1, 2, 3, 4, 5, 6}
