"""A player's deadlines as an Atom feed and a calendar, with nothing that is hidden from the others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

import icalendar
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Player
from games.players import feeds
from games.players.feeds import FeedDeadline
from games.present.match_names import short_name
from games.web.links.link_page import in_language_of, without_referrer
from games.web.match.players_only import nothing_here

#: So long before a deadline a calendar reminds of it.
ALARM = timedelta(hours=1)
Feed = Callable[[Player, list[FeedDeadline]], HttpResponse]


def feed(draw: Feed) -> Callable[[HttpRequest, str], HttpResponse]:
    """Serve a feed at its secret address, in its player's language."""

    @never_cache
    @login_not_required
    @require_safe
    def show(request: HttpRequest, told: str) -> HttpResponse:
        player = feeds.reader_of(told)
        if player is None:
            return without_referrer(nothing_here(request))
        with in_language_of(player):
            return without_referrer(draw(player, feeds.dues(player)))

    return show


def _calendar(player: Player, dues: list[FeedDeadline]) -> HttpResponse:
    calendar = icalendar.Calendar.new(prodid=f"-//{_host()}//turns//", name=_title())
    calendar.uid = None  # or it would be a new one each time
    for due in dues:
        event = icalendar.Event.new(
            uid=f"{due.name}@{_host()}",
            stamp=due.asked_at,
            start=due.due_at,
            summary=_said(due),
            url=_page(due),
        )
        event.add_component(_alarm(due))
        calendar.add_component(event)
    return HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")


def _alarm(due: FeedDeadline) -> icalendar.Alarm:
    """Remind the player before time runs out: an hour before, or when half of a shorter time is left."""
    alarm = icalendar.Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", _said(due))
    alarm.add("trigger", -min(ALARM, max((due.due_at - due.asked_at) / 2, timedelta())))
    return alarm


def _atom(player: Player, dues: list[FeedDeadline]) -> HttpResponse:
    told = Atom1Feed(
        title=_title(), link=settings.SITE_URL, description="", feed_guid=f"tag:{_host()},2026:turns"
    )
    for due in dues:
        until = timezone.localtime(due.due_at)
        told.add_item(
            title=_said(due),
            link=_page(due),
            description=_("Due %(when)s (%(zone)s).")
            % {"when": f"{until:%Y-%m-%d %H:%M}", "zone": player.time_zone},
            unique_id=f"tag:{_host()},2026:{due.name}",
            pubdate=due.asked_at,
            updateddate=due.asked_at,
        )
    return HttpResponse(told.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _title() -> str:
    return _("My turns")


def _said(due: FeedDeadline) -> str:
    return _("%(game)s: your turn") % {"game": short_name(due.seat.match)}


def _page(due: FeedDeadline) -> str:
    return f"{settings.SITE_URL}{resolve_url('match', due.seat.match.public_id)}"


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


calendar = feed(_calendar)
atom = feed(_atom)
