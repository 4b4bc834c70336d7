"""The key by which browsers know the push notices of this site (VAPID, RFC 8292): 32 bytes in base64url."""

from __future__ import annotations

import base64
import binascii
import re
import secrets

#: The number of points of the curve P-256: a private key is a number below it.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_FORM = re.compile(r"[A-Za-z0-9_-]{43}")


def new_vapid_key() -> str:
    number = 1 + secrets.randbelow(ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def is_vapid_key(told: str) -> bool:
    if not _FORM.fullmatch(told):
        return False
    try:
        number = int.from_bytes(base64.urlsafe_b64decode(f"{told}="), "big")
    except binascii.Error:
        return False
    return 0 < number < ORDER
