"""Who is visiting: the address limits are counted by (never stored), and the player's language and time."""

from __future__ import annotations

import zoneinfo
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone, translation

from games.models import Player
from games.web.site.database_away import AWAY

#: Stands in for a missing address, as through a Unix socket: all visitors without one are counted together.
NOWHERE = "0.0.0.0"  # nosec B104 # nothing listens there
NETWORK = 64  # bits of an IPv6 address that identify a household; it chooses the rest at will


def address_of(request: HttpRequest) -> str:
    """Give the visitor's address, or NOWHERE, so that no visitor escapes a limit.

    Trust only as many entries of X-Forwarded-For as the settings name proxies, counted from ours: anybody
    may have made up the rest.
    """
    told = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    hops: int = settings.PROXY_HOPS
    forwarded = told[-hops].strip() if 0 < hops <= len(told) else ""
    return _household(forwarded) or _household(request.META.get("REMOTE_ADDR", "")) or NOWHERE


def _household(told: str) -> str:
    try:
        address = ip_address(told)
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address.packed, NETWORK), strict=False))


def use_settings_of_player(request: HttpRequest) -> None:
    """Switch to the language and time zone of the signed-in player; do nothing for anybody else."""
    try:
        player = request.user if isinstance(request.user, Player) else None
    except AWAY:  # on an open page, which itself says what it can do without a database
        return
    if player:
        translation.activate(player.language)
        timezone.activate(zoneinfo.ZoneInfo(player.time_zone))
        request.LANGUAGE_CODE = translation.get_language()
