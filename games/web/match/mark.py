"""Tell whether a page still shows the latest, by a mark that costs two cheap queries instead of the page.

The mark is a keyed hash of what the reader may know and of nothing else: it reveals that the page changed,
but not what. It also changes every ten minutes, since the time left changes by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, Max, OuterRef, Q, QuerySet, Subquery, When
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from games.disputes.rulings import shown_at
from games.infra.statements import kept
from games.match.presence import asks_again_after
from games.models import (
    ENDED,
    Act,
    ActKind,
    Deadline,
    DeadlineKind,
    DeadlineState,
    Event,
    Look,
    MatchStatus,
    Order,
    Player,
    SealedAnswer,
    Seat,
    Talk,
)

SALT = "games.page.mark"
LONGEST = 600  # seconds for which a page may show the same time left
#: Actions that all players of the match see; of the others each seat sees only its own.
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
        ActKind.STAND_IN,
        ActKind.STOOD_DOWN,
        ActKind.SOUGHT,
        ActKind.STAYED,
        ActKind.NAMED,
        ActKind.UNNAMED,
    }
)


@dataclass(frozen=True)
class PageMark:
    """The mark of a page, and what is counted on the way."""

    mark: str
    waiting: int  # matches that wait for its reader
    again: int  # seconds until an open page asks for news again


def mark_of(seat: Seat, now: datetime) -> PageMark:
    """Make the mark of what a seat's page shows now."""
    match = seat.match
    waiting, happened, *counted = _counts(seat)
    parts = [
        seat.number,
        seat.generation,
        match.status,
        match.version,
        sorted(match.awaited),
        seat.lessons,
        match.is_unsealed(now),
        waiting,
        *counted,
    ]
    return PageMark(make_mark(parts, now), waiting, asks_again_after(happened, now))


def make_mark(shown: Sequence[object], now: datetime) -> str:
    """Make the mark of what a page shows in the reader's language, for the next ten minutes at most."""
    parts = [*shown, get_language(), int(now.timestamp()) // LONGEST]
    return salted_hmac(SALT, repr(parts)).hexdigest()[:24]


def _counts(seat: Seat) -> list[Any]:
    """Count what is kept beside the events, and the matches that wait for this player, all in one look."""
    rows = _counted(seat.pk, seat.player)
    waiting = sum(
        status == MatchStatus.RUNNING and number in awaited for _, number, status, awaited, *_ in rows
    )
    (figures,) = (figures for pk, _, _, _, *figures in rows if pk == seat.pk)
    happened = figures[-len(HAPPENED) :]
    last_talk = happened[-1]  # it shows a private message to the reader too, which no act does that they see
    return [waiting, happened, last_talk, *map(str, figures[: -len(HAPPENED)])]


@kept
def _counted(seat: int, player: Player | None) -> QuerySet[Seat, tuple[Any, ...]]:
    """Count it for a seat, and for those of its player in running matches."""
    here, own = OuterRef("match"), {"seat": OuterRef("pk"), "generation": OuterRef("generation")}
    acts = Act.objects.filter(Q(kind__in=SHOWN) | Q(seat=OuterRef("pk")), match=here)
    running = Deadline.objects.filter(match=here, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    counted = Seat.objects.annotate(
        acts_shown=_one(acts, Count("pk")),
        last_due=_one(running, Max("due_at")),
        orders_laid=_one(Order.objects.filter(**own), Count("pk")),
        answers_sealed=_one(SealedAnswer.objects.filter(**own), Count("pk")),
        rulings_shown=_one(shown_at(here), Count("pk")),
        looks_shown=_one(Look.objects.filter(match=here, match__status__in=ENDED), Count("pk")),
        **_happened(seat),
    )
    running_or_this = Q(match__status=MatchStatus.RUNNING, match__is_scratch=False) | Q(pk=seat)
    names = counted.query.annotations
    found = counted.filter(running_or_this, player=player)
    return found.values_list("pk", "number", "match__status", "match__awaited", *names)


#: What is asked about this match alone, for how soon the page asks again.
HAPPENED = ("last_event", "last_talk")


def _happened(seat: int) -> dict[str, Case]:
    """Find when somebody last did or said something that the reader of this seat's page knows of."""
    here = OuterRef("match")
    found = (
        Subquery(Event.objects.filter(match=here).order_by("-number").values("at")[:1]),
        _one(Talk.objects.filter(Q(to=None) | Q(to=OuterRef("player")), match=here), Max("at")),
    )
    only_here = (Case(When(pk=seat, then=one)) for one in found)
    return dict(zip(HAPPENED, only_here, strict=True))


def _one(rows: QuerySet[Any], reckoned: Count | Max) -> Subquery:
    """Compute one figure over the rows of a seat's match; NULL without any rows."""
    return Subquery(rows.order_by().values("match").annotate(figure=reckoned).values("figure"))
