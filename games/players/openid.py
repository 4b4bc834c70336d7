"""Accounts that the site's own sign-in service knows: who may use it, and what it is connected with.

It is believed about an address only if it says that it has verified it, and it connects only accounts whose
address was shown to be theirs here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.infra.locks import writing
from games.models import AccountChangeKind, Player, read_address
from games.players import account_changes, accounts
from games.rules.kernel.refusal import Refused


def find_or_connect(issuer: str, claims: Mapping[str, Any], language: str, now: datetime) -> Player:
    """Find the player somebody is who has signed in at the service; raise Refused if there is none for them.

    The first time, their address says who they are. After that nothing but their name at the service counts.
    """
    subject = str(claims["sub"])
    if known := _connected(issuer, subject):
        return known
    player = _at(_address_in(claims), language)
    try:
        with writing():
            with transaction.atomic():
                _accounts().create(user=player, provider=issuer, uid=subject)
            if player.last_login is not None:  # a new account has nobody yet to be told
                account_changes.note(player, AccountChangeKind.SERVICE_CONNECTED, now)
    except IntegrityError:  # by another request, at the same moment
        return _connected(issuer, subject) or player
    return player


def forget_since(player: Player, since: datetime) -> None:
    """Disconnect what was connected since a moment, in the caller's transaction."""
    _accounts().filter(user=player, date_joined__gte=since).delete()


def _connected(issuer: str, subject: str) -> Player | None:
    found = _accounts().filter(provider=issuer, uid=subject).select_related("user").first()
    return found.user if found else None


def _address_in(claims: Mapping[str, Any]) -> str:
    """Give the address that the service has verified; raise Refused."""
    if claims.get("email_verified") is not True:
        raise Refused("address_not_verified")
    try:
        return read_address(str(claims.get("email", "")))
    except ValidationError:
        raise Refused("address_not_verified") from None


def _at(address: str, language: str) -> Player:
    """Find or make the account at an address; raise Refused if nobody has ever shown here it is theirs."""
    there = accounts.known(address)
    if there is not None and there.is_active and there.last_login is None:
        raise Refused("code_first")
    return accounts.join(address, language)


def _accounts() -> Any:
    return apps.get_model("socialaccount", "SocialAccount").objects
