"""The page behind a link in an email: GET shows what it would do, POST with a choice does it.

The token in the form is the proof, so cookies are neither read nor set. Every form needs a choice that isn't
preselected: submitted as rendered, it does nothing.
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
    stand_in_link,
    undo_link,
    vote_link,
)
from games.web.links.dead_link import DeadLink, dead_link_page

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
    Purpose.STAND_IN: stand_in_link.page,
}


@never_cache
@login_not_required
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, told: str) -> HttpResponse:
    now = timezone.now()
    try:
        return without_referrer(_opened(request, told, now))
    except DeadLink:
        return without_referrer(dead_link_page(request))


def _opened(request: HttpRequest, told: str, now: datetime) -> HttpResponse:
    found = links.find(told, *PAGES)
    if found is None or not _may_show(request, found, now):
        raise DeadLink
    with in_language_of(found.player):
        page = _pressed(request, found, now) if request.method == "POST" else _page(request, found, now)
        page["Content-Language"] = translation.get_language()
    return page


def _may_show(request: HttpRequest, found: Link, now: datetime) -> bool:
    """Tell whether a link still works.

    A second press of "this wasn't me" does, and says that it is done. An invitation still says what became of
    it when its seat is somebody else's.
    """
    is_second_press = request.method == "POST" and found.purpose == Purpose.NOT_ME
    if found.purpose == Purpose.INVITATION:
        return not links.is_long_over(found, now)
    return is_second_press or not links.is_dead(found, now)


def _page(request: HttpRequest, found: Link, now: datetime) -> HttpResponse:
    return PAGES[Purpose(found.purpose)](request, found, now)


def _pressed(request: HttpRequest, found: Link, now: datetime) -> HttpResponse:
    """Act on a form with the token, or on a mail program's one-click unsubscribe, which has none."""
    if is_one_click(request):
        return mute_link.one_click(found, now)
    if links.find(request.POST.get("link", ""), *PAGES) != found:
        raise DeadLink
    return _page(request, found, now)


def is_one_click(request: HttpRequest) -> bool:
    """Tell whether the body is exactly the one-click unsubscribe of RFC 8058."""
    return [*request.POST.items()] == [ONE_CLICK]


def without_referrer(page: HttpResponse) -> HttpResponse:
    """Keep browsers from passing on the address of a page behind a link, since it is secret."""
    page["Referrer-Policy"] = "no-referrer"
    return page


@contextmanager
def in_language_of(player: Player | None) -> Iterator[None]:
    """Use the player's language and time zone inside the block."""
    if player is None:
        yield
        return
    with translation.override(player.language), timezone.override(ZoneInfo(player.time_zone)):
        yield
