"""Who may open the page of a match, and which hands a browser may show. Everybody else gets the same 404.

A session lasts for months, also on browsers that other people use, so a session alone doesn't show cards that
the emails leave out. A typed code opens them, once per browser. The code proves that someone reads the
player's email, so it opens the hands of all their seats, and of each seat they take within the hour. The
session keeps the generation of each open seat: once somebody else takes the seat, or its player changes their
address or says "this wasn't me", the hand is closed from the next request on.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.defaults import page_not_found
from django_htmx.http import HttpResponseClientRedirect

from games.infra.statements import kept
from games.models import ENDED, UNDERWAY, UNFINISHED, Match, MatchStatus, Player, Seat

Page = Callable[[HttpRequest, Seat], HttpResponse]
MatchPage = Callable[[HttpRequest, str], HttpResponse]
KEPT = "hands"
JUST_NOW = timedelta(hours=1)
WATCHABLE = UNDERWAY | ENDED
NOT_FOUND = 404


def player_of(request: HttpRequest) -> Player:
    """Give the signed-in player; only for pages that are closed to everybody else."""
    assert isinstance(request.user, Player)
    return request.user


def nothing_here(request: HttpRequest) -> HttpResponse:
    """Give the 404 page. It isn't raised, so that it gets the headers of the page it replaces."""
    return page_not_found(request, Http404())


# --- players and onlookers


def sitting(page: Page) -> MatchPage:
    """Call a page with the reader's seat in the match; 404 without one."""

    @wraps(page)
    def find(request: HttpRequest, public_id: str) -> HttpResponse:
        seat = _seat.first(public_id, player_of(request))
        if seat is None:
            return nothing_here(request)
        return page(request, seat)

    return find


@kept
def _seat(public_id: str, player: Player) -> QuerySet[Seat]:
    return Seat.objects.select_related("match", "player").filter(match__public_id=public_id, player=player)


def seated(page: Page) -> MatchPage:
    """Call a page with the reader's seat; ask for a code first if this browser may not show its hand."""

    @sitting
    @wraps(page)
    def show(request: HttpRequest, seat: Seat) -> HttpResponse:
        if not may_show_hand(request.session, seat, timezone.now()):
            answer = redirect("hand", seat.match.public_id)
            return HttpResponseClientRedirect(answer.url) if is_fragment(request) else answer
        return page(request, seat)

    return show


def or_watch(page: MatchPage) -> MatchPage:
    """Redirect readers without a seat to where they may watch the match, if they may."""

    @wraps(page)
    def shown(request: HttpRequest, public_id: str) -> HttpResponse:
        answer = page(request, public_id)
        may_look = answer.status_code == NOT_FOUND and request.method in ("GET", "HEAD")
        if may_look and isinstance(request.user, Player) and watchable.exists(public_id, signed_in=True):
            return redirect("watch", public_id)
        return answer

    return shown


@kept
def watchable(public_id: str, *, signed_in: bool) -> QuerySet[Match]:
    """Find a match if its players let somebody watch it who has signed in or not."""
    allowed = Match.objects.filter(
        public_id=public_id, spectators=True, status__in=WATCHABLE, is_scratch=False
    )
    return allowed if signed_in else allowed.filter(spectators_signed_out=True)


def finished_match(request: HttpRequest, public_id: str) -> Match | None:
    """Find a finished match that this reader may hear of: only its players while others play the same."""
    match = Match.objects.filter(public_id=public_id, status=MatchStatus.OVER, is_scratch=False).first()
    if match is None or match.is_unsealed(timezone.now()) or plays_in(request, match):
        return match
    return None


def plays_in(request: HttpRequest, match: Match) -> bool:
    """Tell whether the reader has a seat in a match."""
    return isinstance(request.user, Player) and match.seats.filter(player=request.user).exists()


def is_fragment(request: HttpRequest) -> bool:
    """Tell whether the answer replaces a part of a page: a redirect would put a whole page there."""
    return "HX-Request" in request.headers


# --- hands


def may_show_hand(session: SessionBase, seat: Seat, now: datetime) -> bool:
    """Tell whether this browser may show a seat's hand; open it if a code has just opened the others."""
    if not hides_hand(seat):
        return True
    kept: dict[str, Any] = session.get(KEPT) or {"seats": {}}
    key = str(seat.pk)
    if key in kept["seats"]:
        return bool(kept["seats"][key] == seat.generation)
    if "at" not in kept or now - datetime.fromisoformat(kept["at"]) > JUST_NOW:
        return False
    session[KEPT] = {**kept, "seats": {**kept["seats"], key: seat.generation}}
    return True


def hides_hand(seat: Seat) -> bool:
    """Tell whether a seat has cards that its emails leave out; once a match is over nothing is hidden."""
    return seat.match.status in UNFINISHED and seat.hides_hand


def open_hands(session: SessionBase, player: Player, now: datetime) -> None:
    """Let this browser show all hands of a player who has just typed a code from their email."""
    mine = Seat.objects.filter(player=player).exclude(match__status__in=ENDED)
    seats = {str(pk): generation for pk, generation in mine.values_list("pk", "generation")}
    session[KEPT] = {"at": now.isoformat(), "seats": seats}


def closed_hand(session: SessionBase, player: Player, now: datetime) -> Seat | None:
    """Find a seat of the player whose hand this browser may not show; a code for one opens them all."""
    mine = Seat.objects.filter(player=player).select_related("match").order_by("pk")
    return next((seat for seat in mine if not may_show_hand(session, seat, now)), None)
