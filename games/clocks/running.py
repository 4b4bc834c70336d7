"""Work out when an answer is due: own time, then quiet hours and free days, then the bank, then time back.

Everything here follows from settings that everyone at the match can see and from the clock; nothing of the
game comes in.

Own time starts with the question, after any grace. Holidays stop it. Quiet hours and free days (together:
rests) don't stop it, but no deadline falls in a rest or in the two hours after it: such a deadline moves to
the end of those two hours. So a later question never has an earlier deadline.

With a fixed hour, a turn is due at the first such hour that leaves the turn's length, less two hours, and
there is no grace. An answer, early or late, doesn't shift the hour, and neither does a change of clocks or
the few seconds it takes to notice that time is up.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from games.clocks.settings import HOUR, MINUTE, NOTHING, Holidays, Pace, Rhythm
from games.clocks.spans import (
    Reason,
    Span,
    extended,
    holidays,
    in_utc,
    merged,
    next_at_hour,
    rests_around,
    shown,
    stopped_time,
)

Wait = Literal["turn", "window", "secret"]

#: How much time a player has after a rest before a deadline.
WAKING: Final = 2 * HOUR
#: How much a fixed hour may shorten a turn: one hour for a change of clocks, the rest because a missed
#: deadline is noticed late.
SLACK: Final = 2 * HOUR
#: Holidays can't keep a window open for longer than this many times its length.
LONGEST_WINDOW: Final = 3
LAST_CALL: Final = 15 * MINUTE


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """A time when clocks stood still: an outage, or a pause that everyone agreed on. Each id counts once."""

    id: str
    why: Literal["outage", "pause"]
    began: datetime
    ended: datetime

    def __post_init__(self) -> None:
        force_setattr(self, "began", in_utc(self.began))
        force_setattr(self, "ended", in_utc(self.ended))
        if self.ended <= self.began:
            raise ValueError(f"{self.id} ends before it begins")


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything one deadline is worked out from, stored when its question was asked, plus the stops since.

    A question that replaces another takes over its clock unchanged.
    """

    wait: Wait
    asked: datetime
    pace: Pace
    rhythm: Rhythm = Rhythm()
    holidays: Holidays = Holidays()
    bank_left: timedelta = NOTHING
    stops: tuple[Stop, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "asked", in_utc(self.asked))
        if self.bank_left < NOTHING:
            raise ValueError("nobody has less than nothing in the bank")

    @property
    def length(self) -> timedelta:
        return self.pace.window if self.wait == "window" else self.pace.turn

    @property
    def bank(self) -> timedelta:
        """Return what the bank may add; windows don't use it."""
        return NOTHING if self.pace.bank is None or self.wait == "window" else self.bank_left


class Due(Struct, frozen=True, forbid_unknown_fields=True):
    """When time is up, and what to say about it.

    All times are UTC; no reasons means that nothing moved it.
    """

    at: datetime
    bank_from: datetime
    reminders: tuple[datetime, ...]
    reasons: tuple[Reason, ...]


class _MovingDeadline:
    """A deadline on its way, which remembers what has moved it."""

    def __init__(self, at: datetime) -> None:
        self.at = at
        self.reasons: dict[Reason, None] = {}

    def move(self, at: datetime, *why: Reason) -> None:
        if at != self.at:
            self.set(at, *why)

    def set(self, at: datetime, *why: Reason) -> None:
        self.at = at
        self.reasons.update(dict.fromkeys(why))


def due(clock: Clock) -> Due:
    """Work out when the answer is due; the same clock always gives the same result."""
    off = holidays(clock.holidays, clock.rhythm)
    own_off = [] if clock.wait == "window" else off
    deadline = _own_time(clock, off)
    _push(deadline, clock, own_off)
    _run_bank(deadline, clock, own_off)
    _give_back(deadline, clock, own_off)
    bank_from = deadline.at - clock.bank
    reminders = _reminders(clock, bank_from, deadline.at, own_off)
    return Due(at=deadline.at, bank_from=bank_from, reminders=reminders, reasons=tuple(deadline.reasons))


def remaining(due: Due, now: datetime) -> timedelta:
    """Return how much time is left to answer, including the bank."""
    return max(NOTHING, due.at - now)


def _own_time(clock: Clock, off: Sequence[Span]) -> _MovingDeadline:
    if clock.wait == "window":
        return _window(clock, off)
    fixed = clock.pace.fixed_hour
    deadline = _MovingDeadline(clock.asked + clock.length + (clock.pace.grace if fixed is None else -SLACK))
    deadline.move(extended(clock.asked, deadline.at, off), "holiday")
    if fixed is not None:
        deadline.set(next_at_hour(deadline.at, fixed), "fixed_hour")
    return deadline


def _window(clock: Clock, off: Sequence[Span]) -> _MovingDeadline:
    begins = clock.asked + clock.pace.grace
    deadline = _MovingDeadline(begins + clock.length)
    longest = begins + LONGEST_WINDOW * clock.length
    deadline.move(min(longest, extended(clock.asked, deadline.at, off)), "holiday")
    return deadline


def _run_bank(deadline: _MovingDeadline, clock: Clock, off: Sequence[Span]) -> None:
    begins = deadline.at
    deadline.move(begins + clock.bank)
    deadline.move(extended(begins, deadline.at, off), "holiday")
    _push(deadline, clock, off)


def _push(deadline: _MovingDeadline, clock: Clock, off: Sequence[Span]) -> None:
    """Move the deadline to two hours after the rest it falls in, and repeat if it then falls in another."""
    while rest := _rest_at(deadline.at, clock.rhythm, off, WAKING):
        deadline.move(rest.ended + WAKING, *rest.why)


def _rest_at(at: datetime, rhythm: Rhythm, off: Sequence[Span], waking: timedelta) -> Span | None:
    near = (*off, *rests_around(shown(at, rhythm.place).date(), rhythm))
    inside = [rest for rest in near if rest.began <= at < rest.ended + waking]
    return max(inside, key=lambda rest: rest.ended, default=None)


def _give_back(deadline: _MovingDeadline, clock: Clock, off: Sequence[Span]) -> None:
    """Give back the time that was left when each stop began; don't give twice what holidays already gave."""
    for stop in merged(Span(stop.began, stop.ended, (stop.why,)) for stop in clock.stops):
        began = max(stop.began, clock.asked)
        if began < min(deadline.at, stop.ended):
            left = deadline.at - began - stopped_time(began, deadline.at, off)
            deadline.move(extended(stop.ended, stop.ended + left, off), *stop.why)
            _push(deadline, clock, off)


def _reminders(clock: Clock, bank_from: datetime, at: datetime, off: Sequence[Span]) -> tuple[datetime, ...]:
    """Place reminders outside rests: halfway and near the end of own time, and near the end of the bank."""
    wanted = [clock.asked + (bank_from - clock.asked) / 2, _near_end(clock.asked, bank_from)]
    if clock.bank >= 2 * LAST_CALL:
        wanted.append(_near_end(bank_from, at))
    return tuple(sorted({_after_rest(moment, clock.rhythm, off) for moment in wanted}))


def _near_end(start: datetime, end: datetime) -> datetime:
    return end - max((end - start) / 10, LAST_CALL)


def _after_rest(at: datetime, rhythm: Rhythm, off: Sequence[Span]) -> datetime:
    # No deadline falls within two hours of a rest, so this stays well before it.
    while rest := _rest_at(at, rhythm, off, NOTHING):
        at = rest.ended
    return at
