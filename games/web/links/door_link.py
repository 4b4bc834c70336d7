"""The page behind the link to a free seat, emailed to a stranger who had the secret address of a match."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.lobby import join
from games.mail import delivery, links
from games.models import Link, Match, MatchStatus, Player
from games.present.refusals import sentence
from games.rules.kernel.refusal import Refused
from games.web.links import seat_link
from games.web.lobby import lobby_part
from games.web.lobby.seat_form import InvalidForm
from games.web.match.seat_actions import too_many

GONE, UNPROCESSABLE = 410, 422


def page(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Show the free seat, or take it; opened again, say that the seat is theirs, or gone."""
    match = link.match
    assert match is not None
    if _sits(match, link):
        return render(request, "pages/link_seated.html", _frame(link, match))
    if code := _why_not(match, link):
        return _over(request, match, code)
    if request.method != "POST":
        return _ask(request, link, match, {})
    try:
        join.join_by_mail(link, seat_link.said_in(request, match), now)
    except InvalidForm as wrong:
        return _ask(request, link, match, wrong.errors)
    except Refused as refused:
        return (
            too_many(request, refused) if refused.code == "too_many" else _over(request, match, refused.code)
        )
    match.refresh_from_db()
    return render(request, "pages/link_seated.html", _frame(link, match))


def _sits(match: Match, link: Link) -> bool:
    return match.seats.filter(player__email__iexact=link.address).exists()


def _why_not(match: Match, link: Link) -> str:
    """Give the code for why the seat isn't available; "" if it is."""
    if match.status != MatchStatus.LOBBY:
        return "begun" if match.started_at else "called_off"
    if not join.is_key_of(match, link.content):
        return "door_is_shut"
    player = delivery.owner_of(link.address) or Player(email=link.address)
    try:
        join.seat_for(match, player)
    except Refused as refused:
        return refused.code
    return ""


def _over(request: HttpRequest, match: Match, code: str) -> HttpResponse:
    context = {"match": match, "state": "gone", "said": sentence(match.rules, code, None)}
    return render(request, "pages/link_invitation_over.html", context, status=GONE)


def _ask(request: HttpRequest, link: Link, match: Match, wrong: dict[str, str]) -> HttpResponse:
    context = _frame(link, match) | seat_link.asked(request, match, link.address, wrong)
    return render(request, "pages/link_invitation.html", context, status=UNPROCESSABLE if wrong else 200)


def _frame(link: Link, match: Match) -> dict[str, Any]:
    mine = match.seats.filter(player__email__iexact=link.address).first()
    return lobby_part.facts(match) | {
        "link": links.token(link),
        "game": match.rules.meta,
        "others": lobby_part.seated_names(match, but=mine.number if mine else None),
        "commitment": match.commitment,
    }
