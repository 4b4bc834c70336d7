"""What may be set about time, the sentences for what may not, and that all of it is stored as it was."""

from __future__ import annotations

import re
from datetime import UTC, date, time

import msgspec
import pytest
from hypothesis import given

from games.clocks import (
    BRISK,
    DAILY,
    PRESETS,
    RELAXED,
    SENTENCES,
    Bank,
    Clock,
    Due,
    FixedHour,
    Holidays,
    Pace,
    Quiet,
    Rhythm,
    Stop,
    Unfit,
    due,
)
from tests.kit.instants import DAY, HOUR, MINUTE, NIGHT, NOTHING, at, clocks


@pytest.mark.parametrize(
    ("name", "turn", "window"), [("brisk", 4, 1), ("daily", 24, 12), ("relaxed", 72, 24)]
)
def test_the_paces_one_can_choose(name, turn, window):
    assert (PRESETS[name].turn, PRESETS[name].window) == (turn * HOUR, window * HOUR)
    assert tuple(PRESETS.values()) == (BRISK, DAILY, RELAXED)


WRONG = [
    ("turn", lambda: Pace(HOUR - MINUTE, 30 * MINUTE)),
    ("turn", lambda: Pace(14 * DAY + MINUTE, DAY)),
    ("window", lambda: Pace(DAY, 29 * MINUTE)),
    ("window", lambda: Pace(14 * DAY, 7 * DAY + MINUTE)),
    ("window", lambda: Pace(HOUR, 2 * HOUR)),
    ("grace", lambda: Pace(DAY, HOUR, grace=-MINUTE)),
    ("grace", lambda: Pace(DAY, HOUR, grace=13 * HOUR)),
    ("hour", lambda: FixedHour(24, "UTC")),
    ("hour", lambda: FixedHour(-1, "UTC")),
    ("zone", lambda: FixedHour(20, "Europe/Nowhere")),
    ("fixed_hour", lambda: Pace(11 * HOUR, HOUR, fixed_hour=FixedHour(20, "UTC"))),
    ("bank", lambda: Bank(DAY, HOUR, HOUR)),
    ("bank", lambda: Bank(-HOUR, HOUR, HOUR)),
    ("bank", lambda: Bank(DAY, HOUR, 31 * DAY)),
    ("increment", lambda: Bank(DAY, -HOUR, DAY)),
    ("increment", lambda: Bank(DAY, 8 * DAY, 30 * DAY)),
    ("zone", lambda: Rhythm("../Europe/Berlin")),
    ("zone", lambda: Rhythm("")),
    ("quiet", lambda: Quiet(time(7), time(7))),
    ("quiet", lambda: Quiet(time(20), time(8, 1))),
    ("quiet", lambda: Quiet(time(22, tzinfo=UTC), time(6, tzinfo=UTC))),
    ("free_days", lambda: Rhythm(free_days=(0, 1, 2, 3))),
    ("free_days", lambda: Rhythm(free_days=(0, 0))),
    ("free_days", lambda: Rhythm(free_days=(7,))),
    ("free_days", lambda: Rhythm(free_days=(-1,))),
    ("allowed", lambda: Holidays(61)),
    ("allowed", lambda: Holidays(-1)),
    ("holidays", lambda: Holidays(1, (date(2026, 1, 1), date(2026, 1, 2)))),
    ("holidays", lambda: Holidays(3, (date(2026, 1, 1), date(2026, 1, 1)))),
]


@pytest.mark.parametrize(("code", "make"), WRONG)
def test_what_is_out_of_bounds_is_refused_with_a_sentence(code, make):
    with pytest.raises(Unfit) as caught:
        make()
    assert (caught.value.code, str(caught.value)) == (code, SENTENCES[code])


def test_every_sentence_can_be_heard():
    assert {code for code, _ in WRONG} == set(SENTENCES)


def test_what_is_just_within_bounds_is_taken():
    Pace(HOUR, 30 * MINUTE, grace=12 * HOUR)
    Pace(14 * DAY, 7 * DAY, Bank(30 * DAY, 7 * DAY, 30 * DAY))
    Pace(12 * HOUR, HOUR, fixed_hour=FixedHour(0, "Asia/Kolkata"))
    Rhythm("Australia/Lord_Howe", Quiet(time(20), time(8)), (0, 3, 6))
    Holidays(60, (date(2026, 1, 1),))


@pytest.mark.parametrize(
    ("begins", "ends", "hours"), [(time(23), time(7), 8), (time(1), time(5), 4), (time(22), time(0), 2)]
)
def test_quiet_hours_may_span_midnight(begins, ends, hours):
    assert Quiet(begins, ends).length == hours * HOUR


@given(clocks())
def test_all_of_it_is_stored_as_it_was(clock):
    assert msgspec.json.decode(msgspec.json.encode(clock), type=Clock) == clock
    assert msgspec.json.decode(msgspec.json.encode(due(clock)), type=Due) == due(clock)


def test_what_comes_out_of_a_form_is_refused_in_the_same_words():
    with pytest.raises(msgspec.ValidationError, match=re.escape(SENTENCES["free_days"])):
        msgspec.json.decode(b'{"zone": "UTC", "free_days": [0, 1, 2, 3]}', type=Rhythm)


def test_a_setting_this_program_does_not_know_is_not_passed_over():
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"zone": "UTC", "siesta": true}', type=Rhythm)


def test_instants_are_kept_in_utc_whatever_they_came_in():
    from_berlin = Clock("turn", at("2026-06-01 12:00").astimezone(Rhythm("Europe/Berlin").place), DAILY)
    assert from_berlin.asked.tzinfo is UTC
    assert due(from_berlin) == due(Clock("turn", at("2026-06-01 12:00"), DAILY))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Clock("turn", at("2026-06-01 12:00").replace(tzinfo=None), DAILY),
        lambda: Clock("turn", at("2026-06-01 12:00"), DAILY, bank_left=-HOUR),
        lambda: Stop("x", "pause", at("2026-06-01 12:00"), at("2026-06-01 12:00")),
        lambda: Stop("x", "pause", at("2026-06-01 12:00").replace(tzinfo=None), at("2026-06-01 12:00")),
    ],
)
def test_what_makes_no_sense_is_a_mistake_of_the_program(make):
    with pytest.raises(ValueError):
        make()


def test_nobody_has_rests_or_holidays_without_asking_for_them():
    clock = Clock("turn", at("2026-06-01 12:00"), DAILY)
    assert (clock.rhythm.quiet, clock.rhythm.free_days, clock.holidays.taken) == (None, (), ())
    assert clock.bank == NOTHING and NIGHT.length == 8 * HOUR
