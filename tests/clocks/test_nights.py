"""Nights in which clocks change: lengths are real time, hours of the day are what the wall shows."""

from __future__ import annotations

from datetime import time

import pytest

from games.clocks import DAILY, Clock, FixedHour, Pace, Quiet, Rhythm, due
from games.clocks.spans import occurrences
from tests.kit.instants import DAY, HOUR, NIGHT, SATURDAY, SUNDAY, at, off, on_the_wall, rests

BERLIN, SAO_PAULO, LORD_HOWE = "Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe"


def test_a_day_is_24_hours_whatever_the_wall_shows():
    end = due(Clock("turn", at("2026-03-28 12:00", BERLIN), DAILY, Rhythm(BERLIN))).at
    assert on_the_wall(end, BERLIN) == "2026-03-29 13:00"
    end = due(Clock("turn", at("2025-10-25 12:00", BERLIN), DAILY, Rhythm(BERLIN))).at
    assert on_the_wall(end, BERLIN) == "2025-10-26 11:00"


@pytest.mark.parametrize(
    ("zone", "morning"),
    [
        (BERLIN, "2026-03-29"),
        (BERLIN, "2025-10-26"),
        ("America/New_York", "2026-03-08"),
        ("America/New_York", "2025-11-02"),
        (SAO_PAULO, "2017-10-15"),
        (SAO_PAULO, "2018-02-18"),
        (LORD_HOWE, "2025-10-05"),
        (LORD_HOWE, "2026-04-05"),
        ("Asia/Kolkata", "2026-03-29"),
    ],
)
@pytest.mark.parametrize("hour", ["00:30", "01:30", "02:15", "03:00"])
def test_quiet_hours_end_when_the_wall_says_so(zone, morning, hour):
    asked = at(f"{morning} {hour}", zone) - DAY
    end = due(Clock("turn", asked, DAILY, Rhythm(zone, NIGHT))).at
    assert on_the_wall(end, zone) == f"{morning} 09:00"


@pytest.mark.parametrize(
    ("zone", "wall", "first", "last"),
    [
        (BERLIN, "2026-03-29 02:30", "2026-03-29 01:00", "2026-03-29 01:00"),
        (BERLIN, "2025-10-26 02:30", "2025-10-26 00:30", "2025-10-26 01:30"),
        (SAO_PAULO, "2017-10-15 00:00", "2017-10-15 03:00", "2017-10-15 03:00"),
        (SAO_PAULO, "2018-02-17 23:30", "2018-02-18 01:30", "2018-02-18 02:30"),
        (LORD_HOWE, "2025-10-05 02:10", "2025-10-04 15:30", "2025-10-04 15:30"),
        (LORD_HOWE, "2026-04-05 01:45", "2026-04-04 14:45", "2026-04-04 15:15"),
        ("Asia/Kolkata", "2026-03-29 02:30", "2026-03-28 21:00", "2026-03-28 21:00"),
        ("Pacific/Apia", "2011-12-30 20:00", "2011-12-30 10:00", "2011-12-30 10:00"),
    ],
)
def test_a_time_that_is_left_out_happens_at_the_jump_and_a_doubled_one_twice(zone, wall, first, last):
    naive = at(wall).replace(tzinfo=None)
    assert occurrences(naive, Rhythm(zone).place) == (at(first), at(last))


def test_quiet_hours_that_end_in_the_doubled_hour_end_at_its_second_showing():
    rhythm = Rhythm(BERLIN, Quiet(time(22), time(2, 30)))
    end = due(Clock("turn", at("2025-10-26 02:45", BERLIN) - DAY, DAILY, rhythm)).at
    assert end == at("2025-10-26 02:30", BERLIN, fold=1) + 2 * HOUR


def test_a_free_day_that_begins_with_a_jump_begins_there():
    """On 15 October 2017 there was no midnight in São Paulo: that Sunday began at one."""
    rhythm = Rhythm(SAO_PAULO, None, (SUNDAY,))
    last = at("2017-10-14 23:59", SAO_PAULO)
    assert due(Clock("turn", last - DAY, DAILY, rhythm)).at == last
    moved = due(Clock("turn", at("2017-10-15 01:00", SAO_PAULO) - DAY, DAILY, rhythm)).at
    assert on_the_wall(moved, SAO_PAULO) == "2017-10-16 02:00"


def test_a_free_day_lasts_through_its_doubled_last_hour():
    rhythm = Rhythm(SAO_PAULO, None, (SATURDAY,))
    end = due(Clock("turn", at("2018-02-17 23:30", SAO_PAULO, fold=1) - DAY, DAILY, rhythm)).at
    assert on_the_wall(end, SAO_PAULO) == "2018-02-18 02:00"


def test_a_free_day_that_the_zone_left_out_moves_nothing():
    """Samoa had no 30 December 2011, a Friday."""
    end = due(Clock("turn", at("2011-12-30 10:30") - DAY, DAILY, Rhythm("Pacific/Apia", None, (4,))))
    assert (on_the_wall(end.at, "Pacific/Apia"), end.reasons) == ("2011-12-31 00:30", ())


def test_two_holidays_over_a_date_that_came_back_are_counted_once():
    """At 00:01 on 7 November 2010 St John's went back to 23:01 of the 6th: two days made of 49 hours."""
    zone = "America/St_Johns"
    clock = Clock("turn", at("2010-11-05 12:00", zone), DAILY, Rhythm(zone), off("2010-11-06", "2010-11-07"))
    assert due(clock).at == clock.asked + (24 + 49) * HOUR


@pytest.mark.parametrize("zone", [BERLIN, SAO_PAULO, LORD_HOWE, "America/New_York", "Asia/Kolkata"])
@pytest.mark.parametrize("hour", [0, 2, 3])
def test_there_is_one_fixed_hour_a_day_all_the_year(zone, hour):
    pace = Pace(24 * HOUR, HOUR, fixed_hour=FixedHour(hour, zone))
    asked, days = at("2017-07-01 12:00", zone), set()
    for _ in range(400):
        asked = due(Clock("turn", asked, pace)).at
        days.add(on_the_wall(asked, zone)[:10])
        assert on_the_wall(asked, zone)[11:13] in (f"{hour:02}", f"{hour + 1:02}")
    assert len(days) == 400


LIVES = [
    Rhythm(BERLIN, NIGHT, (SATURDAY, SUNDAY)),
    Rhythm(SAO_PAULO, Quiet(time(12), time(0)), (SUNDAY, 0, 1)),
    Rhythm("America/New_York", Quiet(time(14, 30), time(2, 30)), (2,)),
    Rhythm("Asia/Kolkata", Quiet(time(1), time(13)), (0, 2, 4)),
    Rhythm(LORD_HOWE, Quiet(time(2), time(2, 30)), (SUNDAY,)),
]


@pytest.mark.parametrize("rhythm", LIVES, ids=lambda rhythm: rhythm.zone)
def test_at_no_hour_of_the_year_is_anything_due_in_a_rest_or_earlier_than_for_those_asked_before(rhythm):
    asked, before = at("2017-07-01 00:10"), at("2017-07-01 00:00")
    for _ in range(366 * 24):
        end = due(Clock("window", asked, DAILY, rhythm)).at
        assert asked + 12 * HOUR <= end and before <= end and not rests(end, rhythm), asked
        asked, before = asked + HOUR, end
