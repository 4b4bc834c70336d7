"""The page behind an invitation: who sits there, what is asked once, and taking the seat."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _

from games import invitations, links
from games.clocks.settings import zone_names
from games.invitations import Accepted
from games.models import Link, Player, names_of
from games.refusals import SENTENCES
from games.rules.kernel.refusal import Refused
from games.views.affairs import too_many
from games.views.hours import NO_PLACES
from games.views.nowhere import Nowhere

OK, CONFLICT, UNPROCESSABLE = 200, 409, 422
HANDS = {"hand": True, "no_hand": False}


def page(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    """Show an invitation, or take the seat; another time, say that it is taken."""
    if invitations.guest_of(link) is not None:
        return render(request, "pages/link_seated.html", _frame(link))
    if not invitations.is_open(link):
        raise Nowhere
    if request.method == "POST":
        return _accept(request, link, now)
    return _ask(request, link)


def _accept(request: HttpRequest, link: Link, now: datetime) -> HttpResponse:
    try:
        said = said_in(request)
    except ValueError as wrong:
        return _ask(request, link, str(wrong), UNPROCESSABLE)
    try:
        invitations.accept(link, said, now)
    except Refused as refused:
        if refused.code == "too_many":
            return too_many(request, refused)
        return _ask(request, link, SENTENCES[refused.code], CONFLICT)
    again = links.find(links.token(link))
    assert again is not None
    return render(request, "pages/link_seated.html", _frame(again) | {"just_now": True})


def said_in(request: HttpRequest) -> Accepted:
    """Read what somebody says who takes a seat; raise ValueError with what is wrong, in words."""
    posted = request.POST
    if posted.get("hand") not in HANDS:
        raise ValueError(_("Please say whether mails may show your cards. Nothing has happened yet."))
    words, zone = posted.get("words", "").strip(), posted.get("zone", "UTC")
    if len(words) > invitations.MOST_WORDS or not words.isprintable():
        most = invitations.MOST_WORDS
        raise ValueError(_("Your words may be one line of at most %(most)s letters.") % {"most": most})
    if zone not in zone_names():
        raise ValueError(_("There is no such time zone."))
    language = posted.get("language", "")
    known = dict(settings.LANGUAGES)
    return Accepted(HANDS[posted["hand"]], words, language if language in known else "en", zone)


def _ask(request: HttpRequest, link: Link, refused: str = "", status: int = OK) -> HttpResponse:
    is_new = not Player.objects.filter(email__iexact=link.address).exists()
    context = _frame(link) | {
        "refused": refused,
        "is_new": is_new,
        "said": request.POST,
        "zones": [name for name in zone_names() if "/" in name and not name.startswith(NO_PLACES)],
        "languages": settings.LANGUAGES,
        "language": translation.get_language(),
        "hand": HANDS.get(request.POST.get("hand", "")),
    }
    return render(request, "pages/link_invitation.html", context, status=status)


def _frame(link: Link) -> dict[str, Any]:
    assert link.match is not None and link.seat is not None
    called = names_of(link.match.seats.select_related("player").exclude(player=None, robot=""))
    return {
        "link": links.token(link),
        "match": link.match,
        "game": link.match.rules.meta,
        "others": [name for number, name in sorted(called.items()) if number != link.seat.number],
        "commitment": link.match.commitment,
        "has_hand": bool(link.match.rules.from_hand),
    }
