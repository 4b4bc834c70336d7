"""People who read their emails, sleep, forget, and do on their page what their style does."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from tests.simulation.post import Letter
from tests.simulation.styles import Player

ZONES: Final = ("Europe/Berlin", "America/Sao_Paulo", "Europe/Moscow", "America/New_York", "Asia/Tokyo")
MEDIAN: Final = timedelta(hours=6)
SPREAD: Final = 1.0  # of the logarithm: one answer in six takes longer than 16 hours
ASLEEP: Final = (23, 7)
NEVER: Final = 1 / 50


@dataclass
class Person:
    """Somebody at the table. `literal`: an answer may come too late; otherwise it comes in time."""

    seat: int
    email: str
    zone: str
    player: Player
    dice: random.Random
    literal: bool = False
    read_ids: set[str] = field(default_factory=set)
    expected: set[datetime | None] = field(default_factory=set)  # questions a visit is planned for
    forgotten: set[datetime | None] = field(default_factory=set)  # questions that will never be answered
    knows_end: bool = False
    generation: int = 1  # of the seat when this person sat down
    gone: bool = False  # somebody else sits there, or nobody

    def read(self, letter: Letter, now: datetime) -> datetime | None:
        """Read an email; say when its link will be followed, if ever."""
        if letter.kind == "over":
            self.knows_end = True
        if letter.kind == "over" or letter.id in self.read_ids:
            return None
        self.read_ids.add(letter.id)
        until = letter.until(now)
        if letter.kind == "reminder" and until in self.expected | self.forgotten:
            return None
        if self.dice.random() < NEVER:
            self.forgotten.add(until)
            return None
        self.expected.add(until)
        at = self.awake(now + self.delay())
        return at if self.literal or until is None else max(now, min(at, until))

    def delay(self) -> timedelta:
        return MEDIAN * math.exp(self.dice.gauss(0, SPREAD))

    def awake(self, at: datetime) -> datetime:
        """Move a moment of the night to the morning after it."""
        evening, morning = ASLEEP
        local = at.astimezone(ZoneInfo(self.zone))
        if morning <= local.hour < evening:
            return at
        up = local.replace(hour=morning, minute=0, second=0, microsecond=0, fold=0)
        if local.hour >= evening:
            up += timedelta(days=1)
        return up.astimezone(at.tzinfo) + timedelta(minutes=self.dice.randrange(40))
