"""Revoking what opens an account: after "this wasn't me", after undoing a change, or with a new address."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.sessions.models import Session

from games.models import AccountChangeKind, Device, Player
from games.players import account_changes, api_tokens, feeds, openid
from games.players.account_changes import UNDOABLE

#: Recovery codes go when no other second factor is left.
SPARE_CODES = "recovery_codes"


def revoke(player: Player, since: datetime, now: datetime, but: str | None = None) -> None:
    """Sign a player out in all browsers, or all but one, end feeds and tokens, and remove new second factors.

    Push notifications end too, and new connections with a sign-in service. New means added since a moment,
    but at most a week ago. Older ones stay, so that an old email found in a mailbox can't remove them. Call
    this in the caller's transaction.
    """
    _sign_out(player, but)
    feeds.forget(player)
    api_tokens.revoke_all(player)
    Device.objects.filter(player=player).delete()  # who had the account may have added one
    openid.forget_since(player, max(since, now - UNDOABLE))
    new = _factors(player).filter(created_at__gte=max(since, now - UNDOABLE)).exclude(type=SPARE_CODES)
    if new.exists():
        account_changes.note(player, AccountChangeKind.FACTOR_REMOVED, now)
        new.delete()
    if not _factors(player).exclude(type=SPARE_CODES).exists():
        _factors(player).delete()


def _sign_out(player: Player, but: str | None) -> None:
    browsers = UserSession.objects.filter(user=player).exclude(session_key=but or "")
    Session.objects.filter(session_key__in=browsers.values("session_key")).delete()
    browsers.delete()


def _factors(player: Player) -> Any:
    return apps.get_model("mfa", "Authenticator").objects.filter(user=player)
