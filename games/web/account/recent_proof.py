"""Tell whether a player has recently proved who they are; a session, which lasts for months, isn't enough.

A typed code counts for 15 minutes, if it was sent to the address that emails go to.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils import timezone

from games.mail import delivery
from games.models import Player, WhyNot
from games.web.match.players_only import closed_hand, open_hands

KEPT = "typed code"
HOLDS = timedelta(minutes=15)
#: The second factors that count; spare codes exist only beside one of these.
REAL = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def note(session: SessionBase, player: Player, address: str, now: datetime) -> None:
    """Remember that a code sent to this address was typed; it also lets this browser show their hands."""
    session[KEPT] = {"address": address.lower(), "at": now.isoformat()}
    open_hands(session, player, now)


def has_typed_code(session: SessionBase, player: Player, now: datetime) -> bool:
    kept: Mapping[str, str] | None = session.get(KEPT)
    if kept is None or now - datetime.fromisoformat(kept["at"]) > HOLDS:
        return False
    return kept["address"] == address_for(player)


def may_change(session: SessionBase, player: Player, now: datetime) -> bool:
    """Tell whether a code was typed recently, and all the player's hands are still open in this browser."""
    return has_typed_code(session, player, now) and closed_hand(session, player, now) is None


def address_for(player: Player) -> str:
    """Give the address for a code: the main one, another if the main one bounces, "" if all do."""
    if delivery.why_not(player.email) != WhyNot.BOUNCED:
        return player.email.lower()
    others = delivery.verified(player) - {player.email.lower()}
    return min(others - {*delivery.unreachable(others)}, default="")


def has_factor(player: Player) -> bool:
    return bool(is_mfa_enabled(player, REAL))


def has_shown_factor(request: HttpRequest, player: Player, within: timedelta = HOLDS) -> bool:
    """Tell whether a second factor was shown in this browser within the given time."""
    since = (timezone.now() - within).timestamp()
    shown: list[dict[str, Any]] = get_authentication_records(request, player)
    return any(one.get("method") == "mfa" and one["at"] >= since for one in shown)


def has_shown_factor_since_sign_in(request: HttpRequest, player: Player) -> bool:
    return any(one.get("method") == "mfa" for one in get_authentication_records(request, player))


# --- the pages that ask for it


def ask_for_code(then: str) -> str:
    return f"{resolve_url('show_who')}?{urlencode({'next': then})}"


def ask_for_factor(player: Player, then: str) -> str:
    way = get_adapter().get_reauthentication_methods(player)[0]["url"]
    return f"{way}?{urlencode({'next': then})}"
