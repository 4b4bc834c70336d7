"""The pages behind links that flag a problem with a mail, or lead to a case that was opened."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import links
from games.models import Link
from games.readers.match_names import full_name
from games.rules.kernel.refusal import Refused
from games.views import cases
from games.views.nowhere import Nowhere


def flag(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Flag a problem with the mail this link was in. No card is named: the mail may have been passed on."""
    seat, player = link.seat, link.player
    assert seat is not None
    if player is None:
        raise Nowhere
    shown: dict[str, Any] = {"base": cases.LINK, "link": links.token(link)}
    if request.method != "POST":
        return cases.flag_page(request, seat, None, link.mail, **shown)
    try:
        case, is_new = cases.flagged(seat, player, request.POST, None, link.mail, now)
    except Refused as refused:
        page = cases.flag_page(
            request, seat, None, link.mail, **shown, refused=cases.told(seat.match, refused)
        )
        return cases.refusal(page, refused)
    context = {"case": case, "is_new": is_new, "title": full_name(seat.match)}
    return render(request, "pages/flagged.html", context)


def case(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Show a case to whoever has opened it, or do what they say."""
    player = link.player
    found = cases.find(link.content, player) if player else None
    if found is None or player is None:
        raise Nowhere
    shown: dict[str, Any] = {"base": cases.LINK, "link": links.token(link), "with_hand": False}
    if request.method != "POST":
        return cases.case_page(request, found, **shown)
    try:
        did = cases.acted(found, player, request.POST, now)
    except Refused as refused:
        found = cases.find(link.content, player) or found
        page = cases.case_page(request, found, **shown, refused=cases.told(found.match, refused))
        return cases.refusal(page, refused)
    if not did:
        page = cases.case_page(request, found, **shown, refused=cases.not_chosen())
        page.status_code = cases.UNPROCESSABLE
        return page
    return cases.case_page(request, cases.find(link.content, player) or found, **shown, done=did)
