"""How long a match is likely to last."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from games.clocks import DAILY, PRESETS, Pace
from games.lobby import tempo
from games.lobby.match_settings import MatchSettings
from games.lobby.setup import open_match
from games.lobby.tempo import ENOUGH, FULL, LIGHT, MEASURED, Measured
from games.models import Match, MatchStatus
from tests.kit.filling_tables import NOON, person

DOC = Path(__file__).resolve().parents[2] / "docs" / "tempo.md"
DAY = timedelta(days=1)
PLAIN = MatchSettings("quartz", 4)


def row(told: str) -> Measured:
    game, seats, pace, _people, _late, days = [cell.strip() for cell in told.strip("|").split("|")][:6]
    slug, _, windows = game.partition(" ")
    return Measured(slug, int(seats), pace, float(days), {"light": LIGHT, "full": FULL}.get(windows, {}))


def test_it_repeats_what_the_doc_says_of_people_who_press_what_emails_offer():
    rows = re.findall(r"^\|.*\| press what the mail offers \| in time \|.*$", DOC.read_text(), re.M)
    key = repr
    assert sorted(map(row, rows), key=key) == sorted(MEASURED, key=key) and rows


@pytest.mark.parametrize(
    ("settings", "days", "seats"),
    [
        (PLAIN, 5, None),
        (replace(PLAIN, seats=5, pace=PRESETS["relaxed"]), 8, None),
        (replace(PLAIN, pace=PRESETS["brisk"]), 2, None),
        (replace(PLAIN, seats=5, pace=Pace(48 * timedelta(hours=1), DAILY.window)), 7, None),
        (MatchSettings("quartz_cards", 3), 2, None),
        (MatchSettings("gem_edge", 3), 3, 4),
        (MatchSettings("quartz_cards", 4, options={"windows": "full"}), 30, None),
    ],
)
def test_it_is_what_was_measured_or_lies_between(settings, days, seats):
    found = tempo.simulated(settings)
    assert found and (found.days, found.seats) == (days, seats)


@pytest.mark.parametrize(
    "settings",
    [
        replace(PLAIN, pace=Pace(14 * DAY, DAY)),
        replace(PLAIN, pace=Pace(timedelta(hours=1), timedelta(hours=1))),
        MatchSettings("gem_edge", 4, pace=PRESETS["brisk"]),
        MatchSettings("unheard_of", 3),
    ],
)
def test_nothing_is_said_where_nothing_like_it_was_measured(settings):
    assert tempo.simulated(settings) is None


def finished(count: int, days: int, *names: str, robots: tuple[str, ...] = (), **more) -> None:
    people = [person(name) for name in names]
    settings = MatchSettings("quartz", len(people) + len(robots), robots, **more)
    for _ in range(count):
        found = open_match(settings, people, NOON)
        Match.objects.filter(pk=found.pk).update(
            status=MatchStatus.OVER, started_at=NOON, ended_at=NOON + days * DAY
        )


@pytest.mark.django_db
def test_finished_matches_count_once_there_are_enough():
    settings = MatchSettings("quartz", 3)
    finished(ENOUGH - 1, 20, "alice", "bob", "carol")
    found = tempo.estimate(settings)
    assert found and found.days == 3
    finished(1, 20, "alice", "bob", "carol")
    found = tempo.estimate(settings)
    assert found and (found.days, found.finished) == (20, ENOUGH)


@pytest.mark.django_db
def test_matches_unlike_it_dont_count():
    finished(ENOUGH, 1, "alice", robots=("miner", "miner"))
    finished(ENOUGH, 1, "alice", "bob", "carol", options={"thrill": True})
    finished(ENOUGH, 1, "alice", "bob", "carol", "dora")
    found = tempo.estimate(MatchSettings("quartz", 3))
    assert found and (found.days, found.finished) == (3, 0)
