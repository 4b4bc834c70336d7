"""Clocks as pure functions: the current time is an argument, no game is known. Import all of it from here."""

from __future__ import annotations

from games.clocks.running import Clock, Due, Stop, Wait, due, remaining
from games.clocks.settings import (
    BRISK,
    DAILY,
    PRESETS,
    RELAXED,
    SENTENCES,
    Bank,
    FixedHour,
    Holidays,
    Pace,
    Quiet,
    Rhythm,
    Unfit,
)
from games.clocks.spans import Reason, awake
from games.clocks.time_back import given_back, outage, pause, spent
from games.clocks.time_taken import time_taken

__all__ = [
    "BRISK",
    "DAILY",
    "PRESETS",
    "RELAXED",
    "SENTENCES",
    "Bank",
    "Clock",
    "Due",
    "FixedHour",
    "Holidays",
    "Pace",
    "Quiet",
    "Reason",
    "Rhythm",
    "Stop",
    "Unfit",
    "Wait",
    "awake",
    "due",
    "given_back",
    "outage",
    "pause",
    "remaining",
    "spent",
    "time_taken",
]
