"""Who may open a match page: its own players. Everybody else gets the same 404, whatever is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.defaults import page_not_found
from django_htmx.http import HttpResponseClientRedirect

from games.models import Player, Seat
from games.web.match import opened_hands

Page = Callable[[HttpRequest, Seat], HttpResponse]
OfMatch = Callable[[HttpRequest, str], HttpResponse]


def player_of(request: HttpRequest) -> Player:
    """Give who is signed in; the pages that call this are closed to everybody else."""
    assert isinstance(request.user, Player)
    return request.user


def nothing_here(request: HttpRequest) -> HttpResponse:
    """Say that nothing is here. Not raised, so that the headers of a page go with it."""
    return page_not_found(request, Http404())


def is_fragment(request: HttpRequest) -> bool:
    """Tell whether the answer goes into a page that stays: another page has no room there."""
    return "HX-Request" in request.headers


def sitting(page: Page) -> OfMatch:
    """Find the seat of who asks."""

    @wraps(page)
    def find(request: HttpRequest, public_id: str) -> HttpResponse:
        seats = Seat.objects.select_related("match", "player")
        seat = seats.filter(match__public_id=public_id, player=player_of(request)).first()
        if seat is None:
            return nothing_here(request)
        return page(request, seat)

    return find


def seated(page: Page) -> OfMatch:
    """Find the seat of who asks, and see to it that this browser may show its hand."""

    @sitting
    @wraps(page)
    def show(request: HttpRequest, seat: Seat) -> HttpResponse:
        if not opened_hands.may_show(request.session, seat, timezone.now()):
            answer = redirect("hand", seat.match.public_id)
            return HttpResponseClientRedirect(answer.url) if is_fragment(request) else answer
        return page(request, seat)

    return show
