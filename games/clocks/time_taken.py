"""How long a player took to answer: from being asked to the answer, without the time that nobody expects."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.clocks.running import Clock
from games.clocks.settings import DAY
from games.clocks.spans import Span, holidays, in_utc, merged, rests_around, shown, stopped_time


def time_taken(clock: Clock, answered_at: datetime) -> timedelta:
    """Measure the time from question to answer outside rests, holidays, pauses and outages."""
    ended = in_utc(answered_at)
    off = merged(
        [
            *_rests(clock, ended),
            *holidays(clock.holidays, clock.rhythm),
            *(Span(stop.began, stop.ended, (stop.why,)) for stop in clock.stops),
        ]
    )
    return max(timedelta(0), ended - clock.asked - stopped_time(clock.asked, ended, off))


def _rests(clock: Clock, ended: datetime) -> Iterator[Span]:
    """List quiet hours and free days between question and answer; some come twice."""
    today, last = (shown(at, clock.rhythm.place).date() for at in (clock.asked, ended))
    while today <= last + DAY:
        yield from rests_around(today, clock.rhythm)
        today += DAY
