"""What happened in all my matches since a cursor; nothing new costs one statement, however many there are.

A cursor holds for each match how far its reader has come. There is no clock in it: what two matches write at
the same moment may be committed in either order, and a time would miss one of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from django.db.models import Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_noop

from games.api import describe, opaque
from games.api.bearer import player_of
from games.api.matches import unless_known
from games.api.operation import endpoint, query
from games.api.problems import UNPROCESSABLE, Problem
from games.api.reader import view_of
from games.api.shapes.news import NewsSince
from games.infra.statements import kept
from games.models import ENDED, Player, Scope, Seat, Talk, names_of
from games.present.match_names import match_name
from games.present.seat_view import WITHOUT_TABLE

#: For so long after its end what is said in a match is still news.
AFTERWARDS = timedelta(days=7)
MOST_MATCHES, MOST_LINES = 20, 200  # in one answer
LONGEST_CURSOR = 6000


class Reached(NamedTuple):
    """How far somebody has come in a match: of its log, of its chat, and which status they know."""

    version: int
    said: int
    status: str


NOWHERE = Reached(0, 0, "")
AllReached = dict[int, Reached]


@endpoint(
    "GET news",
    Scope.READ,
    NewsSince,
    told=gettext_noop("What happened since a cursor; without one, only a cursor to begin with"),
    has_etag=True,
)
def news(
    request: HttpRequest, response: HttpResponse, since: str = query("", max_length=LONGEST_CURSOR)
) -> Any:
    player, now = player_of(request), timezone.now()
    there = _there(player, now)
    known = _read(player, since) if since else {pk: place for pk, (place, _) in there.items()}
    moved = [pk for pk, (place, _) in there.items() if known.get(pk, NOWHERE) != place]
    told, later = moved[:MOST_MATCHES], moved[MOST_MATCHES:]
    reached = {pk: known.get(pk, NOWHERE) if pk in later else place for pk, (place, _) in there.items()}
    cursor = _cursor(player, reached)
    return unless_known(
        request,
        response,
        f"{cursor[:16]}{len(told)}",
        lambda: {
            "cursor": cursor,
            "news": [_news(known.get(pk, NOWHERE), there[pk][1], now) for pk in told],
            "more": bool(later),
        },
    )


def _there(player: Player, now: datetime) -> dict[int, tuple[Reached, Seat]]:
    """Find how far each of a player's matches is, in one statement."""
    rows = _seats(player, now - AFTERWARDS)
    return {
        seat.match_id: (Reached(seat.match.version, getattr(seat, "said", 0), seat.match.status), seat)
        for seat in rows
    }


@kept
def _seats(player: Player, since: datetime) -> QuerySet[Seat]:
    said = Talk.objects.told_to(player).filter(match=OuterRef("match_id")).order_by().values("match")
    mine = Seat.objects.filter(player=player, match__is_scratch=False).select_related("match", "player")
    mine = mine.filter(~Q(match__status__in=ENDED) | Q(match__ended_at__gt=since))
    last = Subquery(said.annotate(last=Max("pk")).values("last"))
    return mine.annotate(said=Coalesce(last, 0)).order_by("match_id")


# --- the cursor


def _cursor(player: Player, places: Mapping[int, Reached]) -> str:
    told = [[pk, *place] for pk, place in sorted(places.items())]
    return opaque.name_of(_whose(player), msgspec.json.encode(told))


def _read(player: Player, since: str) -> AllReached:
    """Read a cursor; raise Problem for one that isn't this player's."""
    told = opaque.read(_whose(player), since)
    if told is None:
        raise Problem(UNPROCESSABLE, "cursor")
    rows = msgspec.json.decode(told, type=list[tuple[int, int, int, str]])
    return {pk: Reached(version, said, status) for pk, version, said, status in rows}


def _whose(player: Player) -> str:
    return f"news {player.pk}"


# --- one match


def _news(known: Reached, seat: Seat, now: datetime) -> dict[str, Any]:
    """Say what is new in one match; one that has no table to read still says its status."""
    match = seat.match
    facts: dict[str, Any] = {
        "match": match.public_id,
        "name": match_name(match),
        "status": match.status,
        "waits_for_me": match.is_running and seat.number in match.awaited,
        "went_back": False,
        "lines": [],
        "talk": _talk(seat, known.said),
    }
    if match.status in WITHOUT_TABLE or match.version == known.version:
        return facts
    story = view_of(seat, now).story
    new = story.lines_since(known.version)[-MOST_LINES:]
    went_back = bool(known.version) and story.went_back(known.version)
    return facts | {"lines": describe.lines(new), "went_back": went_back}


def _talk(seat: Seat, said: int) -> Sequence[Any]:
    assert seat.player is not None
    rows = _said(seat.match_id, seat.player, said)
    table = list(seat.match.seats.select_related("player")) if rows else []
    return describe.talk(rows, seat, table, names_of(table)) if rows else ()


@kept
def _said(match: int, reader: Player, since: int) -> QuerySet[Talk]:
    return Talk.objects.told_to(reader).filter(match=match, pk__gt=since)[:MOST_LINES]
