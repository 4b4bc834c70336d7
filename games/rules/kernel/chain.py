"""The chain that makes a log provable without giving away what is in it.

A plain hash of an event with few possible contents can be guessed by trying them all; the blind
makes every leaf unguessable until the match is over and the secret is shown.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from games.rules.kernel.seats import EventNumber


def commitment(secret: bytes) -> str:
    """Hash the secret of a match, to be published before anybody joins."""
    return hashlib.sha256(b"commitment" + secret).hexdigest()


def words_digest(words: str) -> str:
    """Hash a player's own words; give an empty digest for no words."""
    return hashlib.sha256(words.encode()).hexdigest() if words else ""


def blind(secret: bytes, number: EventNumber) -> bytes:
    """Make the blind of one event; nobody knows it until the secret is shown."""
    return blinds(secret)(number)


def blinds(secret: bytes) -> Callable[[EventNumber], bytes]:
    """Give the function that makes the blinds of a match; for several events that costs half."""
    ready = hmac.new(secret, b"blind", "sha256")

    def one(number: EventNumber) -> bytes:
        made = ready.copy()
        made.update(number.to_bytes(8, "big"))
        return made.digest()

    return one


def leaf(blinding: bytes, line: bytes) -> bytes:
    """Hash one record behind its blind."""
    return hashlib.sha256(blinding + line).digest()


def link(before: bytes, leaf_: bytes) -> bytes:
    """Hash a record onto the chain."""
    return hashlib.sha256(before + leaf_).digest()


def root(commitment_: str) -> bytes:
    """Give the digest before the first event: the chain begins with the commitment."""
    return bytes.fromhex(commitment_)
