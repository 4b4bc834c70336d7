"""The time settings of a match and of a player, as records that are stored with the match.

Bounds may be widened later but never narrowed, because stored records have to load.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct

MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
NOTHING: Final = timedelta(0)

#: Every way a setting can be wrong, with a sentence for it; translations are looked up by the code.
SENTENCES: Final = {
    "turn": "Turn time must be between 1 hour and 14 days.",
    "window": "Time to react must be between 30 minutes and 7 days, and no longer than the turn time.",
    "grace": "The grace period can be at most 12 hours.",
    "hour": "The fixed hour must be a whole number from 0 to 23.",
    "fixed_hour": "A fixed hour of the day needs a turn time of at least 12 hours.",
    "bank": "A time bank can hold at most 30 days, and can't start with more than its limit.",
    "increment": "A time bank can grow by at most 7 days per turn.",
    "zone": "There is no such time zone.",
    "quiet": "Quiet hours must start and end at different times and last at most 12 hours.",
    "free_days": "Choose at most 3 free weekdays, each only once, from 0 (Monday) to 6 (Sunday).",
    "allowed": "A match can allow each player at most 60 days of holiday.",
    "holidays": ("That is more days of holiday than this match allows, or the same day is listed twice."),
}


class Unfit(ValueError):
    """Raised when a setting is out of bounds; the code says which one."""

    def __init__(self, code: str) -> None:
        super().__init__(SENTENCES[code])
        self.code = code


def require(fits: bool, code: str) -> None:
    """Raise Unfit with this code unless the setting fits."""
    if not fits:
        raise Unfit(code)


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all time zones; cached, because it reads many files."""
    return frozenset(available_timezones())


class Bank(Struct, frozen=True, forbid_unknown_fields=True):
    """Spare time for a player's turns and secret choices: what it starts with, and what each answer adds."""

    start: timedelta
    increment: timedelta
    cap: timedelta

    def __post_init__(self) -> None:
        require(NOTHING <= self.start <= self.cap <= 30 * DAY, "bank")
        require(NOTHING <= self.increment <= 7 * DAY, "increment")


class FixedHour(Struct, frozen=True, forbid_unknown_fields=True):
    """The hour of the day, in the zone of the match, at which turns are due."""

    hour: int
    zone: str

    def __post_init__(self) -> None:
        require(0 <= self.hour <= 23, "hour")
        require(self.zone in zone_names(), "zone")


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a match waits for an answer. A secret choice without a window counts as a turn."""

    turn: timedelta
    window: timedelta
    bank: Bank | None = None
    grace: timedelta = NOTHING
    fixed_hour: FixedHour | None = None

    def __post_init__(self) -> None:
        require(HOUR <= self.turn <= 14 * DAY, "turn")
        require(30 * MINUTE <= self.window <= min(7 * DAY, self.turn), "window")
        require(NOTHING <= self.grace <= 12 * HOUR, "grace")
        require(self.fixed_hour is None or self.turn >= 12 * HOUR, "fixed_hour")


BRISK: Final = Pace(turn=4 * HOUR, window=1 * HOUR)
DAILY: Final = Pace(turn=24 * HOUR, window=12 * HOUR)
RELAXED: Final = Pace(turn=72 * HOUR, window=24 * HOUR)
PRESETS: Final = {"brisk": BRISK, "daily": DAILY, "relaxed": RELAXED}


class Quiet(Struct, frozen=True, forbid_unknown_fields=True):
    """Hours of each day, in the player's zone, in which no time runs out; they may span midnight."""

    start: time
    end: time

    def __post_init__(self) -> None:
        has_no_zone = self.start.tzinfo is None and self.end.tzinfo is None
        require(has_no_zone and NOTHING < self.length <= 12 * HOUR, "quiet")

    @property
    def length(self) -> timedelta:
        """Return how long they last on a day without a change of clocks."""
        some_day = date(2000, 1, 1)
        return (datetime.combine(some_day, self.end) - datetime.combine(some_day, self.start)) % DAY


class Rhythm(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's zone, quiet hours and free days.

    Changes count from the next question on, not for running clocks.
    """

    zone: str = "UTC"
    quiet: Quiet | None = None
    free_days: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        require(self.zone in zone_names(), "zone")
        once = len(set(self.free_days)) == len(self.free_days) <= 3
        require(once and all(0 <= day <= 6 for day in self.free_days), "free_days")

    @property
    def place(self) -> ZoneInfo:
        """Return the zone itself."""
        return ZoneInfo(self.zone)


class Holidays(Struct, frozen=True, forbid_unknown_fields=True):
    """The days, in the player's zone, that a seat takes off in one match, and how many it may take."""

    allowed: int = 0
    taken: tuple[date, ...] = ()

    def __post_init__(self) -> None:
        require(0 <= self.allowed <= 60, "allowed")
        require(len(set(self.taken)) == len(self.taken) <= self.allowed, "holidays")
