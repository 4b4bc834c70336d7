"""Who has the page of a match open, and how soon that page asks for news again.

Recorded once a minute at most. How soon a page asks again depends on what its reader may know and on nothing
else: whether another player has the page open, and when something last happened that everybody saw.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.infra.locks import writing
from games.models import Seat

NOTED = timedelta(minutes=1)
#: Longer than an open page is silent, together with the minute in which it isn't recorded again.
GONE = timedelta(seconds=90)
#: Seconds until an open page asks again: while people play at the same time, and otherwise.
QUICK, CALM = 2, 20
#: How long after the last thing that happened two people at their pages are taken to be playing.
LIVELY = timedelta(minutes=10)
#: How long a page waits for somebody who may be on their way to theirs.
EXPECTING = timedelta(seconds=30)
#: What a seat whose player changes begins with.
NOBODY: dict[str, Any] = dict.fromkeys(("seen_at", "read_chat_at", "here_at", "came_at"))


@dataclass(frozen=True)
class Company:
    """When another player last had the page open, if ever, and what else happened when."""

    other_here: datetime | None
    happened: Iterable[datetime | None]  # arrivals at the page too


def note(seat: Seat, now: datetime, *, sees: bool = True) -> None:
    """Record that a player has the page of their match open, and whether they see what it shows.

    What they see needs no email.
    """
    noted: dict[str, Any] = {}
    if sees and _is_past(seat.seen_at, now, NOTED):
        noted["seen_at"] = now
    if _is_past(seat.here_at, now, NOTED):
        noted["here_at"] = now
        if _is_past(seat.here_at, now, GONE):
            noted["came_at"] = now
    if noted:
        with writing():
            Seat.objects.filter(pk=seat.pk).update(**noted)


def asks_again_after(company: Company, now: datetime) -> int:
    """Give the seconds after which an open page asks for news again."""
    if company.other_here is None:
        return CALM
    last = max((at for at in company.happened if at), default=None)
    is_there = not _is_past(company.other_here, now, GONE)
    return CALM if _is_past(last, now, LIVELY if is_there else EXPECTING) else QUICK


def _is_past(at: datetime | None, now: datetime, span: timedelta) -> bool:
    return at is None or now - at >= span
