"""Names for programs that tell them nothing: of questions, and of places in a log.

What they stand for are numbers of events, which count some that their reader may not see. The same thing has
the same name each time, so programs can compare them; nobody can read one, make one, or use another's.
"""

from __future__ import annotations

import binascii
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode

from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "games.api.names"
TAG = 12  # bytes


def name_of(what: str, told: bytes) -> str:
    """Name something; `what` says what it is and whose, and is needed to read it again."""
    tag, stream = _keys(what, settings.SECRET_KEY)
    proof = hmac.digest(tag, told, "sha256")[:TAG]
    return urlsafe_b64encode(proof + _mixed(told, stream, proof)).decode().rstrip("=")


def read(what: str, name: str) -> bytes | None:
    """Read a name; None unless we made it for this."""
    try:
        whole = urlsafe_b64decode(name.encode("ascii") + b"=" * (-len(name) % 4))
    except (binascii.Error, ValueError):
        return None
    proof, mixed = whole[:TAG], whole[TAG:]
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        tag, stream = _keys(what, key)
        told = _mixed(mixed, stream, proof)
        if hmac.compare_digest(proof, hmac.digest(tag, told, "sha256")[:TAG]):
            return told
    return None


def _keys(what: str, key: str | bytes) -> tuple[bytes, bytes]:
    """Derive two keys: one proves what a name holds, the other hides it."""
    whole = salted_hmac(SALT, what, secret=key, algorithm="sha512").digest()
    return whole[:32], whole[32:]


def _mixed(told: bytes, stream: bytes, proof: bytes) -> bytes:
    """Hide what is told, or show it again."""
    blocks = range(-(-len(told) // 32))
    pad = b"".join(hmac.digest(stream, proof + number.to_bytes(4, "big"), "sha256") for number in blocks)
    return bytes(a ^ b for a, b in zip(told, pad, strict=False))
