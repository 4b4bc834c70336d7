"""The page behind an invitation: who plays, a form to accept, a form to decline."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.lobby import invitations
from games.mail import links
from games.models import InvitationState, Link, MatchStatus
from games.present.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.web.links import door_link, seat_link
from games.web.links.dead_link import DeadLink
from games.web.lobby import lobby_part
from games.web.lobby.seat_form import InvalidForm
from games.web.match.seat_actions import too_many

OK, CONFLICT, GONE, UNPROCESSABLE = 200, 409, 410, 422


def page(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Show an invitation, accept or decline it; opened again, say what became of it."""
    if link.seat is None:
        return door_link.page(request, link, now)
    if invitations.guest_of(link) is not None:
        return render(request, "pages/link_seated.html", _frame(link))
    if not invitations.is_open(link):
        return _over(request, link)
    if request.method != "POST":
        return _ask(request, link)
    return _decline(request, link, now) if "declining" in request.POST else _accept(request, link, now)


def _over(request: HttpRequest, link: Link) -> HttpResponse:
    """Say what became of a closed invitation; raise DeadLink if there was none to this address."""
    made = invitations.of_link(link)
    if made is None or made.address.lower() != link.address.lower() or link.match is None:
        raise DeadLink
    context = {"match": link.match, "state": _became(made.state, link)}
    return render(request, "pages/link_invitation_over.html", context, status=GONE)


def _became(state: str, link: Link) -> str:
    assert link.match is not None
    if state in (InvitationState.DECLINED, InvitationState.NEVER):
        return "declined"
    if link.match.status == MatchStatus.CLOSED and link.match.started_at is None:
        return "called_off"
    return "begun" if link.match.status != MatchStatus.LOBBY else "withdrawn"


def _decline(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Decline, if that was chosen: a robot that submits forms as rendered must change nothing."""
    if request.POST.get("decline") != "yes":
        told = _("Nothing was chosen, so nothing has changed.")
        return _ask(request, link, {"decline": told}, UNPROCESSABLE)
    try:
        invitations.decline(link, now)
    except Refused as refused:
        return too_many(request, refused) if refused.code == "too_many" else _again(request, link)
    return render(request, "pages/link_invitation_over.html", {"match": link.match, "state": "declined"})


def _accept(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    try:
        assert link.match is not None
        said = seat_link.said_in(request, link.match)
    except InvalidForm as wrong:
        return _ask(request, link, wrong.errors, status=UNPROCESSABLE)
    try:
        invitations.accept(link, said, now)
    except Refused as refused:
        if refused.code == "too_many":
            return too_many(request, refused)
        return _again(request, link, plainly(refused.code, refused.plain_details()))
    return render(request, "pages/link_seated.html", _frame(_found(link)) | {"just_now": True})


def _again(request: HttpRequest, link: Link, why: str = "") -> HttpResponse:
    """Show the invitation again, since something has changed after the page was drawn."""
    fresh = _found(link)
    if invitations.is_open(fresh):
        return _ask(request, fresh, {"": why}, CONFLICT)
    return _over(request, fresh)


def _found(link: Link) -> Link:
    again = links.find(links.token(link))
    assert again is not None
    return again


def _ask(
    request: HttpRequest, link: Link, wrong: dict[str, str] | None = None, status: int = OK
) -> HttpResponse:
    assert link.match is not None
    asked = seat_link.asked(request, link.match, link.address, wrong or {})
    context = _frame(link) | asked | {"may_decline": True}
    return render(request, "pages/link_invitation.html", context, status=status)


def _frame(link: Link) -> dict[str, Any]:
    assert link.match is not None and link.seat is not None
    made = invitations.of_link(link)
    sender = made.sender if made else None
    return lobby_part.facts(link.match) | {
        "link": links.token(link),
        "game": link.match.rules.meta,
        "sender": sender,
        "others": lobby_part.seated_names(link.match, but=link.seat.number),
        "commitment": link.match.commitment,
    }
