"""Banks, pauses and outages: what is taken, what is given back, and that it is given once."""

from __future__ import annotations

import pytest

from games.clocks import DAILY, Bank, Clock, Pace, Rhythm, due, given_back, outage, pause, spent
from tests.kit.instants import DAY, HOUR, MINUTE, NIGHT, NOTHING, at, off, on_the_wall

NOON = at("2026-06-01 12:00")
BANKER = Pace(24 * HOUR, 12 * HOUR, bank=Bank(48 * HOUR, 1 * HOUR, 48 * HOUR))
CLOCK = Clock("turn", NOON, BANKER, bank_left=10 * HOUR)
SECONDS = HOUR / 3600


def stopped(clock, *stops):
    for stop in stops:
        (clock,) = given_back([clock], stop)
    return clock


def down(began, ended):
    return outage(at(began), at(ended))


@pytest.mark.parametrize(
    ("after", "left"),
    [
        (NOTHING, 11 * HOUR),
        (24 * HOUR, 11 * HOUR),
        (27 * HOUR, 8 * HOUR),
        (34 * HOUR, 1 * HOUR),
        (40 * HOUR, 1 * HOUR),
    ],
)
def test_an_answer_takes_what_it_was_late_by_and_adds_the_increment(after, left):
    assert spent(CLOCK, NOON + after, 10 * HOUR, in_person=True) == left


def test_the_bank_never_holds_more_than_its_cap():
    full = Clock("turn", NOON, BANKER, bank_left=48 * HOUR)
    assert spent(full, NOON + HOUR, 48 * HOUR, in_person=True) == 48 * HOUR


def test_what_an_order_answers_at_once_adds_nothing_and_takes_nothing():
    assert spent(CLOCK, NOON, 10 * HOUR, in_person=False) == 10 * HOUR


def test_silence_takes_the_whole_bank_and_adds_nothing():
    assert spent(CLOCK, due(CLOCK).at + 5 * SECONDS, 10 * HOUR, in_person=False) == NOTHING


@pytest.mark.parametrize("in_person", [True, False])
def test_a_window_neither_takes_nor_adds(in_person):
    window = Clock("window", NOON, BANKER, bank_left=10 * HOUR)
    assert spent(window, NOON + 3 * DAY, 10 * HOUR, in_person=in_person) == 10 * HOUR


def test_without_a_bank_there_is_nothing_to_take_or_add():
    assert spent(Clock("turn", NOON, DAILY), NOON + HOUR, NOTHING, in_person=True) == NOTHING


def test_two_questions_at_once_each_take_their_own_and_never_more_than_there_is():
    left = spent(CLOCK, NOON + 32 * HOUR, 10 * HOUR, in_person=False)
    assert (left, spent(CLOCK, NOON + 33 * HOUR, left, in_person=False)) == (2 * HOUR, NOTHING)


def test_time_that_rests_give_is_used_before_the_bank():
    """Own time ends at 22:00, three hours of bank in the night and so at nine: they are used from six on."""
    sleeper = Clock("turn", at("2026-06-01 22:00"), BANKER, Rhythm("UTC", NIGHT), bank_left=3 * HOUR)
    assert on_the_wall(due(sleeper).at) == "2026-06-03 09:00"
    assert spent(sleeper, at("2026-06-03 06:00"), 3 * HOUR, in_person=False) == 3 * HOUR
    assert spent(sleeper, at("2026-06-03 08:00"), 3 * HOUR, in_person=False) == 1 * HOUR


def test_a_silence_of_15_minutes_is_no_outage():
    assert outage(NOON, NOON + 15 * MINUTE) is None


def test_two_sweeps_that_wake_together_find_the_same_outage():
    one, other = outage(NOON, NOON + HOUR), outage(NOON, NOON + HOUR + 3 * SECONDS)
    assert one is not None and other is not None
    assert (one.id, one.ended - one.began) == (other.id, HOUR)


def test_an_outage_is_added_once_to_every_deadline_that_was_running():
    clocks = [CLOCK, Clock("window", NOON - HOUR, DAILY), Clock("secret", NOON - 5 * HOUR, DAILY)]
    gap = down("2026-06-01 18:00", "2026-06-01 21:00")
    once = given_back(clocks, gap)
    assert [due(new).at - due(old).at for new, old in zip(once, clocks, strict=True)] == [3 * HOUR] * 3
    assert given_back(once, gap) == once
    assert all(due(clock).reasons == ("outage",) for clock in once)


def test_a_deadline_in_the_middle_of_an_outage_leaves_what_was_left():
    clock = stopped(Clock("turn", NOON, DAILY), down("2026-06-02 11:50", "2026-06-02 20:00"))
    assert due(clock).at == at("2026-06-02 20:10")


def test_a_question_asked_during_the_outage_gets_only_the_part_it_ran():
    clock = stopped(Clock("turn", NOON, DAILY), down("2026-06-01 10:00", "2026-06-01 13:00"))
    assert due(clock).at == NOON + 24 * HOUR + 1 * HOUR


@pytest.mark.parametrize(
    "gap", [("2026-06-01 08:00", "2026-06-01 12:00"), ("2026-06-02 12:00", "2026-06-02 20:00")]
)
def test_an_outage_before_the_question_or_after_its_end_moves_nothing(gap):
    clock = Clock("turn", NOON, DAILY)
    assert due(stopped(clock, down(*gap))) == due(clock)


def test_the_same_hours_told_as_two_outages_count_once():
    gaps = down("2026-06-01 18:00", "2026-06-01 21:00"), down("2026-06-01 19:00", "2026-06-01 22:00")
    assert due(stopped(CLOCK, *gaps)).at == due(CLOCK).at + 4 * HOUR


def test_an_outage_during_a_pause_is_not_given_back_on_top_of_it():
    rest = pause("1", at("2026-06-01 18:00"), at("2026-06-08 18:00"))
    clock = stopped(CLOCK, rest, down("2026-06-03 10:00", "2026-06-03 12:00"))
    assert (due(clock).at - due(CLOCK).at, due(clock).reasons) == (7 * DAY, ("pause", "outage"))


@pytest.mark.parametrize("turn", [72, 24 * 12])
def test_a_pause_over_ones_holidays_is_not_given_twice(turn):
    """However the holidays lie to the deadline, what was left on the 22nd is left on the 2nd."""
    days = off(*(f"2026-12-{day}" for day in range(24, 31)))
    clock = Clock("turn", at("2026-12-20 12:00"), Pace(turn * HOUR, HOUR), holidays=days)
    rested = stopped(clock, pause("christmas", at("2026-12-22 12:00"), at("2027-01-02 12:00")))
    assert due(rested).at == at("2027-01-02 12:00") + turn * HOUR - 48 * HOUR


def test_what_is_left_of_a_pause_runs_around_holidays_still_to_come():
    clock = Clock("turn", NOON, DAILY, holidays=off("2026-06-05"))
    rested = stopped(clock, pause("1", at("2026-06-01 18:00"), at("2026-06-04 18:00")))
    assert due(rested).at == at("2026-06-06 12:00")


def test_time_given_back_does_not_end_in_the_night():
    clock = Clock("turn", at("2026-06-01 22:00"), DAILY, Rhythm("UTC", NIGHT))
    late = due(stopped(clock, down("2026-06-02 10:00", "2026-06-02 13:00")))
    assert (on_the_wall(late.at), late.reasons) == ("2026-06-03 09:00", ("outage", "quiet"))


def test_an_outage_in_the_time_that_rests_gave_is_given_back():
    """Moved from three to nine in the morning; nobody could answer from four to half past eight."""
    clock = Clock("turn", at("2026-06-01 03:00"), DAILY, Rhythm("UTC", NIGHT))
    gap = down("2026-06-02 04:00", "2026-06-02 08:30")
    assert on_the_wall(due(stopped(clock, gap)).at) == "2026-06-02 13:30"


def test_a_window_held_open_by_holidays_is_given_its_outage_on_top():
    clock = Clock("window", NOON, DAILY, holidays=off("2026-06-01", "2026-06-02", "2026-06-03"))
    gap = down("2026-06-01 20:00", "2026-06-01 22:00")
    assert due(stopped(clock, gap)).at == due(clock).at + 2 * HOUR == NOON + 38 * HOUR


def test_no_bank_is_burnt_while_everything_stands_still():
    gap = down("2026-06-02 13:00", "2026-06-02 18:00")
    clock = stopped(CLOCK, gap)
    assert spent(clock, at("2026-06-02 18:30"), 10 * HOUR, in_person=False) == 10 * HOUR - 90 * MINUTE


def test_reminders_move_with_the_deadline():
    gap = down("2026-06-01 13:00", "2026-06-02 13:00")
    assert [due(stopped(CLOCK, gap)).at - reminder for reminder in due(stopped(CLOCK, gap)).reminders] == [
        34 * HOUR,
        10 * HOUR + 4 * HOUR + 48 * MINUTE,
        1 * HOUR,
    ]
