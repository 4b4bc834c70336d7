"""Recognise browsers in which a player has signed in before, so that strangers can't lock them out.

The number of codes emailed to an address is limited, and anybody who knows the address can ask for one. So
strangers share one count per address, and each browser the player has signed in with has its own. A signed
cookie that outlives the session tells these browsers apart.
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
    """Set the cookie that marks this browser as one the player has signed in with."""
    name = name_of(request, player) or secrets.token_urlsafe(12)
    answer.set_cookie(
        NAME,
        signing.dumps([player.pk.hex, name], salt=SALT),
        max_age=KEPT,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def owner(request: HttpRequest, address: str) -> Player | None:
    """Find the player who has signed in with this browser, if the address is theirs.

    The queries depend on the cookie alone: a stranger's browser never makes one, so it can't learn by timing
    whether an address has an account.
    """
    who, _ = _cookie(request)
    player = Player.objects.filter(pk=UUID(who)).first() if who else None
    return player if player is not None and address.lower() in delivery.verified(player) else None


def code_limit_key(request: HttpRequest, address: str, player: Player | None) -> str:
    """Give the key that codes to an address are counted by: this browser's own, or that of all strangers."""
    asked = address.lower()
    if isinstance(request.user, Player):
        return f"{asked} {request.user.pk}" if asked in delivery.verified(request.user) else asked
    name = name_of(request, player) if player else ""
    return f"{asked} {name}" if name else asked


def limit_key(request: HttpRequest, player: Player | None) -> str:
    """Give the key that requests and tries are counted by: the player's own browser, else the IP address.

    Others may share the IP address, and everybody does behind a proxy that the settings don't name.
    """
    name = name_of(request, player) if player else ""
    return name or address_of(request)


def name_of(request: HttpRequest, player: Player) -> str:
    """Read this browser's name; "" unless the cookie belongs to this player."""
    who, name = _cookie(request)
    return name if who == player.pk.hex else ""


def marks(request: HttpRequest, player: Player) -> list[str]:
    """List what this browser is known by, what lasts longest first; one that used a passkey has no name."""
    return [mark for mark in (name_of(request, player), request.session.session_key) if mark]


def _cookie(request: HttpRequest) -> tuple[str, str]:
    """Read the player's id and the browser's name from the cookie; empty strings without a valid one."""
    try:
        who, name = signing.loads(request.COOKIES.get(NAME, ""), salt=SALT, max_age=KEPT)
    except (signing.BadSignature, TypeError, ValueError):
        return "", ""
    return str(who), str(name)
