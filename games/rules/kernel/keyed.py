"""Keyed hashes of many short messages: HMAC-SHA256 (RFC 2104) whose key is worked in once.

The library works it in anew for every message, or copies all that OpenSSL keeps about it: that costs more
than the hashing. `tests/rules/test_keyed.py` holds that both say the same; the verifier asks the library.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

BLOCK = 64
INNER = bytes(byte ^ 0x36 for byte in range(256))
OUTER = bytes(byte ^ 0x5C for byte in range(256))


def keyed(key: bytes, label: bytes) -> Callable[[bytes], bytes]:
    """Make what hashes messages under a key, each behind the same label."""
    padded = (sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    inner, outer = sha256(padded.translate(INNER) + label), sha256(padded.translate(OUTER))

    def digest(message: bytes) -> bytes:
        within, around = inner.copy(), outer.copy()
        within.update(message)
        around.update(within.digest())
        return around.digest()

    return digest
