"""Local time and real time: when a local hour happens, and how much time lies between two of them.

Lengths are absolute time; hours of the day are local time. Where clocks jump ahead, a time that is skipped
happens at the jump. Where they go back, a span lasts from the first occurrence of its beginning to the last
occurrence of its end. So nothing that is "inside" by local time is ever outside.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from games.clocks.settings import DAY, NOTHING, FixedHour, Holidays, Rhythm

Reason = Literal["fixed_hour", "holiday", "quiet", "free_day", "pause", "outage"]


class Span(NamedTuple):
    """A stretch of real time (UTC), excluding its end, and the reason for it."""

    began: datetime
    ended: datetime
    why: tuple[Reason, ...]


def in_utc(at: datetime) -> datetime:
    """Return the same moment in UTC; raise ValueError for a time without a zone."""
    if at.utcoffset() is None:
        raise ValueError(f"{at} has no zone, so it may be any instant")
    return at.astimezone(UTC)


def shown(at: datetime, zone: ZoneInfo) -> datetime:
    """Return the local time at this moment."""
    return at.astimezone(zone).replace(tzinfo=None, fold=0)


def occurrences(wall: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Find the first and last moment with this local time, or the jump that skips it."""
    both = (wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    first, last = sorted(both)
    if shown(first, zone) == wall:
        return first, last
    jump = _jump(first, last, wall, zone)
    return jump, jump


def _jump(before: datetime, after: datetime, wall: datetime, zone: ZoneInfo) -> datetime:
    seconds = range(int((after - before).total_seconds()))
    later = bisect_left(seconds, wall, key=lambda second: shown(before + timedelta(seconds=second), zone))
    return before + timedelta(seconds=later)


def next_at_hour(at: datetime, fixed: FixedHour) -> datetime:
    """Find the first fixed hour that isn't before `at`; every date has one, whatever the clocks do."""
    zone = ZoneInfo(fixed.zone)
    today = shown(at, zone).date()
    days = (datetime.combine(today + n * DAY, time(fixed.hour)) for n in range(4))
    return next(hour for day in days if (hour := occurrences(day, zone)[0]) >= at)


@lru_cache(maxsize=4096)
def rests_around(today: date, rhythm: Rhythm) -> tuple[Span, ...]:
    """List the rests that may cover a moment of that day, or have ended shortly before it."""
    # The night before counts too; one more day on both sides for zones that repeat or skip a date.
    days = [today + n * DAY for n in range(-2, 2)]
    rests = (span for day in days for span in (*_quiet_hours(day, rhythm), *_free_days(day, rhythm)))
    # A free day on a date that the zone skips has no length.
    return tuple(rest for rest in rests if rest.began < rest.ended)


def awake(at: datetime, rhythm: Rhythm) -> datetime:
    """Return the first moment from `at` on that is outside quiet hours and free days."""
    at = in_utc(at)
    while rest := _rest_at(at, rhythm):  # one may begin where another ends, three days of them at most
        at = rest.ended
    return at


def _rest_at(at: datetime, rhythm: Rhythm) -> Span | None:
    rests = rests_around(shown(at, rhythm.place).date(), rhythm)
    return next((rest for rest in rests if rest.began <= at < rest.ended), None)


def _quiet_hours(day: date, rhythm: Rhythm) -> list[Span]:
    if rhythm.quiet is None:
        return []
    begin = datetime.combine(day, rhythm.quiet.start)
    return [_between(begin, begin + rhythm.quiet.length, rhythm.place, "quiet")]


def _free_days(day: date, rhythm: Rhythm) -> list[Span]:
    return [_whole(day, rhythm.place, "free_day")] if day.weekday() in rhythm.free_days else []


def holidays(taken: Holidays, rhythm: Rhythm) -> list[Span]:
    """Return the holidays in order, with adjacent days merged."""
    days = (_whole(day, rhythm.place, "holiday") for day in taken.taken)
    return merged(day for day in days if day.began < day.ended)


def _whole(day: date, zone: ZoneInfo, why: Reason) -> Span:
    midnight = datetime.combine(day, time())
    return _between(midnight, midnight + DAY, zone, why)


def _between(begin: datetime, end: datetime, zone: ZoneInfo, why: Reason) -> Span:
    return Span(occurrences(begin, zone)[0], occurrences(end, zone)[1], (why,))


def merged(spans: Iterable[Span]) -> list[Span]:
    """Sort the spans and merge those that touch, so that no moment counts twice."""
    done: list[Span] = []
    for span in sorted(spans):
        if done and span.began <= done[-1].ended:
            span = _joined(done.pop(), span)
        done.append(span)
    return done


def _joined(one: Span, other: Span) -> Span:
    return Span(one.began, max(one.ended, other.ended), tuple(dict.fromkeys(one.why + other.why)))


def extended(start: datetime, end: datetime, stops: Sequence[Span]) -> datetime:
    """Move `end` later by as long as a clock that began at `start` stands still; the stops must be merged."""
    for stop in stops:
        if stop.began < end:
            end += max(NOTHING, stop.ended - max(stop.began, start))
    return end


def stopped_time(start: datetime, end: datetime, stops: Sequence[Span]) -> timedelta:
    """Return for how long the clock stood still between two moments; the stops must be merged."""
    shared = (min(end, stop.ended) - max(start, stop.began) for stop in stops)
    return sum((max(NOTHING, length) for length in shared), NOTHING)
