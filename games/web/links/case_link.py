"""The pages behind links that report a problem with an email, or lead to a case."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.mail import links
from games.models import Link
from games.present.match_names import unique_name
from games.rules.kernel.refusal import Refused
from games.web.disputes import case_pages
from games.web.links.dead_link import DeadLink


def flag(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Report a problem with the email this link was in. Name no card: the email may have been forwarded."""
    seat, player = link.seat, link.player
    assert seat is not None
    if player is None:
        raise DeadLink
    shown: dict[str, Any] = {"base": case_pages.LINK, "link": links.token(link)}
    if request.method != "POST":
        return case_pages.flag_page(request, seat, None, link.mail, **shown)
    try:
        case, is_new = case_pages.flagged(seat, player, request.POST, None, link.mail, now)
    except Refused as refused:
        page = case_pages.flag_page(
            request, seat, None, link.mail, **shown, refused=case_pages.refusal_sentence(seat.match, refused)
        )
        return case_pages.refusal(page, refused)
    context = {"case": case, "is_new": is_new, "title": unique_name(seat.match)}
    return render(request, "pages/flagged.html", context)


def case(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Show a case to the player who opened it, or do what they chose."""
    player = link.player
    found = case_pages.find(link.content, player) if player else None
    if found is None or player is None:
        raise DeadLink
    shown: dict[str, Any] = {"base": case_pages.LINK, "link": links.token(link), "with_hand": False}
    if request.method != "POST":
        return case_pages.case_page(request, found, **shown)
    try:
        did = case_pages.acted(found, player, request.POST, now)
    except Refused as refused:
        found = case_pages.find(link.content, player) or found
        page = case_pages.case_page(
            request, found, **shown, refused=case_pages.refusal_sentence(found.match, refused)
        )
        return case_pages.refusal(page, refused)
    if not did:
        page = case_pages.case_page(request, found, **shown, refused=case_pages.not_chosen())
        page.status_code = case_pages.UNPROCESSABLE
        return page
    return case_pages.case_page(request, case_pages.find(link.content, player) or found, **shown, done=did)
