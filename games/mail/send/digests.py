"""The daily email of players who want no more than one: queued in the morning of their zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from games.mail import queue
from games.mail.kinds import DIGEST
from games.models import MatchStatus, Outbox, Seat

MORNING = 8  # o'clock, in the player's zone


def queue_due(now: datetime) -> int:
    """Queue today's email for each player a match waits for; give their number.

    This runs in every sweep: all readers are found by one query, and who has today's email by another.
    """
    wanted = {_reason(pk, zone, now): email for pk, zone, email in _asked() if _is_morning(zone, now)}
    queued = (
        set(Outbox.objects.filter(dedupe__in=wanted).values_list("dedupe", flat=True)) if wanted else set()
    )
    missing = wanted.keys() - queued
    return queue.write([queue.email(DIGEST, one, now, to=wanted[one]) for one in sorted(missing)])


def _asked() -> set[tuple[object, str, str]]:
    """Find the players who want digests and whom a match waits for: their ids, time zones and addresses."""
    seats = Seat.objects.filter(
        muted=False,
        match__status=MatchStatus.RUNNING,
        player__digest=True,
        player__muted=False,
        player__is_active=True,
    )
    rows = seats.order_by().values_list(
        "number", "match__awaited", "player", "player__time_zone", "player__email"
    )
    return {(pk, zone, email) for number, awaited, pk, zone, email in rows if number in awaited}


def _is_morning(zone: str, now: datetime) -> bool:
    return now.astimezone(ZoneInfo(zone)).hour >= MORNING


def _reason(player: object, zone: str, now: datetime) -> str:
    return f"{DIGEST}:{player}:{now.astimezone(ZoneInfo(zone)).date()}"
