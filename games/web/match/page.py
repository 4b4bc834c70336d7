"""The page of a match: GET draws one of its tabs, POST answers one of its questions."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import play
from games.match import chat, presence
from games.models import Door, Seat
from games.present import choices
from games.web.alone.playing_on import play_on
from games.web.match import pressed as press
from games.web.match.conditional import NOT_MODIFIED, unchanged
from games.web.match.mark import mark_of
from games.web.match.players_only import seated
from games.web.match.pressed import PagePress
from games.web.match.questions import RECKON
from games.web.match.refused import OK, Refusal, reload
from games.web.match.render_page import preview, show
from games.web.match.tabs import Tab, tab_of
from games.web.site.visitor import address_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@seated
def match(request: HttpRequest, seat: Seat) -> HttpResponse:
    return answer(request, seat, timezone.now()) if request.method == "POST" else draw(request, seat)


@never_cache
@require_safe
@seated
def tab(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Show a tab that only shows, or whose forms are sent elsewhere."""
    return draw(request, seat)


def draw(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Draw the tab a request asks for, unless the browser has the latest already."""
    now = timezone.now()
    asks = "If-None-Match" in request.headers
    page = (_unchanged(request, seat, now) if asks else None) or show(request, seat, now)
    if page.status_code not in (OK, NOT_MODIFIED):
        return page
    if request.method == "GET":
        presence.note(seat, now)
        if tab_of(request) == Tab.CHAT:
            chat.note_read(seat, now)
    return page


def _unchanged(request: HttpRequest, seat: Seat, now: datetime) -> HttpResponse | None:
    shown = mark_of(seat, now)
    return unchanged(request, shown.mark, shown.again)


def answer(request: HttpRequest, seat: Seat, now: datetime) -> HttpResponse:
    """Submit an answer and redirect to its result; if it is refused, show the form again as it was sent."""
    pressed = press.read(request.POST.get("press", ""), seat)
    if pressed is None:
        return show(request, seat, now, Refusal("malformed", posted=request.POST))
    if RECKON in request.POST:
        return preview(request, seat, now, pressed.question)
    try:
        command = choices.command_text(seat.match.rules, request.POST, seat.match.options_read)
    except choices.Incomplete as open_:
        details = {"what": str(open_)}
        return show(request, seat, now, Refusal("incomplete", details, None, pressed.question, request.POST))
    receipt = play.submit(_wish(request, seat, pressed, command), now)
    if seat.match.is_alone:
        play_on(seat.match, now)
    if receipt.refused:
        refusal = Refusal(
            receipt.code, receipt.details, pressed.version, pressed.question, request.POST, is_counted=True
        )
        return show(request, reload(seat), now, refusal)
    return HttpResponseRedirect(press.result_address(seat.match, pressed.key))


def _wish(request: HttpRequest, seat: Seat, pressed: PagePress, command: str) -> play.Wish:
    return play.Wish(
        match=seat.match_id,
        seat=seat.number,
        generation=pressed.generation,
        question=pressed.name,
        command=command,
        key=pressed.key,
        door=Door.PAGE,
        address=address_of(request),
    )
