"""Actions beside the game: nudge, say something, write notes."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.match import chat, nudges
from games.models import Seat
from games.rules.kernel.refusal import Refused
from games.web.match.page import draw
from games.web.match.players_only import player_of, seated
from games.web.match.refused import Refusal, reload
from games.web.match.render_page import show
from games.web.match.seat_actions import do_once


@never_cache
@require_POST
@seated
def nudge(request: HttpRequest, seat: Seat) -> HttpResponse:
    now = timezone.now()
    return do_once(request, seat, now, lambda p: nudges.nudge(seat.match_id, seat.number, now, p))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@seated
def say(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Show the chat; say something to the other players, or hide or show what one of them says."""
    if request.method != "POST":
        return draw(request, seat)
    now, told = timezone.now(), request.POST
    then = f"{resolve_url('say', seat.match.public_id)}#talk"
    match, mine = seat.match_id, seat.number
    whose = told.get("hush") or told.get("unhush") or ""
    if not whose:
        words, to = told.get("said", ""), told.get("to", "")
        if to and not _is_number(to):
            return show(request, seat, now, Refusal("malformed"))
        reader = int(to) if to else None
        return do_once(request, seat, now, lambda p: chat.say(match, mine, words, now, p, to=reader), then)
    if not _is_number(whose):
        return show(request, seat, now, Refusal("malformed"))
    number, hushed = int(whose), "hush" in told
    return do_once(request, seat, now, lambda p: chat.hush(match, mine, number, now, p, hushed=hushed), then)


def _is_number(told: str) -> bool:
    return told.isascii() and told.isdigit() and len(told) < 3


@never_cache
@require_POST
@seated
def note(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Save a player's notes."""
    now, told = timezone.now(), request.POST
    edition = told.get("edition", "")
    number = int(edition) if edition.isascii() and edition.isdigit() and len(edition) < 9 else -1
    try:
        chat.write_note(seat.match, player_of(request), told.get("note", ""), number, now)
    except Refused as refused:
        return show(request, reload(seat), now, Refusal(refused.code, refused.plain_details()))
    return HttpResponseRedirect(f"{resolve_url('more', seat.match.public_id)}#notes")
