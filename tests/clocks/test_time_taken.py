"""How long an answer took, with all that is left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.clocks import DAILY, Clock, Holidays, Rhythm, Stop, time_taken
from tests.kit.instants import DAY, HOUR, MINUTE, NIGHT, NOTHING, SATURDAY, SUNDAY, at

MONDAY_NOON = at("2026-06-01 12:00")


def taken(asked: str, answered: str, **facts) -> float:
    """Measure in hours."""
    return time_taken(Clock("turn", at(asked), DAILY, **facts), at(answered)) / HOUR


def test_plain_time_is_the_time_between():
    assert taken("2026-06-01 12:00", "2026-06-02 13:30") == 25.5


def test_quiet_hours_between_are_left_out():
    rhythm = Rhythm("UTC", NIGHT)
    assert taken("2026-06-01 22:00", "2026-06-02 08:00", rhythm=rhythm) == 2
    assert taken("2026-06-01 22:00", "2026-06-01 22:30", rhythm=rhythm) == 0.5


def test_an_answer_at_night_to_a_question_at_night_took_no_time():
    rhythm = Rhythm("UTC", NIGHT)
    assert taken("2026-06-01 23:30", "2026-06-02 01:00", rhythm=rhythm) == 0


def test_quiet_hours_are_those_of_the_players_place():
    rhythm = Rhythm("America/Sao_Paulo", NIGHT)  # from 02:00 to 10:00 UTC
    assert taken("2026-06-01 01:00", "2026-06-01 11:00", rhythm=rhythm) == 2


def test_free_days_are_left_out_and_not_twice_where_nights_lie_in_them():
    rhythm = Rhythm("UTC", NIGHT, (SATURDAY, SUNDAY))
    # Friday 22:00 to 23:00, and Monday 07:00 to 08:00
    assert taken("2026-06-05 22:00", "2026-06-08 08:00", rhythm=rhythm) == 2


def test_holidays_are_left_out():
    days = Holidays(7, (at("2026-06-02 12:00").date(), at("2026-06-03 12:00").date()))
    assert taken("2026-06-01 12:00", "2026-06-04 12:00", holidays=days) == 24


def test_pauses_and_outages_are_left_out():
    stops = (
        Stop("pause-1", "pause", at("2026-06-01 13:00"), at("2026-06-03 13:00")),
        Stop("outage-1", "outage", at("2026-06-03 12:00"), at("2026-06-03 14:00")),
    )
    assert taken("2026-06-01 12:00", "2026-06-03 15:00", stops=stops) == 2


@given(st.integers(0, 30 * 24 * 60), st.integers(0, 30 * 24 * 60))
def test_it_is_never_negative_nor_longer_than_the_time_between_and_grows_with_it(one, other):
    first, last = sorted((one, other))
    clock = Clock("turn", MONDAY_NOON, DAILY, Rhythm("Europe/Berlin", NIGHT, (SUNDAY,)))
    early, late = (time_taken(clock, MONDAY_NOON + minutes * MINUTE) for minutes in (first, last))
    assert NOTHING <= early <= late <= last * MINUTE
    assert late - early <= (last - first) * MINUTE
    assert time_taken(clock, MONDAY_NOON + 30 * DAY) < 30 * DAY
