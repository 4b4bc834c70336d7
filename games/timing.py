"""From a match's pace and a player's habits to the instants at which something is due."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Deadline, Match, Seat


def start(clock: Deadline, match: Match, seat: Seat, kind: str, now: datetime) -> None:
    """Set a clock that begins to run now."""
    hours = match.pace.get("window" if kind == "window" else "turn", 12 if kind == "window" else 24)
    clock.asked_at, clock.due_at = now, now + timedelta(hours=hours)


def hand_on(old: Deadline, clock: Deadline) -> None:
    """Let a question go on with the clock of the one it takes the place of."""
    for field in ("asked_at", "due_at", "bank_from", "remind_at", "reminders", "pushed_by", "given_back"):
        setattr(clock, field, getattr(old, field))
