"""Let the robots of a match of one person answer before its page is drawn again."""

from __future__ import annotations

from datetime import datetime

from games.lobby import alone, daily
from games.models import Match


def play_on(match: Match, now: datetime) -> None:
    """Let the robots play until the player is asked again, and note a result of the daily mine."""
    alone.let_robots_play(match, now)
    if match.is_daily:
        daily.note_results(now)
