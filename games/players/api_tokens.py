"""Tokens for programs that act for a player: made, found, counted and revoked here.

A token is 256 random bits, so a plain digest of it can be stored: nobody can guess what it is of, and it
outlives a change of the site's key. It is shown once, when it is made.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Case, F, QuerySet, Value, When

from games.infra import limits
from games.infra.locks import writing
from games.infra.statements import kept
from games.models import LONGEST_TOKEN_NAME, AccountChangeKind, ApiToken, Player, Scope, read_text
from games.players import account_changes
from games.rules.kernel.refusal import Refused

#: Tells people, and programs that look for leaked secrets, what it is. Logs cut out what begins like this.
PREFIX = "qbm_"
SECRET_BYTES = 32
SHAPE = re.compile(rf"{PREFIX}[a-z2-7]{{52}}")
MOST = 20  # of a player at a time
#: How long a token may be made to last, in days; None: until it is revoked.
LASTING: tuple[int | None, ...] = (30, 90, 365, None)
#: For this long after its end a token is still listed.
KEPT = timedelta(days=30)


def make(
    player: Player, name: str, scopes: Iterable[str], days: int | None, key: str, now: datetime
) -> tuple[ApiToken, str]:
    """Make a token, and return it with its secret; tell every address of the account. Raises Refused.

    A second press of the same form gets another secret in place of the first, which nobody has seen.
    """
    chosen = [scope for scope in Scope.values if scope in set(scopes)]
    told = read_text(name).replace("\n", " ")
    if not told or len(told) > LONGEST_TOKEN_NAME or days not in LASTING:
        raise Refused("no_token_name" if days in LASTING else "malformed")
    if not chosen:
        raise Refused("no_scope")
    secret = PREFIX + base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode().rstrip("=").lower()
    with writing():
        Player.objects.select_for_update().get(pk=player.pk)
        if not ApiToken.objects.filter(player=player, key=key, uses=0).delete()[0]:
            _check_may_make(player, now)
            account_changes.note(player, AccountChangeKind.TOKEN_MADE, now)
        made = ApiToken.objects.create(
            player=player,
            name=told,
            scopes=chosen,
            digest=digest_of(secret),
            ending=secret[-4:],
            key=key,
            made_at=now,
            ends_at=None if days is None else now + timedelta(days=days),
        )
    return made, secret


def _check_may_make(player: Player, now: datetime) -> None:
    """Raise Refused if a player has too many tokens, or made too many today."""
    if ApiToken.objects.filter(player=player).count() >= MOST:
        raise Refused("too_many_tokens", most=MOST)
    limits.take("tokens of a player", str(player.pk), now)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def find(secret: str, now: datetime) -> ApiToken | None:
    """Find the token that a secret belongs to, with its player; None for one that no longer works."""
    if not SHAPE.fullmatch(secret):
        return None
    found = _token.first(digest_of(secret))
    return found if found and found.player.is_active and not found.has_ended(now) else None


@kept
def _token(digest: str) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(digest=digest).select_related("player")


def note_use(token: ApiToken, address: str, now: datetime) -> None:
    """Count one use, from an address; raise Refused if this minute has had as many as it may.

    One statement does both, so of many uses at once only one gets the last.
    """
    most, seconds = settings.LIMITS["uses of a token"]
    minute = int(now.timestamp()) // seconds
    mine = ApiToken.objects.filter(pk=token.pk).exclude(minute=minute, in_minute__gte=most)
    with writing():
        is_counted = mine.update(
            uses=F("uses") + 1,
            last_used_at=now,
            last_address=address,
            in_minute=Case(When(minute=minute, then=F("in_minute") + 1), default=Value(1)),
            minute=minute,
        )
    if not is_counted:
        raise Refused("too_many", seconds=seconds - int(now.timestamp()) % seconds)


def refuse(address: str, now: datetime) -> None:
    """Count a request whose token doesn't work; raise Refused if there were too many from an address."""
    with writing():
        limits.take("refused tokens from an address", address, now)


def count(player: Player, now: datetime) -> int:
    """Count the tokens that work."""
    return sum(not one.has_ended(now) for one in of_player(player))


def of_player(player: Player) -> list[ApiToken]:
    """List a player's tokens, the latest first."""
    return list(ApiToken.objects.filter(player=player).order_by("-pk"))


def revoke(player: Player, number: int) -> bool:
    """End one of a player's tokens at once; return whether it was there."""
    with writing():
        return bool(ApiToken.objects.filter(player=player, pk=number).delete()[0])


def revoke_all(player: Player) -> None:
    """End all tokens of a player, in the caller's transaction."""
    ApiToken.objects.filter(player=player).delete()


def forget(now: datetime) -> int:
    """Delete tokens that ended some time ago; return how many."""
    return ApiToken.objects.filter(ends_at__lt=now - KEPT).delete()[0]
