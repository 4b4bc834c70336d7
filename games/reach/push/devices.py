"""The devices of a player: adding one, naming it, dropping it, and trying whether it works."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric import ec
from django.db.models import QuerySet

from games.infra import limits, outgoing
from games.infra.locks import writing
from games.models import AccountChangeKind, Device, Player
from games.models.player import visible
from games.players import account_changes
from games.reach.push import keys
from games.rules.kernel.refusal import Refused

MOST = 10  # devices of a player; the one that was reached longest ago makes room
LONGEST_NAME, LONGEST_ENDPOINT = 40, 1000
AUTH = 16  # bytes


@dataclass(frozen=True, repr=False)
class Subscription:
    """What a browser gives to be reached by. It is a secret of that browser."""

    endpoint: str
    p256dh: str
    auth: str


def devices_of(player: Player) -> list[Device]:
    return list(Device.objects.filter(player=player).order_by("pk"))


def add(player: Player, told: Subscription, name: str, browser: str, now: datetime) -> Device:
    """Add the browser a player sits at, or note that it is theirs now; raise Refused.

    Every address of the account hears of a browser that is new to it: what rings there outlives a session.
    """
    check(told)
    facts = {
        "player": player,
        "name": visible(name, LONGEST_NAME) or "?",
        "p256dh": told.p256dh,
        "auth": told.auth,
        "server_key": keys.public_key(),
        "browser": digest(browser),
        "error": "",
    }
    with writing():
        limits.take("devices of a player", str(player.pk), now)
        if not Device.objects.filter(player=player, endpoint=told.endpoint).exists():
            account_changes.note(player, AccountChangeKind.DEVICE_ADDED, now)
        found, _ = Device.objects.update_or_create(
            endpoint=told.endpoint, defaults=facts, create_defaults={**facts, "added_at": now}
        )
        others = Device.objects.filter(player=player).exclude(pk=found.pk)
        _drop(others.order_by("-reached_at", "-pk")[MOST - 1 :])
    return found


def check(told: Subscription) -> None:
    """Raise Refused unless this is an address and keys that a browser may have given."""
    try:
        outgoing.destination(told.endpoint)
        _point(told.p256dh)
        is_whole = len(_decoded(told.auth)) == AUTH and len(told.endpoint) <= LONGEST_ENDPOINT
    except (outgoing.NotReached, ValueError, binascii.Error):
        is_whole = False
    if not is_whole or not keys.is_on():
        raise Refused("no_device")


def rename(player: Player, pk: int, name: str) -> None:
    """Give a device another name; raise Refused for one that can't be shown."""
    kept = visible(name, LONGEST_NAME)
    if not kept:
        raise Refused("no_name")
    with writing():
        Device.objects.filter(player=player, pk=pk).update(name=kept)


def remove(player: Player, pk: int) -> None:
    with writing():
        Device.objects.filter(player=player, pk=pk).delete()


def forget_browser(player: Player, marks: Iterable[str]) -> None:
    """Drop the devices of a browser in which its player signs out, by whatever it is known by."""
    with writing():
        Device.objects.filter(player=player, browser__in=[*map(digest, marks)]).delete()


def forget_others(player: Player, marks: Iterable[str]) -> None:
    """Drop the devices of all browsers but one."""
    with writing():
        Device.objects.filter(player=player).exclude(browser__in=[*map(digest, marks)]).delete()


def _drop(found: QuerySet[Device]) -> None:
    Device.objects.filter(pk__in=[one.pk for one in found]).delete()


def digest(browser: str) -> str:
    """Name a browser in a way that doesn't show its cookie."""
    return hashlib.sha256(browser.encode()).hexdigest()


def _point(told: str) -> None:
    """Raise ValueError unless this is a point of the curve."""
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(told))


def _decoded(told: str) -> bytes:
    if not told.isascii() or len(told) > 100:
        raise ValueError
    return base64.urlsafe_b64decode(told + "=" * (-len(told) % 4))
