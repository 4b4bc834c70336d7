"""Who is looking: noted when the page of a match is drawn for its own player, once a minute at most."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.infra.locks import writing
from games.models import Seat

NOTED = timedelta(minutes=1)


def note(seat: Seat, now: datetime) -> None:
    """Note that a player sees the page of a match just now: what it shows needs no mail."""
    if seat.seen_at is None or now - seat.seen_at >= NOTED:
        with writing():
            Seat.objects.filter(pk=seat.pk).update(seen_at=now)
