"""Who is looking, and who has read the chat: recorded when a player opens a page, once a minute at most."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.infra.locks import writing
from games.match import chat
from games.models import Seat

NOTED = timedelta(minutes=1)


def note(seat: Seat, now: datetime) -> None:
    """Record that a player sees the page of their match now: what it shows needs no email."""
    if seat.seen_at is None or now - seat.seen_at >= NOTED:
        with writing():
            Seat.objects.filter(pk=seat.pk).update(seen_at=now)


def note_chat(seat: Seat, now: datetime) -> None:
    """Record that a player sees the chat of their match now: what is there isn't new to them any more."""
    if seat.read_chat_at is None or now - seat.read_chat_at >= NOTED or chat.unread(seat):
        with writing():
            Seat.objects.filter(pk=seat.pk).update(read_chat_at=now)
