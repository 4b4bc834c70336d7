"""The signed token in each button of a match page, and the address to go to once it was pressed.

A page is signed once: its signature is a secret that never leaves the server, and each form's key is derived
from it, the form's question and its number. So the key itself proves that we made the token: nobody can
invent a question or a key. The key is inside because somebody who could choose one might take the key of a
move that the program makes itself.
"""

from __future__ import annotations

import hmac
import itertools
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.shortcuts import resolve_url
from django.utils.crypto import constant_time_compare, salted_hmac

from games.mail.queue import AboutQuestion
from games.models import Match, Seat
from games.rules.kernel.questions import QuestionName

#: Tokens whose forms were signed one by one: pages from before are still open.
SALT = "games.page.press"
SALT_OF_PAGES = "games.page.presses"
BETWEEN = "~"
KEPT = "_rendering"
KEY_BYTES = 16


@dataclass(frozen=True)
class PagePress:
    """One rendering of one form: whose it is, which question it answers, at which version it was drawn."""

    match: str
    seat: int
    generation: int
    question: str
    version: int
    key: str

    @property
    def name(self) -> QuestionName:
        return AboutQuestion.parse(self.question).name

    def is_of(self, seat: Seat) -> bool:
        """Tell whether the form was drawn for this seat and its present player."""
        return (self.match, self.seat, self.generation) == (
            seat.match.public_id,
            seat.number,
            seat.generation,
        )


@dataclass
class Rendering:
    """One rendering of a page: what its forms share, and the number of the next form."""

    shared: str
    secret: bytes = field(repr=False)
    numbers: Iterator[int] = field(default_factory=itertools.count)

    @classmethod
    def of(cls, shared: str) -> Rendering:
        """Sign a page; no two have the same signature, even if they show the same."""
        whole = f"{shared}{BETWEEN}{secrets.token_urlsafe(KEY_BYTES)}"
        return cls(whole, _signature(whole, settings.SECRET_KEY))

    def token(self, question: str) -> str:
        """Make the token of one form, each time with a new key."""
        form = f"{question}{BETWEEN}{next(self.numbers)}"
        told = BETWEEN.join((self.shared, form, _key(self.secret, form)))
        return BETWEEN + urlsafe_b64encode(told.encode()).decode()  # no page names a question in clear


def draw(seat: Seat, question: str = "0-0-0") -> str:
    """Make the token of one form, each time with a new key; those of one loaded seat share a signature."""
    match = seat.match
    shared = BETWEEN.join((match.public_id, str(seat.number), str(seat.generation), str(match.version)))
    kept: tuple[str, Rendering] | None = vars(seat).get(KEPT)
    if kept is None or kept[0] != shared:
        kept = vars(seat)[KEPT] = shared, Rendering.of(shared)
    return kept[1].token(question)


def read(token: str, seat: Seat) -> PagePress | None:
    """Read a token that was sent; None unless we made it for this seat."""
    press = opened(token)
    return press if press and press.is_of(seat) else None


def opened(token: str) -> PagePress | None:
    """Read a token of any seat; None unless we made it."""
    try:
        return (
            _opened(token[1:]) if token.startswith(BETWEEN) else PagePress(*signing.loads(token, salt=SALT))
        )
    except (signing.BadSignature, TypeError, ValueError):
        return None


def _opened(token: str) -> PagePress | None:
    told = urlsafe_b64decode(token).decode()
    match, seat, generation, version, once, question, number, key = told.split(BETWEEN)
    shared = BETWEEN.join((match, seat, generation, version, once))
    form = f"{question}{BETWEEN}{number}"
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(key, _key(_signature(shared, one), form)) for one in keys):
        return None
    return PagePress(match, int(seat), int(generation), question, int(version), key)


def _signature(shared: str, key: str | bytes) -> bytes:
    return salted_hmac(SALT_OF_PAGES, shared, secret=key, algorithm="sha256").digest()


def _key(secret: bytes, form: str) -> str:
    made = hmac.digest(secret, form.encode(), "sha256")[:KEY_BYTES]
    return urlsafe_b64encode(made).decode().rstrip("=")


def result_address(match: Match, key: str, tab: str = "match", section: str = "") -> str:
    """Give the address of the tab that says what a press did, in a section if it belongs there."""
    fragment = f"#{section}" if section else ""
    return f"{resolve_url(tab, match.public_id)}?{urlencode({'done': key})}{fragment}"
