"""When answers are due, example by example."""

from __future__ import annotations

from datetime import time

import pytest

from games.clocks import BRISK, DAILY, RELAXED, Bank, Clock, FixedHour, Pace, Quiet, Rhythm, due, remaining
from tests.kit.instants import DAY, HOUR, MINUTE, NIGHT, NOTHING, SATURDAY, SUNDAY, at, off, on_the_wall

MONDAY_NOON = at("2026-06-01 12:00")  # a Monday
SLEEPER = Rhythm("UTC", NIGHT)
WEEKENDER = Rhythm("UTC", None, (SATURDAY, SUNDAY))
BANKER = Pace(24 * HOUR, 12 * HOUR, bank=Bank(48 * HOUR, 1 * HOUR, 48 * HOUR))
EIGHT_PM = Pace(24 * HOUR, 12 * HOUR, fixed_hour=FixedHour(20, "Europe/Berlin"))


def told(clock):
    end = due(clock)
    return on_the_wall(end.at, clock.rhythm.zone), end.reasons


@pytest.mark.parametrize(
    ("pace", "wait", "hours"),
    [
        (BRISK, "turn", 4),
        (BRISK, "window", 1),
        (BRISK, "secret", 4),
        (DAILY, "turn", 24),
        (DAILY, "window", 12),
        (RELAXED, "secret", 72),
        (RELAXED, "window", 24),
    ],
)
def test_each_wait_has_its_length(pace, wait, hours):
    end = due(Clock(wait, MONDAY_NOON, pace))
    assert (end.at, end.reasons) == (MONDAY_NOON + hours * HOUR, ())


@pytest.mark.parametrize("wait", ["turn", "window"])
def test_grace_comes_before_the_clock_starts(wait):
    pace = Pace(24 * HOUR, 24 * HOUR, grace=10 * MINUTE)
    assert due(Clock(wait, MONDAY_NOON, pace)).at == MONDAY_NOON + 24 * HOUR + 10 * MINUTE


@pytest.mark.parametrize(
    ("ends", "moved_to", "reasons"),
    [
        ("2026-06-02 22:59", "2026-06-02 22:59", ()),
        ("2026-06-02 23:00", "2026-06-03 09:00", ("quiet",)),
        ("2026-06-03 06:59", "2026-06-03 09:00", ("quiet",)),
        ("2026-06-03 07:00", "2026-06-03 09:00", ("quiet",)),
        ("2026-06-03 08:59", "2026-06-03 09:00", ("quiet",)),
        ("2026-06-03 09:00", "2026-06-03 09:00", ()),
    ],
)
def test_quiet_hours_and_the_two_hours_after_them_move_a_deadline(ends, moved_to, reasons):
    assert told(Clock("turn", at(ends) - DAY, DAILY, SLEEPER)) == (moved_to, reasons)


def test_they_do_so_for_windows_too():
    clock = Clock("window", at("2026-06-02 14:00"), DAILY, SLEEPER)
    assert told(clock) == ("2026-06-03 09:00", ("quiet",))


def test_free_days_in_a_row_are_one_rest():
    clock = Clock("turn", at("2026-06-05 10:00"), DAILY, WEEKENDER)
    assert told(clock) == ("2026-06-08 02:00", ("free_day",))


def test_a_deadline_moved_into_another_rest_moves_again():
    clock = Clock("turn", at("2026-06-05 10:00"), DAILY, Rhythm("UTC", NIGHT, (SATURDAY, SUNDAY)))
    assert told(clock) == ("2026-06-08 09:00", ("free_day", "quiet"))


def test_the_later_end_counts_where_rests_overlap():
    """The quiet hours end at 22:30 on a free day: two hours later would be half an hour after it."""
    rhythm = Rhythm("UTC", Quiet(time(10, 30), time(22, 30)), (SATURDAY,))
    assert told(Clock("turn", at("2026-06-05 11:00"), DAILY, rhythm)) == ("2026-06-07 02:00", ("free_day",))


def test_rests_are_those_of_the_players_own_zone():
    clock = Clock("turn", at("2026-06-01 19:00"), DAILY, Rhythm("Asia/Kolkata", NIGHT))
    assert told(clock) == ("2026-06-03 09:00", ("quiet",))


def test_holidays_stop_the_clock():
    """24 of the 72 hours have run when the holidays begin."""
    clock = Clock("turn", at("2026-06-01 00:00"), RELAXED, holidays=off("2026-06-02", "2026-06-03"))
    assert told(clock) == ("2026-06-06 00:00", ("holiday",))


def test_who_is_asked_on_a_holiday_has_the_whole_time_after_it():
    clock = Clock("secret", at("2026-06-02 15:00"), DAILY, holidays=off("2026-06-02", "2026-06-03"))
    assert told(clock) == ("2026-06-05 00:00", ("holiday",))


def test_nobody_has_to_answer_in_the_first_two_hours_after_a_holiday():
    clock = Clock("turn", at("2026-06-01 00:01"), DAILY, holidays=off("2026-06-02"))
    assert told(clock) == ("2026-06-03 02:00", ("holiday",))


def test_holidays_before_or_after_move_nothing():
    clock = Clock("turn", MONDAY_NOON, DAILY, holidays=off("2026-05-31", "2026-06-03"))
    assert told(clock) == ("2026-06-02 12:00", ())


def test_holidays_are_days_of_the_players_own_zone():
    clock = Clock("turn", at("2026-06-01 10:00"), DAILY, Rhythm("Asia/Kolkata"), off("2026-06-02"))
    assert on_the_wall(due(clock).at, "Asia/Kolkata") == "2026-06-03 15:30"


def test_a_window_waits_for_a_short_holiday():
    clock = Clock("window", at("2026-06-01 20:00"), RELAXED, holidays=off("2026-06-02"))
    assert told(clock) == ("2026-06-03 20:00", ("holiday",))


def test_but_no_longer_than_three_times_its_length():
    days = off(*(f"2026-06-{day:02}" for day in range(1, 15)))
    clock = Clock("window", MONDAY_NOON, DAILY, holidays=days)
    assert told(clock) == ("2026-06-03 00:00", ("holiday",))


def test_a_turn_is_due_at_the_fixed_hour_of_the_match():
    end = due(Clock("turn", at("2026-06-01 09:00"), EIGHT_PM, Rhythm("Asia/Kolkata")))
    assert on_the_wall(end.at, "Europe/Berlin") == "2026-06-02 20:00"
    assert end.reasons == ("fixed_hour",)


def test_the_fixed_hour_is_told_even_where_it_falls_two_hours_early_to_the_second():
    pace = Pace(24 * HOUR, HOUR, fixed_hour=FixedHour(10, "UTC"))
    assert told(Clock("turn", MONDAY_NOON, pace)) == ("2026-06-02 10:00", ("fixed_hour",))


def test_a_window_has_no_fixed_hour():
    assert due(Clock("window", MONDAY_NOON, EIGHT_PM)).at == MONDAY_NOON + 12 * HOUR


@pytest.mark.parametrize("answered", ["2026-06-02 20:00", "2026-06-02 15:00", "2026-06-01 22:01"])
def test_an_early_answer_does_not_shift_the_hour(answered):
    asked_next = at(answered, "Europe/Berlin")
    end = due(Clock("turn", asked_next, EIGHT_PM)).at
    assert on_the_wall(end, "Europe/Berlin") == "2026-06-03 20:00"


def test_silence_noticed_late_and_clocks_that_change_do_not_shift_it_either():
    """Everybody is silent for a year, and the sweep takes a minute each time: one turn a day."""
    asked = at("2026-01-01 20:01", "Europe/Berlin")
    for _ in range(365):
        asked = due(Clock("turn", asked, EIGHT_PM)).at + MINUTE
    assert on_the_wall(asked, "Europe/Berlin") == "2027-01-01 20:01"


def test_the_fixed_hour_takes_the_place_of_the_grace():
    pace = Pace(24 * HOUR, HOUR, grace=3 * HOUR, fixed_hour=FixedHour(20, "UTC"))
    assert told(Clock("turn", at("2026-06-01 20:01"), pace))[0] == "2026-06-02 20:00"


def test_quiet_hours_move_a_fixed_hour_for_this_turn_only():
    clock = Clock("turn", MONDAY_NOON, EIGHT_PM, Rhythm("Asia/Kolkata", NIGHT))
    assert told(clock) == ("2026-06-03 09:00", ("fixed_hour", "quiet"))


def test_the_bank_comes_after_ones_own_time():
    end = due(Clock("turn", MONDAY_NOON, BANKER, bank_left=5 * HOUR))
    assert (end.bank_from, end.at) == (MONDAY_NOON + 24 * HOUR, MONDAY_NOON + 29 * HOUR)


def test_no_bank_is_used_while_rests_give_time_anyway():
    """Own time ends at 09:00, the bank at 23:30 and so at 09:00 again: its 14 and a half hours come last."""
    clock = Clock("turn", at("2026-06-01 23:30"), BANKER, SLEEPER, bank_left=14 * HOUR + 30 * MINUTE)
    end = due(clock)
    assert told(clock) == ("2026-06-04 09:00", ("quiet",))
    assert end.bank_from == at("2026-06-03 18:30")


def test_holidays_stop_the_bank_too():
    clock = Clock("turn", MONDAY_NOON, BANKER, holidays=off("2026-06-03"), bank_left=20 * HOUR)
    assert told(clock) == ("2026-06-04 08:00", ("holiday",))


@pytest.mark.parametrize("pace", [BANKER, DAILY])
def test_a_window_has_no_use_of_the_bank(pace):
    end = due(Clock("window", MONDAY_NOON, pace, bank_left=5 * HOUR))
    assert end.at == end.bank_from == MONDAY_NOON + 12 * HOUR


@pytest.mark.parametrize(
    ("pace", "wait", "before_the_end"),
    [
        (DAILY, "turn", [12 * HOUR, 2 * HOUR + 24 * MINUTE]),
        (BRISK, "window", [30 * MINUTE, 15 * MINUTE]),
        (Pace(HOUR, 30 * MINUTE), "window", [15 * MINUTE]),
    ],
)
def test_reminders_come_at_half_and_near_the_end(pace, wait, before_the_end):
    end = due(Clock(wait, MONDAY_NOON, pace))
    assert [end.at - reminder for reminder in end.reminders] == before_the_end


def test_there_is_one_more_near_the_end_of_the_bank():
    end = due(Clock("turn", MONDAY_NOON, BANKER, bank_left=10 * HOUR))
    assert end.reminders[:2] == due(Clock("turn", MONDAY_NOON, BANKER)).reminders
    assert [end.at - reminder for reminder in end.reminders[2:]] == [1 * HOUR]


def test_no_reminder_comes_in_quiet_hours():
    end = due(Clock("turn", at("2026-06-01 15:00"), Pace(18 * HOUR, HOUR), SLEEPER))
    assert [on_the_wall(reminder) for reminder in end.reminders] == ["2026-06-02 07:00", "2026-06-02 07:12"]


def test_what_remains_is_never_less_than_nothing():
    end = due(Clock("turn", MONDAY_NOON, BANKER, bank_left=HOUR))
    assert remaining(end, MONDAY_NOON + DAY) == HOUR
    assert remaining(end, MONDAY_NOON + 2 * DAY) == NOTHING
