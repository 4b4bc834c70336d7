"""Reading: who I am, my matches, one match as I see it, my questions, the log, my deadlines."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_noop

from games.api import describe, opaque
from games.api.bearer import ANY, player_of, token_of
from games.api.operation import endpoint, query
from games.api.problems import UNPROCESSABLE, Problem
from games.api.reader import seat_of, seat_or_watched, view_of, watched
from games.api.shapes.matches import Deadlines, LogLines, MatchLines, MatchShape, Me
from games.api.shapes.playing import Questions
from games.models import Match, Scope, Seat, introduced
from games.players import feeds
from games.present.match_names import match_name
from games.present.match_view import MatchView
from games.present.seat_view import WITHOUT_TABLE, SeatView
from games.web.match.conditional import marked, unchanged
from games.web.match.mark import make_mark, mark_of
from games.web.match.watching import Watching, shown
from games.web.site.match_list import ListedMatch, matches_of


@endpoint("GET me", ANY, Me, told=gettext_noop("Who the token acts for, and what it may do"))
def me(request: HttpRequest) -> dict[str, Any]:
    token = token_of(request)
    player = token.player
    return {
        "id": player.pk,
        "name": str(player),
        "language": player.language,
        "time_zone": player.time_zone,
        "is_robot": player.is_robot,
        "scopes": token.scopes,
        "ends_at": token.ends_at,
    }


@endpoint(
    "GET matches",
    Scope.READ,
    MatchLines,
    told=gettext_noop("My matches, those where it's my turn first"),
    has_etag=True,
)
def matches(request: HttpRequest, response: HttpResponse) -> Any:
    found = matches_of(player_of(request))
    mark = make_mark(found.shown, timezone.now())
    listed = [*found.mine, *found.running, *found.to_start, *found.over]
    return unless_known(request, response, mark, lambda: {"matches": [_line(one) for one in listed]})


def _line(one: ListedMatch) -> dict[str, Any]:
    return {
        "id": one.match.public_id,
        "game": one.match.game,
        "name": one.name,
        "status": one.match.status,
        "waits_for_me": one.waits,
        "due_at": one.due,
        "ended_at": one.match.ended_at,
        "unread": one.unread,
    }


def unless_known(request: HttpRequest, response: HttpResponse, mark: str, make: Callable[[], Any]) -> Any:
    """Answer 304 if the program has this already; else what `make` gives, with its ETag."""
    if (known := unchanged(request, mark)) is not None:
        return known
    marked(response, mark)
    return make()


@endpoint(
    "GET matches/{match_id}",
    Scope.READ,
    MatchShape,
    told=gettext_noop("A match as I see it, or as spectators do where the match allows them"),
    has_etag=True,
)
def match(request: HttpRequest, response: HttpResponse, match_id: str) -> Any:
    now, found = timezone.now(), seat_or_watched(request, match_id)
    if isinstance(found, Match):
        mark = make_mark(shown(found), now)
        return unless_known(request, response, mark, lambda: _with_table(watched(found, now), None))
    return unless_known(request, response, mark_of(found, now).mark, lambda: _of_seat(found, now))


def _of_seat(seat: Seat, now: datetime) -> dict[str, Any]:
    """Write a match for its player; one that hasn't begun, or was stopped by a fault, has no table."""
    if seat.match.status in WITHOUT_TABLE or not seat.match.version:
        table = list(seat.match.seats.select_related("player"))
        taken = introduced(one for one in table if one.player or one.robot)
        return _facts(seat.match, seat, describe.seats(seat.match, table, taken, {}, seat))
    return _with_table(view_of(seat, now), seat)


def _with_table(match_view: MatchView, seat: Seat | None) -> dict[str, Any]:
    table, names = match_view.seats, match_view.names.seats
    there = describe.seats(match_view.match, table, names, match_view.deadlines, seat)
    drawn = {"view": describe.view(match_view), "result": describe.result(match_view)}
    return _facts(match_view.match, seat, there) | drawn


def _facts(match: Match, seat: Seat | None, seats: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": match.public_id,
        "game": match.game,
        "name": match_name(match),
        "status": match.status,
        "seat": seat.number if seat else None,
        "seats": seats,
        "view": None,
        "result": None,
    }


@endpoint(
    "GET matches/{match_id}/questions",
    Scope.READ,
    Questions,
    told=gettext_noop("My open questions with their choices"),
)
def questions(request: HttpRequest, match_id: str) -> dict[str, Any]:
    return {"questions": open_questions(seat_of(request, match_id), timezone.now())}


def open_questions(seat: Seat, now: datetime) -> list[dict[str, Any]]:
    """Write a seat's open questions; none unless the match runs."""
    return describe.questions(view_of(seat, now)) if seat.match.is_running else []


@endpoint(
    "GET matches/{match_id}/log",
    Scope.READ,
    LogLines,
    told=gettext_noop("The log as I see it, whole or since a cursor"),
)
def log(request: HttpRequest, match_id: str, since: str = query("", max_length=200)) -> dict[str, Any]:
    now, found = timezone.now(), seat_or_watched(request, match_id)
    seen: SeatView | Watching = watched(found, now) if isinstance(found, Match) else view_of(found, now)
    whose = f"log {seen.match.pk} {found.generation if isinstance(found, Seat) else ''}"
    number = _place(whose, since)
    return {
        "lines": describe.lines(seen.story.lines_since(number)),
        "went_back": bool(since) and seen.story.went_back(number),
        "cursor": opaque.name_of(whose, str(seen.match.version).encode()),
    }


def _place(whose: str, since: str) -> int:
    """Read a cursor; raise Problem for one that isn't ours."""
    if not since:
        return 0
    told = opaque.read(whose, since)
    if told is None:
        raise Problem(UNPROCESSABLE, "cursor")
    return int(told)


@endpoint(
    "GET deadlines",
    Scope.READ,
    Deadlines,
    told=gettext_noop("My deadlines, the most urgent first"),
)
def deadlines(request: HttpRequest) -> dict[str, Any]:
    return {
        "deadlines": [
            {"match": due.seat.match.public_id, "asked_at": due.asked_at, "due_at": due.due_at}
            for due in feeds.dues(player_of(request))
        ]
    }
