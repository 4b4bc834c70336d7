"""From where somebody asks: for counting, never for keeping."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

#: Who comes without an address, as through a Unix socket, is counted with all others who do.
NOWHERE = "0.0.0.0"
NETWORK = 64  # bits of an IPv6 address that belong to one household; it makes up the rest at will


def address_of(request: HttpRequest) -> str:
    """Give the visitor's address, or NOWHERE: without one, nobody is left out of a limit.

    What X-Forwarded-For says is believed only of as many proxies as the settings name, counted from
    ours: the rest of it may be anybody's invention.
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
