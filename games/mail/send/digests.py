"""The daily email of players who want no more than one: queued in the morning of their zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from games.mail import queue
from games.mail.kinds import DIGEST
from games.models import Outbox, Player, Seat

MORNING = 8  # o'clock, in the player's zone


def queue_due(now: datetime) -> int:
    """Queue today's email for each player whom a match waits for; return how many."""
    wanted = Player.objects.filter(digest=True, muted=False, is_active=True, seats__match__status="running")
    queued = [
        _row(player, now) for player in wanted.distinct() if _is_morning(player, now) and _is_asked(player)
    ]
    return queue.write(queued)


def _is_morning(player: Player, now: datetime) -> bool:
    return now.astimezone(ZoneInfo(player.time_zone)).hour >= MORNING


def _is_asked(player: Player) -> bool:
    seats = Seat.objects.filter(player=player, muted=False, match__status="running").select_related("match")
    return any(seat.number in seat.match.awaited for seat in seats)


def _row(player: Player, now: datetime) -> Outbox:
    day = now.astimezone(ZoneInfo(player.time_zone)).date()
    return queue.email(DIGEST, f"{DIGEST}:{player.pk}:{day}", now, to=player.email)
