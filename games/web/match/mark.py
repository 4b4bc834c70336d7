"""By what a page is known to show the latest: two cheap questions instead of a whole page.

It is made of what its reader may know and of nothing else, and sealed: it tells whether anything on the page
has changed, not what. What changes by itself (the time that is left) is looked at anew after a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from games.disputes.rulings import shown_at
from games.models import (
    ENDED,
    Act,
    ActKind,
    Deadline,
    DeadlineKind,
    DeadlineState,
    Look,
    MatchStatus,
    Order,
    SealedAnswer,
    Seat,
)

SALT = "games.page.mark"
LONGEST = 600  # seconds for which a page may say how much time is left
#: What everybody at the table is shown; of the rest each seat sees its own.
SHOWN = frozenset(
    {
        ActKind.SAID_YES,
        ActKind.CARRIED,
        ActKind.TOOK_YES_BACK,
        ActKind.CALLED_OFF,
        ActKind.GAVE_UP,
        ActKind.CAME_BACK,
        ActKind.OFFERED,
        ActKind.KEPT_BACK,
        ActKind.TOOK_SEAT,
        ActKind.TOOK_DAYS,
        ActKind.GAVE_DAYS,
        ActKind.MUTED,
        ActKind.UNMUTED,
        ActKind.NUDGED,
        ActKind.SAID,
    }
)


@dataclass(frozen=True)
class Marked:
    """What a page shows, as a mark; and how many matches wait for its reader, which was counted for that."""

    mark: str
    waiting: int


def mark_of(seat: Seat, now: datetime) -> Marked:
    """Mark what the page of a seat shows at this moment."""
    match = seat.match
    waiting, *counted = _beside(seat)
    parts = [
        seat.number,
        seat.generation,
        match.status,
        match.version,
        sorted(match.awaited),
        waiting,
        *counted,
    ]
    return Marked(sealed(parts, now), waiting)


def sealed(shown: Sequence[object], now: datetime) -> str:
    """Mark what is shown, in its reader's language, for as long as the time that is left holds."""
    parts = [*shown, get_language(), int(now.timestamp()) // LONGEST]
    return salted_hmac(SALT, repr(parts)).hexdigest()[:24]


def _beside(seat: Seat) -> list[Any]:
    """Count what is kept beside the events, and the matches that wait for this player, all in one look."""
    found = _counted().filter(
        Q(match__status=MatchStatus.RUNNING, match__is_scratch=False) | Q(pk=seat.pk), player=seat.player
    )
    names = found.query.annotations
    rows = list(found.values_list("pk", "number", "match__status", "match__awaited", *names))
    waiting = sum(
        status == MatchStatus.RUNNING and number in awaited for _, number, status, awaited, *_ in rows
    )
    (counted,) = (figures for pk, _, _, _, *figures in rows if pk == seat.pk)
    return [waiting, *map(str, counted)]


@cache
def _counted() -> QuerySet[Seat]:
    """Count it for each seat. Put together once a process: that takes twice as long as asking."""
    here, own = OuterRef("match"), {"seat": OuterRef("pk"), "generation": OuterRef("generation")}
    acts = Act.objects.filter(Q(kind__in=SHOWN) | Q(seat=OuterRef("pk")), match=here)
    running = Deadline.objects.filter(match=here, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    return Seat.objects.annotate(
        acts_shown=_one(acts, Count("pk")),
        last_due=_one(running, Max("due_at")),
        orders_laid=_one(Order.objects.filter(**own), Count("pk")),
        answers_sealed=_one(SealedAnswer.objects.filter(**own), Count("pk")),
        rulings_shown=_one(shown_at(here), Count("pk")),
        looks_shown=_one(Look.objects.filter(match=here, match__status__in=ENDED), Count("pk")),
    )


def _one(rows: QuerySet[Any], reckoned: Count | Max) -> Subquery:
    """Ask for one figure about rows of a seat's own match, or nothing where there are none."""
    return Subquery(rows.order_by().values("match").annotate(figure=reckoned).values("figure"))
