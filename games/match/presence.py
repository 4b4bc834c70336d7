"""Who is looking, and how soon an open page asks for news again.

A look is recorded once a minute at most. How soon a page asks again depends only on when something last
happened that its reader may know of, never on who else is looking: that is everybody's own affair. While its
own reader is there, a page asks soon anyway (`live.js`), whatever the site says.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from games.infra.locks import writing
from games.models import Seat

NOTED = timedelta(minutes=1)
#: Seconds until an open page asks again: while people play, and otherwise.
QUICK, CALM = 2, 20
#: How long after the last thing that happened people are taken to be playing.
LIVELY = timedelta(minutes=5)
#: What a seat whose player changes begins with.
NOBODY: dict[str, Any] = dict.fromkeys(("seen_at", "read_chat_at"))


def note(seat: Seat, now: datetime) -> None:
    """Record that a player sees the page of their match now: what it shows needs no email."""
    if seat.seen_at is None or now - seat.seen_at >= NOTED:
        with writing():
            Seat.objects.filter(pk=seat.pk).update(seen_at=now)


def asks_again_after(happened: Iterable[datetime | None], now: datetime) -> int:
    """Give the seconds after which an open page asks for news again."""
    last = max((at for at in happened if at), default=None)
    return CALM if last is None or now - last >= LIVELY else QUICK
