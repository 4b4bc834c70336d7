"""The pages behind links for fewer emails: snooze, mute a match, unsubscribe, no invitations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.lobby import invitations
from games.mail import links
from games.mail.choices import LATER
from games.match.actions import Pressed
from games.models import Link, Player, Purpose
from games.players import notification_settings
from games.present.refusals import plainly
from games.reach import channels
from games.rules.kernel.refusal import Refused
from games.web.links.dead_link import DeadLink
from games.web.match.seat_actions import too_many

OK, CONFLICT, UNPROCESSABLE = 200, 409, 422
#: The values of the radio buttons, none of which is preselected.
NO_MORE, AGAIN, A_DAY = "no_more", "again", "a_day"
SPEAK = "speak"


def mute(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Mute the emails of one match, or unmute them."""
    seat = link.seat
    assert seat is not None

    def change(muted: bool) -> None:
        notification_settings.mute(seat.match_id, seat.number, now, Pressed(link.generation), muted=muted)
        seat.muted = muted

    texts = {
        "heading": _("Emails about this match"),
        "no_more": _("Mute emails about this match"),
        "again": _("Turn emails about this match back on"),
        "is_so": _("Emails about this match are muted. You keep your seat, and your time keeps running."),
        "is_not_so": _("You get an email whenever it's your turn in this match."),
    }
    return _choose(request, link, texts, lambda: seat.muted, change)


def mute_all(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Unsubscribe from all emails, or subscribe again."""
    player = link.player
    assert player is not None

    def change(muted: bool) -> None:
        notification_settings.mute_all(player, muted=muted)
        player.muted = muted

    texts = {
        "heading": _("Emails and notifications"),
        "no_more": _("Unsubscribe from all emails"),
        "again": _("Turn emails back on"),
        "is_so": _("You're unsubscribed from all emails. You keep your seats, and your time keeps running."),
        "is_not_so": _("You get an email whenever it's your turn in one of your matches."),
    }
    if request.method == "POST" and request.POST.get("do") in (A_DAY, SPEAK):
        _silence(player, now, is_silent=request.POST["do"] == A_DAY)
    silence = player.silent_until if player.silent_until and player.silent_until > now else None
    more = {"may_be_silent": True, "silence": silence}
    return _choose(request, link, texts, lambda: player.muted, change, more)


def _silence(player: Player, now: datetime, *, is_silent: bool) -> None:
    """Send a player nothing for a day, or end that."""
    if is_silent:
        channels.be_silent(player, now)
    else:
        channels.end_silence(player)
    player.refresh_from_db(fields=["silent_until"])


def never(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Refuse all invitations to this address, or allow them again."""

    def change(never_again: bool) -> None:
        if never_again:
            _never(link, now)
        else:
            notification_settings.invite_again(link.address)

    texts = {
        "heading": _("Invitations"),
        "no_more": _("Never send me invitations, from anyone"),
        "again": _("Let people invite me again"),
        "is_so": _("Nobody can send you an invitation from this site."),
        "is_not_so": _("Players on this site can invite you to a match."),
    }
    return _choose(request, link, texts, lambda: notification_settings.is_never_invited(link.address), change)


def _choose(
    request: HttpRequest,
    link: Link,
    texts: dict[str, str],
    is_so: Callable[[], bool],
    change: Callable[[bool], None],
    more: Mapping[str, Any] = MappingProxyType({}),
) -> HttpResponse:
    """Draw a form with an on and an off button, or do what was chosen."""
    context: dict[str, Any] = {"link": links.token(link), "texts": texts, **more}
    status = OK
    if request.method == "POST":
        wanted = request.POST.get("do")
        if wanted in (NO_MORE, AGAIN):
            try:
                change(wanted == NO_MORE)
            except Refused as refused:
                return too_many(request, refused)
            context["done"] = True
        elif not (more and wanted in (A_DAY, SPEAK)):
            context["refused"], status = _("Nothing was chosen, so nothing has changed."), UNPROCESSABLE
    return render(request, "pages/link_quiet.html", context | {"is_so": is_so()}, status=status)


def one_click(link: Link, now: datetime) -> HttpResponse:
    """Do what a mail program's unsubscribe button asks for; raise DeadLink for a link of another purpose."""
    if link.purpose == Purpose.MUTE and link.seat is not None:
        notification_settings.mute(link.seat.match_id, link.seat.number, now, Pressed(link.generation))
    elif link.purpose == Purpose.MUTE_ALL and link.player is not None:
        notification_settings.mute_all(link.player)
    elif link.purpose == Purpose.NEVER:
        _never(link, now)
    else:
        raise DeadLink
    return HttpResponse(
        _("You won't get any more emails of this kind."), content_type="text/plain; charset=utf-8"
    )


def _never(link: Link, now: datetime) -> None:
    """Refuse all future invitations to this address, and free the seats that wait for it."""
    notification_settings.never_invite(link.address, now)
    invitations.turn_all_down(link.address, now)


def snooze(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Set a reminder in six hours."""
    context: dict[str, Any] = {"link": links.token(link), "now": now}
    status = OK
    if request.method == "POST" and request.POST.get("snooze") != "yes":
        context["refused"], status = _("Nothing was chosen, so nothing has changed."), UNPROCESSABLE
    elif request.method == "POST":
        try:
            notification_settings.snooze(link, now)
        except Refused as refused:
            context["refused"], status = plainly(refused.code), CONFLICT
    laid, clock = notification_settings.snoozed(link), notification_settings.clock_of(link)
    context |= {
        "snoozed_until": laid.send_after if laid else None,
        "due": clock.due_at if clock else None,
        "may_snooze": laid is None and clock is not None and clock.due_at > now + LATER,
    }
    return render(request, "pages/link_snooze.html", context, status=status)
