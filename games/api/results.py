"""Finished matches and ratings, for those who may see them on pages too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_noop

from games.api.bearer import player_of
from games.api.operation import endpoint, query
from games.api.problems import nothing_here
from games.api.reader import seat_or_watched
from games.api.shapes.results import Ratings, Result, ResultLines
from games.circles import belonging
from games.models import Match, MatchRecord, Player, Rating, Scope, SeatRecord, name_of_robot
from games.players import blocks
from games.present.chat_lines import GONE
from games.records import ratings
from games.rules.catalogue import by_slug

MOST = 50
MOST_PAGES = 1000


@endpoint(
    "GET results",
    Scope.READ,
    ResultLines,
    told=gettext_noop("Results of my finished matches, the latest first"),
)
def results(
    request: HttpRequest,
    game: str = query("", max_length=40),
    page: int = query(1, ge=1, le=MOST_PAGES),
) -> dict[str, Any]:
    player = player_of(request)
    mine = _records().filter(match__seats__player=player)
    chosen = mine.filter(game=game) if game in by_slug() else mine.none() if game else mine
    found = _page(chosen.order_by("-ended_at", "-pk"), page)
    return {"results": [_result(one, player) for one in found[:MOST]], "more": len(found) > MOST}


@endpoint(
    "GET results/{match_id}",
    Scope.READ,
    Result,
    told=gettext_noop("The result of a finished match that I played in or may watch"),
)
def result(request: HttpRequest, match_id: str) -> dict[str, Any]:
    found = seat_or_watched(request, match_id)
    match = found if isinstance(found, Match) else found.match
    record = _records().filter(pk=match.pk).first()
    if record is None:
        raise nothing_here()
    return _result(record, player_of(request))


def _records() -> QuerySet[MatchRecord]:
    """Find the results that are written down: a few seconds after the last move."""
    places = Prefetch("places", SeatRecord.objects.select_related("player").order_by("rank", "number"))
    kept = MatchRecord.objects.filter(is_due=False, match__is_scratch=False)
    return kept.select_related("match").prefetch_related(places)


def _page(rows: QuerySet[Any], page: int) -> list[Any]:
    """Cut out a page, with one row more if there is a next one."""
    return list(rows[(page - 1) * MOST : page * MOST + 1])


def _result(record: MatchRecord, player: Player) -> dict[str, Any]:
    return {
        "match": record.match.public_id,
        "game": record.game,
        "ended_at": record.ended_at,
        "is_counted": record.is_counted,
        "places": [
            {
                "seat": one.number,
                "name": _name(record.match, one),
                "rank": one.rank,
                "points": one.points,
                "is_me": one.player_id == player.pk,
                "is_robot": one.is_robot,
            }
            for one in record.places.all()
        ],
    }


def _name(match: Match, place: SeatRecord) -> str:
    """Name who finished here; nobody whose account is gone."""
    if place.player:
        return str(place.player)
    return name_of_robot(match, place.number) if place.is_robot else gettext(GONE)


@endpoint(
    "GET ratings/{game}",
    Scope.READ,
    Ratings,
    told=gettext_noop("The ratings of a game, on the site or in a circle of mine, the strongest first"),
)
def ratings_of(
    request: HttpRequest,
    game: str,
    circle: str = query("", max_length=40, pattern="^[A-Za-z0-9_-]*$"),
    page: int = query(1, ge=1, le=MOST_PAGES),
) -> dict[str, Any]:
    reader = player_of(request)
    there = belonging.find(reader, circle) if circle else None
    if game not in by_slug() or (circle and (there is None or not there.has_ratings)):
        raise nothing_here()
    pool = ratings.find_pool(there, game)
    found = _page(ratings.listed(pool, blocks.apart(reader)), page) if pool else []
    return {"ratings": _ranked(found[:MOST], (page - 1) * MOST + 1, reader), "more": len(found) > MOST}


def _ranked(found: Sequence[Rating], first: int, reader: Player) -> list[dict[str, Any]]:
    return [
        {
            "rank": rank,
            "player": str(one.player),
            "rating": one.mu,
            "uncertainty": 2 * one.sigma,
            "matches": one.matches,
            "is_me": one.player_id == reader.pk,
        }
        for rank, one in enumerate(found, first)
    ]
