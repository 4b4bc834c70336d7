"""From a match's pace and a player's habits to the instant an answer is due."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Match, Seat


def due_at(match: Match, seat: Seat, kind: str, now: datetime) -> datetime:
    """Say until when an answer is waited for."""
    hours = match.pace.get("window" if kind == "window" else "turn", 12 if kind == "window" else 24)
    return now + timedelta(hours=hours)
