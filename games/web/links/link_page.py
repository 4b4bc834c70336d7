"""The page behind a link in an email: GET shows what it would do, POST with what was chosen there does it.

The token in the body is the proof, so no cookie is looked at and none is set; a form that is sent as it was
drawn lacks the choice, and does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from zoneinfo import ZoneInfo

import structlog
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.mail import links
from games.models import Link, Player, Purpose
from games.web.links import (
    case_link,
    invitation_link,
    mute_link,
    not_me_link,
    play_link,
    undo_link,
    vote_link,
)
from games.web.links.dead_link import Nowhere, nowhere

log = structlog.get_logger(__name__)
Page = Callable[[HttpRequest, Link, datetime], HttpResponse]

ONE_CLICK = ("List-Unsubscribe", "One-Click")
PAGES: dict[Purpose, Page] = {
    Purpose.CHOICE: play_link.page,
    Purpose.SEAT: play_link.page,
    Purpose.CONFIRM: play_link.page,
    Purpose.ORDERS: play_link.page,
    Purpose.LIFT: play_link.page,
    Purpose.NOT_ME: not_me_link.page,
    Purpose.SNOOZE: mute_link.snooze,
    Purpose.MUTE: mute_link.mute,
    Purpose.MUTE_ALL: mute_link.mute_all,
    Purpose.NEVER: mute_link.never,
    Purpose.INVITATION: invitation_link.page,
    Purpose.FLAG: case_link.flag,
    Purpose.CASE: case_link.case,
    Purpose.VOTE: vote_link.page,
    Purpose.UNDO: undo_link.page,
}


@never_cache
@login_not_required
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, told: str) -> HttpResponse:
    now = timezone.now()
    try:
        return guarded(_opened(request, told, now))
    except Nowhere:
        return guarded(nowhere(request))


def _opened(request: HttpRequest, told: str, now: datetime) -> HttpResponse:
    found = links.find(told, *PAGES)
    if found is None or not _may_show(request, found, now):
        raise Nowhere
    with speaking_to(found.player):
        page = _pressed(request, found, now) if request.method == "POST" else _page(request, found, now)
        page["Content-Language"] = translation.get_language()
    return page


def _may_show(request: HttpRequest, found: Link, now: datetime) -> bool:
    """Tell whether a link still leads anywhere. A second press of "this wasn't me" finds it done.

    Whoever was invited is told what became of the seat, though it waits for somebody else by now.
    """
    is_second_press = request.method == "POST" and found.purpose == Purpose.NOT_ME
    if found.purpose == Purpose.INVITATION:
        return not links.is_long_over(found, now)
    return is_second_press or not links.is_dead(found, now)


def _page(request: HttpRequest, found: Link, now: datetime) -> HttpResponse:
    return PAGES[Purpose(found.purpose)](request, found, now)


def _pressed(request: HttpRequest, found: Link, now: datetime) -> HttpResponse:
    """Let a form act that holds the token; a mail program's one click is told by its body alone."""
    if is_one_click(request):
        return mute_link.one_click(found, now)
    if links.find(request.POST.get("link", ""), *PAGES) != found:
        raise Nowhere
    return _page(request, found, now)


def is_one_click(request: HttpRequest) -> bool:
    """Tell whether this is what RFC 8058 has mail programs send, and nothing more."""
    return [*request.POST.items()] == [ONE_CLICK]


def guarded(page: HttpResponse) -> HttpResponse:
    """Let no page behind a link tell another where it is."""
    page["Referrer-Policy"] = "no-referrer"
    return page


@contextmanager
def speaking_to(player: Player | None) -> Iterator[None]:
    """Speak a player's language, and tell the time where they live."""
    if player is None:
        yield
        return
    with translation.override(player.language), timezone.override(ZoneInfo(player.time_zone)):
        yield
