"""The key by which browsers know this site, and the header that shows we have it (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
from datetime import datetime, timedelta
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

#: Push services refuse a proof that holds for more than a day.
HOLDS = timedelta(hours=12)


def is_on() -> bool:
    """Tell whether this site can send push notices."""
    return bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """Return the key that browsers are told; "" if the site sends no push notices."""
    return _public(settings.VAPID_PRIVATE_KEY) if is_on() else ""


def proof(origin: str, now: datetime) -> str:
    """Make the header that shows a push service who sends."""
    claims = {"aud": origin, "sub": _contact(), "exp": int((now + HOLDS).timestamp())}
    return str(_signer(settings.VAPID_PRIVATE_KEY).sign(claims)["Authorization"])


def _contact() -> str:
    """Return where a push service could complain: the site's address, as nobody's own is needed."""
    return settings.SITE_URL if settings.SITE_URL.startswith("https://") else "mailto:play@localhost"


@lru_cache(maxsize=4)
def _signer(key: str) -> Vapid02:
    return Vapid02(_private(key), conf={"no-strict": True})


@lru_cache(maxsize=4)
def _public(key: str) -> str:
    point = _private(key).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    number = int.from_bytes(base64.urlsafe_b64decode(f"{key}="), "big")
    return ec.derive_private_key(number, ec.SECP256R1())
