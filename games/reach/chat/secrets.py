"""Addresses and tokens of chats: encrypted where they are kept, and never shown whole.

Whoever has one can write in that chat. So a copy of the database doesn't tell them, nor does a page.
"""

from __future__ import annotations

import base64

import msgspec
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "games.reach.chat"
SHOWN = 4  # characters


class KeyLost(Exception):
    """Raised for a secret that was encrypted with a key this site no longer has."""


class Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a service is reached by."""

    url: str = ""
    token: str = ""
    room: str = ""

    def __repr__(self) -> str:
        return "a secret"


def locked(secret: Secret) -> bytes:
    return _keys().encrypt(msgspec.json.encode(secret))


def opened(content: bytes | memoryview) -> Secret:
    """Decrypt a secret; raises KeyLost."""
    try:
        return msgspec.json.decode(_keys().decrypt(bytes(content)), type=Secret)
    except InvalidToken:
        raise KeyLost from None


def end_of(text: str) -> str:
    """Give the part of a secret that may be shown; none of one that is too short."""
    return text[-SHOWN:] if len(text) >= 4 * SHOWN else ""


def _keys() -> MultiFernet:
    """Derive keys: the first encrypts, earlier ones still decrypt."""
    return MultiFernet([_key(one) for one in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> Fernet:
    made = salted_hmac(SALT, "addresses of chats", secret=secret, algorithm="sha256")
    return Fernet(base64.urlsafe_b64encode(made.digest()))
