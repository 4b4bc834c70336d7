"""When an answer is due: own time, then what rests push, then the bank, then what is given back.

Everything here follows from settings the table can see and from the clock; nothing of the game comes in.
Own time runs from the question (and its grace) on. Holidays stop it; quiet hours and free days don't, but
no time runs out in them, nor in the two hours after: a deadline there moves to the end of those two hours.
So who is asked later never has to answer earlier.
With a fixed hour a turn is due at the first such hour that leaves the turn's length, less two hours, and
there is no grace: an answer, early or late, doesn't shift the hour, and neither does a change of clocks
nor the seconds it takes to notice that time was up.
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
    holidays,
    in_utc,
    merged,
    next_at_hour,
    rests_around,
    shown,
    standing,
    stretched,
)

Wait = Literal["turn", "window", "secret"]

#: What somebody has after a rest, at least, before time is up.
WAKING: Final = 2 * HOUR
#: What a fixed hour may take off a turn: an hour for the change of clocks, the rest for being noticed late.
SLACK: Final = 2 * HOUR
#: A window isn't held open by holidays beyond so many times its length.
LONGEST_WINDOW: Final = 3
LAST_CALL: Final = 15 * MINUTE


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """Time in which clocks stood still: an outage, or a pause all agreed on. Counts once by its id."""

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
    """All that one deadline follows from, taken down when its question was asked, and the stops since.

    A question that replaces another takes its clock over unchanged.
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
        """Tell what the bank may add: windows have no use of it."""
        return NOTHING if self.pace.bank is None or self.wait == "window" else self.bank_left


class Due(Struct, frozen=True, forbid_unknown_fields=True):
    """When time is up, and what to tell about it. All instants are UTC; no reason: nothing moved it."""

    at: datetime
    bank_from: datetime
    reminders: tuple[datetime, ...]
    reasons: tuple[Reason, ...]


class _Hand:
    """The hand of the clock, which remembers what has moved it."""

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
    """Say when the answer is due; the same clock gives the same answer for ever."""
    off = holidays(clock.holidays, clock.rhythm)
    own_off = [] if clock.wait == "window" else off
    hand = _own_time(clock, off)
    _push(hand, clock, own_off)
    _run_bank(hand, clock, own_off)
    _give_back(hand, clock, own_off)
    bank_from = hand.at - clock.bank
    reminders = _reminders(clock, bank_from, hand.at, own_off)
    return Due(at=hand.at, bank_from=bank_from, reminders=reminders, reasons=tuple(hand.reasons))


def remaining(due: Due, now: datetime) -> timedelta:
    """Tell how long there is to answer, the bank included."""
    return max(NOTHING, due.at - now)


def _own_time(clock: Clock, off: Sequence[Span]) -> _Hand:
    if clock.wait == "window":
        return _window(clock, off)
    fixed = clock.pace.fixed_hour
    hand = _Hand(clock.asked + clock.length + (clock.pace.grace if fixed is None else -SLACK))
    hand.move(stretched(clock.asked, hand.at, off), "holiday")
    if fixed is not None:
        hand.set(next_at_hour(hand.at, fixed), "fixed_hour")
    return hand


def _window(clock: Clock, off: Sequence[Span]) -> _Hand:
    begins = clock.asked + clock.pace.grace
    hand = _Hand(begins + clock.length)
    longest = begins + LONGEST_WINDOW * clock.length
    hand.move(min(longest, stretched(clock.asked, hand.at, off)), "holiday")
    return hand


def _run_bank(hand: _Hand, clock: Clock, off: Sequence[Span]) -> None:
    begins = hand.at
    hand.move(begins + clock.bank)
    hand.move(stretched(begins, hand.at, off), "holiday")
    _push(hand, clock, off)


def _push(hand: _Hand, clock: Clock, off: Sequence[Span]) -> None:
    """Move the hand to two hours after the rest it is in, and again if that is in another."""
    while rest := _rest_at(hand.at, clock.rhythm, off, WAKING):
        hand.move(rest.ended + WAKING, *rest.why)


def _rest_at(at: datetime, rhythm: Rhythm, off: Sequence[Span], waking: timedelta) -> Span | None:
    near = (*off, *rests_around(shown(at, rhythm.place).date(), rhythm))
    inside = [rest for rest in near if rest.began <= at < rest.ended + waking]
    return max(inside, key=lambda rest: rest.ended, default=None)


def _give_back(hand: _Hand, clock: Clock, off: Sequence[Span]) -> None:
    """Let what was left when a stop began be left when it ended; what holidays stop isn't given twice."""
    for stop in merged(Span(stop.began, stop.ended, (stop.why,)) for stop in clock.stops):
        began = max(stop.began, clock.asked)
        if began < min(hand.at, stop.ended):
            left = hand.at - began - standing(began, hand.at, off)
            hand.move(stretched(stop.ended, stop.ended + left, off), *stop.why)
            _push(hand, clock, off)


def _reminders(clock: Clock, bank_from: datetime, at: datetime, off: Sequence[Span]) -> tuple[datetime, ...]:
    """Remind at half and near the end of own time, and near the end of the bank; in no rest."""
    wanted = [clock.asked + (bank_from - clock.asked) / 2, _near_end(clock.asked, bank_from)]
    if clock.bank >= 2 * LAST_CALL:
        wanted.append(_near_end(bank_from, at))
    return tuple(sorted({_after_rest(moment, clock.rhythm, off) for moment in wanted}))


def _near_end(start: datetime, end: datetime) -> datetime:
    return end - max((end - start) / 10, LAST_CALL)


def _after_rest(at: datetime, rhythm: Rhythm, off: Sequence[Span]) -> datetime:
    # Time is never up within two hours of a rest, so this stays well before it.
    while rest := _rest_at(at, rhythm, off, NOTHING):
        at = rest.ended
    return at
