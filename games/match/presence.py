"""Who is looking: recorded when a player opens the page of their match, once a minute at most."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.infra.locks import writing
from games.models import Seat

NOTED = timedelta(minutes=1)


def note(seat: Seat, now: datetime) -> None:
    """Record that a player sees the page of their match now: what it shows needs no email."""
    if seat.seen_at is None or now - seat.seen_at >= NOTED:
        with writing():
            Seat.objects.filter(pk=seat.pk).update(seen_at=now)
