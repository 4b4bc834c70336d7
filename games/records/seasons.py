"""Seasons: calendar quarters, in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple

_TOLD = re.compile(r"(2\d{3})-([1-4])")


class Season(NamedTuple):
    year: int
    quarter: int  # from 1 to 4

    @classmethod
    def of(cls, at: datetime) -> Season:
        there = at.astimezone(UTC)
        return cls(there.year, (there.month + 2) // 3)

    @classmethod
    def read(cls, told: str) -> Season | None:
        """Read a season as an address names it; None if it is none."""
        found = _TOLD.fullmatch(told)
        return cls(int(found[1]), int(found[2])) if found else None

    @property
    def began(self) -> datetime:
        return datetime(self.year, 3 * self.quarter - 2, 1, tzinfo=UTC)

    @property
    def ended(self) -> datetime:
        return self.next.began

    @property
    def next(self) -> Season:
        return Season(self.year, self.quarter + 1) if self.quarter < 4 else Season(self.year + 1, 1)

    @property
    def before(self) -> Season:
        return Season(self.year, self.quarter - 1) if self.quarter > 1 else Season(self.year - 1, 4)

    def __str__(self) -> str:
        return f"{self.year}-{self.quarter}"
