"""Browsers in which somebody has signed in before, so that strangers can't lock anybody out.

How many codes are emailed to an address is limited, and who asks for them needs to know no more than the
address. So strangers have one tally, and each browser that its owner was signed in with one of its own: it
is told by a cookie that says nothing to anybody but us, and outlives the session.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from games.mail import delivery
from games.models import Player
from games.web.site.visitor import address_of

SALT = "games.views.known"
NAME = "__Host-known" if settings.SESSION_COOKIE_SECURE else "known"
KEPT = timedelta(days=365)


def remember(request: HttpRequest, player: Player, answer: HttpResponse) -> None:
    """Let this browser be known again as one that this player has signed in with."""
    name = _name(request, player) or secrets.token_urlsafe(12)
    answer.set_cookie(
        NAME,
        signing.dumps([player.pk.hex, name], salt=SALT),
        max_age=KEPT,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def owner(request: HttpRequest, address: str) -> Player | None:
    """Find who has signed in with this browser, if that address is theirs.

    What is looked up hangs on the browser alone: for a stranger's nothing is, whoever has the address.
    """
    who, _ = _told(request)
    player = Player.objects.filter(pk=UUID(who)).first() if who else None
    return player if player is not None and address.lower() in delivery.verified(player) else None


def whose(request: HttpRequest, address: str, player: Player | None) -> str:
    """Say on whose account a code goes that is asked for here: its owner's, or that of all strangers."""
    asked = address.lower()
    if isinstance(request.user, Player):
        return f"{asked} {request.user.pk}" if asked in delivery.verified(request.user) else asked
    name = _name(request, player) if player else ""
    return f"{asked} {name}" if name else asked


def place(request: HttpRequest, player: Player | None) -> str:
    """Say from where somebody asks or tries: their own browser, or as strangers do, from an address.

    Others may share that address, or all seem to, behind a proxy nobody has told us of.
    """
    name = _name(request, player) if player else ""
    return name or address_of(request)


def _name(request: HttpRequest, player: Player) -> str:
    """Read how this browser is called; the empty string where it is another player's, or nobody's."""
    who, name = _told(request)
    return name if who == player.pk.hex else ""


def _told(request: HttpRequest) -> tuple[str, str]:
    """Read whose browser this is, and how it is called; empty strings where it is nobody's."""
    try:
        who, name = signing.loads(request.COOKIES.get(NAME, ""), salt=SALT, max_age=KEPT)
    except (signing.BadSignature, TypeError, ValueError):
        return "", ""
    return str(who), str(name)
