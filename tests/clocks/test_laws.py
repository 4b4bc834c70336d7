"""What holds for every clock hypothesis can think of."""

from __future__ import annotations

from datetime import UTC
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.clocks import Holidays, Rhythm, due, given_back, spent
from tests.kit.instants import (
    DAY,
    HOUR,
    MINUTE,
    NOTHING,
    banks,
    clocks,
    lengths,
    on_the_wall,
    paces,
    rests,
    rhythms,
    stops,
    with_hour,
)

no_rests = st.just(Rhythm("Europe/Berlin"))
any_pace = paces | with_hour


def with_all(clock, *added):
    for stop in added:
        (clock,) = given_back([clock], stop)
    return clock


@given(clocks())
def test_nobody_has_less_than_their_time(clock):
    assert due(clock).bank_from >= clock.asked + clock.pace.grace + clock.length


@given(clocks(wait="turn", paces=with_hour))
def test_a_fixed_hour_takes_two_hours_at_most(clock):
    assert due(clock).at >= clock.asked + clock.length - 2 * HOUR


@given(clocks(wait="secret", paces=with_hour, rhythms=no_rests, holidays=False))
def test_a_fixed_hour_is_kept_unless_the_clocks_jump_over_it(clock):
    fixed, end = clock.pace.fixed_hour, due(clock).at
    wall = end.astimezone(ZoneInfo(fixed.zone))
    before = (end - MINUTE).astimezone(ZoneInfo(fixed.zone))
    assert (wall.hour, wall.minute) == (fixed.hour, 0) or wall.utcoffset() != before.utcoffset()


@given(clocks(paces=any_pace), st.data())
def test_no_time_is_up_and_no_reminder_comes_in_a_rest(clock, data):
    end = due(with_all(clock, data.draw(stops(clock))))
    assert not any(rests(moment, clock.rhythm) for moment in (end.at, *end.reminders))


@given(clocks(paces=any_pace, holidays=True))
def test_no_turn_is_up_on_a_holiday(clock):
    end = due(replace(clock, wait="turn"))
    taken = clock.holidays.taken
    days = {moment.astimezone(clock.rhythm.place).date() for moment in (end.at, *end.reminders)}
    assert not days & set(taken)


@given(clocks(paces=any_pace), st.integers(0, 3 * 1440))
def test_who_is_asked_later_is_due_no_earlier(clock, later):
    after = replace(clock, asked=clock.asked + later * MINUTE)
    assert due(clock).at <= due(after).at


@given(clocks(paces=any_pace), st.integers(0, 1440))
def test_more_in_the_bank_is_never_worse(clock, more):
    richer = due(replace(clock, bank_left=clock.bank_left + more * MINUTE))
    assert due(clock).at <= richer.at and due(replace(clock, bank_left=NOTHING)).at <= richer.bank_from


@given(clocks(wait="window", rhythms=no_rests))
def test_holidays_hold_a_window_open_for_three_times_its_length_at_most(clock):
    begins = clock.asked + clock.pace.grace
    assert begins + clock.length <= due(clock).at <= begins + 3 * clock.length


@given(clocks(wait="window"))
def test_and_rests_come_on_top_of_those_as_they_do_for_everybody(clock):
    longest = replace(clock, asked=clock.asked + 2 * clock.length, holidays=Holidays())
    assert due(clock).at <= due(longest).at


@given(clocks(holidays=False))
def test_rests_move_a_deadline_by_four_days_at_most(clock):
    """Three free days, quiet hours before and after, the two hours, and a change of clocks."""
    own = replace(clock, bank_left=NOTHING)
    assert due(own).at - own.asked - own.pace.grace - own.length <= 4 * DAY + 6 * HOUR


@given(clocks(paces=any_pace))
def test_reminders_are_in_order_after_the_question_and_well_before_the_end(clock):
    end = due(clock)
    assert list(end.reminders) == sorted(set(end.reminders)) and 1 <= len(end.reminders) <= 3
    assert clock.asked < end.reminders[0] and end.reminders[-1] <= end.at - 15 * MINUTE


@given(clocks(paces=any_pace))
def test_whatever_moved_a_deadline_is_told(clock):
    end = due(clock)
    unmoved = clock.asked + clock.pace.grace + clock.length + clock.bank
    assert end.reasons or end.at == unmoved
    assert clock.rhythm.quiet or "quiet" not in end.reasons
    assert clock.rhythm.free_days or "free_day" not in end.reasons
    assert clock.holidays.taken or "holiday" not in end.reasons


@given(clocks(paces=any_pace), st.data())
def test_the_same_stop_given_twice_changes_nothing(clock, data):
    one, other = data.draw(stops(clock)), data.draw(stops(clock))
    assert with_all(clock, one, other, one) == with_all(clock, one, other)


@given(clocks(paces=any_pace), st.data())
def test_stops_may_be_told_in_any_order(clock, data):
    one, other = data.draw(stops(clock)), data.draw(stops(clock))
    first, second = due(with_all(clock, one, other)), due(with_all(clock, other, one))
    assert first == second


@given(clocks(paces=any_pace), st.data())
def test_the_same_time_under_another_name_changes_no_deadline(clock, data):
    stop = data.draw(stops(clock))
    again = replace(stop, id="another")
    assert due(with_all(clock, stop, again)) == due(with_all(clock, stop))


@given(clocks(rhythms=no_rests, holidays=False), st.data())
def test_without_rests_a_stop_adds_just_the_part_that_ran(clock, data):
    stop, plain = data.draw(stops(clock)), due(clock).at
    ran = max(NOTHING, stop.ended - max(stop.began, clock.asked)) if stop.began < plain else NOTHING
    assert due(with_all(clock, stop)).at == plain + ran


@given(clocks(), st.data())
def test_a_stop_leaves_no_less_time_than_there_was(clock, data):
    """What was left when it began, or was asked, holidays not counted, is left when it ends."""
    stop, plain = data.draw(stops(clock)), due(clock).at
    after = due(with_all(clock, stop)).at
    assert after >= plain
    if max(stop.began, clock.asked) < plain:
        assert after > stop.ended or stop.ended <= clock.asked


@given(clocks(), banks, st.integers(0, 20 * 1440), st.integers(0, 1440), st.booleans())
def test_a_bank_stays_within_its_bounds_and_later_answers_leave_no_more(clock, bank, after, more, in_person):
    left = min(clock.bank_left, bank.cap)
    clock = replace(clock, pace=replace(clock.pace, bank=bank), bank_left=left)
    moments = [clock.asked + after * MINUTE, clock.asked + (after + more) * MINUTE]
    kept = [spent(clock, moment, left, in_person=in_person) for moment in moments]
    assert NOTHING <= kept[1] <= kept[0] <= bank.cap
    assert in_person or kept[0] <= left


@given(clocks(paces=any_pace), lengths)
def test_who_answers_in_their_own_time_keeps_the_bank(clock, by):
    answered = min(clock.asked + by, due(clock).bank_from)
    assert spent(clock, answered, clock.bank_left, in_person=False) == clock.bank_left


@given(clocks(), rhythms)
def test_everything_told_is_utc(clock, rhythm):
    end = due(replace(clock, rhythm=rhythm))
    assert all(moment.tzinfo is UTC for moment in (end.at, end.bank_from, *end.reminders))
    assert on_the_wall(end.at)
