"""Whose match it is that a program names: the token's player in a seat, or as an onlooker."""

from __future__ import annotations

from datetime import datetime

import structlog
from django.db.models import QuerySet
from django.http import HttpRequest

from games.api.bearer import player_of
from games.api.problems import Problem, nothing_here, of_refusal
from games.infra.statements import kept
from games.models import Match, Player, Seat
from games.present.seat_view import WITHOUT_TABLE, SeatView
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.web.match.players_only import watchable
from games.web.match.watching import Watching

log = structlog.get_logger(__name__)


def seat_of(request: HttpRequest, match_id: str) -> Seat:
    """Find the player's seat; raise the same Problem for somebody else's match and for none."""
    return _own_seat(request, match_id) or _raise(nothing_here())


def seat_or_watched(request: HttpRequest, match_id: str) -> Seat | Match:
    """Find the player's seat, or a match they may watch; with as many statements if there is neither."""
    seat = _own_seat(request, match_id)
    if seat is not None:
        return seat
    return (watchable.first(match_id, signed_in=True) if is_id(match_id) else None) or _raise(nothing_here())


def _own_seat(request: HttpRequest, match_id: str) -> Seat | None:
    return _seat.first(match_id, player_of(request)) if is_id(match_id) else None


def is_id(told: str) -> bool:
    """Tell whether a text may be the id of a match; a NUL can't be looked up at all."""
    return len(told) <= 24 and told.isascii() and told.isprintable()


@kept
def _seat(public_id: str, player: Player) -> QuerySet[Seat]:
    return Seat.objects.select_related("match", "player").filter(match__public_id=public_id, player=player)


def view_of(seat: Seat, now: datetime) -> SeatView:
    """Load a match as its player sees it; raise Problem if it has no table, or none that can be read."""
    if seat.match.status in WITHOUT_TABLE or not seat.match.version:
        raise of_refusal("not_running", match=seat.match)
    try:
        return SeatView.of(seat, now)
    except (HistoryBroken, TooNew) as fault:
        raise _unreadable(seat.match, fault) from None


def watched(match: Match, now: datetime) -> Watching:
    """Load a match as onlookers see it; raise Problem if its log can't be read."""
    try:
        return Watching.of(match, now)
    except (HistoryBroken, TooNew) as fault:
        raise _unreadable(match, fault) from None


def _unreadable(match: Match, fault: Exception) -> Problem:
    log.error("api_match_without_table", match=match.pk, reason=type(fault).__name__)
    return of_refusal("try_again" if isinstance(fault, TooNew) else "fault", match=match)


def _raise(problem: Problem) -> Seat:
    raise problem
