"""The signed token in each button of a match page, and the address to go to once it was pressed.

The signature keeps anybody from inventing a question or a key. The key is inside because somebody who could
choose one might take the key of a move that the program makes itself.
"""

from __future__ import annotations

import secrets
from dataclasses import astuple, dataclass
from urllib.parse import urlencode

from django.core import signing
from django.shortcuts import resolve_url

from games.mail.queue import AboutQuestion
from games.models import Match, Seat
from games.rules.kernel.questions import QuestionName

SALT = "games.page.press"


@dataclass(frozen=True)
class Press:
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


def draw(seat: Seat, question: str = "0-0-0") -> str:
    """Make the token of one form, each time with a new key."""
    match = seat.match
    press = Press(
        match.public_id, seat.number, seat.generation, question, match.version, secrets.token_urlsafe(16)
    )
    return signing.dumps(astuple(press), salt=SALT)


def read(token: str, seat: Seat) -> Press | None:
    """Read a token that was sent; None unless we made it for this seat."""
    press = opened(token)
    return press if press and press.is_of(seat) else None


def opened(token: str) -> Press | None:
    """Read a token of any seat; None unless we made it."""
    try:
        return Press(*signing.loads(token, salt=SALT))
    except (signing.BadSignature, TypeError, ValueError):
        return None


def result_address(match: Match, key: str, section: str = "") -> str:
    """Give the address of the match page that says what a press did, in a section if it belongs there."""
    fragment = f"#{section}" if section else ""
    return f"{resolve_url('match', match.public_id)}?{urlencode({'done': key})}{fragment}"
