"""For tests of clocks: local times, zones and rhythms, and hypothesis strategies for them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from games.clocks import BRISK, DAILY, RELAXED, Bank, Clock, FixedHour, Holidays, Pace, Quiet, Rhythm, Stop

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NOTHING = timedelta(0)
SATURDAY, SUNDAY = 5, 6
NIGHT = Quiet(time(23), time(7))
ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/Sao_Paulo",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/St_Johns",  # went back at one minute past midnight, across the date
    "Pacific/Apia",  # skipped 30 December 2011
)


def at(text, zone="UTC", fold=0):
    """Read a local time: "2026-03-28 20:00"."""
    wall = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return wall.astimezone(UTC)


def on_the_wall(instant, zone="UTC"):
    return instant.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


def minutes(of_day):
    return time(of_day // 60, of_day % 60)


def off(*days):
    return Holidays(allowed=60, taken=tuple(date.fromisoformat(day) for day in days))


def rests(instant, rhythm):
    """Check by local time, not by spans: is this a quiet hour or a free day?"""
    wall = instant.astimezone(ZoneInfo(rhythm.zone))
    return wall.weekday() in rhythm.free_days or (
        rhythm.quiet is not None and is_in(rhythm.quiet, wall.time())
    )


def is_in(quiet, hour):
    if quiet.start < quiet.end:
        return quiet.start <= hour < quiet.end
    return hour >= quiet.start or hour < quiet.end


def quiet(begins, length):
    return Quiet(minutes(begins), minutes((begins + length) % 1440))


zones = st.sampled_from(ZONES)
quiets = st.builds(quiet, st.integers(0, 1439), st.integers(1, 720))
free = st.lists(st.integers(0, 6), max_size=3, unique=True).map(tuple)
rhythms = st.builds(Rhythm, zones, st.none() | quiets, free)
lengths = st.integers(60, 7 * 1440).map(lambda n: n * MINUTE)
banks = st.builds(
    lambda start, increment, more: Bank(start * HOUR, increment * HOUR, (start + more) * HOUR),
    st.integers(0, 100),
    st.integers(0, 24),
    st.integers(0, 100),
)
fixed_hours = st.builds(FixedHour, st.integers(0, 23), zones)
graces = st.integers(0, 12 * 60).map(lambda n: n * MINUTE)
custom = st.builds(
    lambda turn, window, grace, bank: Pace(turn, min(turn, window), bank, grace),
    lengths,
    lengths,
    graces,
    st.none() | banks,
)
with_hour = st.builds(
    lambda length, hour: Pace(length + 11 * HOUR, HOUR, fixed_hour=hour), lengths, fixed_hours
)
paces = st.sampled_from([BRISK, DAILY, RELAXED]) | custom
instants = st.datetimes(datetime(2006, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC))
#: Moments close to the nights when the clocks of our zones change, or a date is skipped.
nights = st.builds(
    lambda night, by: at(night) + by * MINUTE,
    st.sampled_from(
        [
            *("2025-10-26 01:00", "2026-03-29 01:00"),  # Berlin
            *("2017-10-15 03:00", "2018-02-18 02:00"),  # São Paulo
            *("2025-11-02 06:00", "2026-03-08 07:00"),  # New York
            *("2025-10-04 15:30", "2026-04-04 15:00"),  # Lord Howe
            *("2010-11-07 02:31", "2010-03-14 03:31"),  # St John's
            "2011-12-30 10:00",  # Apia
        ]
    ),
    st.integers(-6 * 1440, 2 * 1440),
)
moments = instants | nights


@st.composite
def clocks(draw, wait=None, paces=paces, rhythms=rhythms, holidays=True):
    asked = draw(moments)
    first = draw(st.integers(-3, 12))
    taken = draw(st.lists(st.integers(first, first + 9), max_size=8, unique=True)) if holidays else []
    return Clock(
        wait=wait or draw(st.sampled_from(["turn", "window", "secret"])),
        asked=asked,
        pace=draw(paces),
        rhythm=draw(rhythms),
        holidays=Holidays(60, tuple(asked.date() + n * DAY for n in taken)),
        bank_left=draw(st.integers(0, 72 * 60)) * MINUTE,
    )


@st.composite
def stops(draw, clock):
    began = clock.asked + draw(st.integers(-5 * 1440, 10 * 1440)) * MINUTE
    length = draw(st.integers(16, 5 * 1440)) * MINUTE
    why = draw(st.sampled_from(["outage", "pause"]))
    return Stop(f"{why} of {length} from {began}", why, began, began + length)
