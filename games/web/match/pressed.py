"""What a button says when it is pressed: signed, so that nobody can make up a question or a key.

The key belongs inside: whoever could choose one might take that of a move the program makes itself.
"""

from __future__ import annotations

import secrets
from dataclasses import astuple, dataclass

from django.core import signing

from games.mail.queue import AboutQuestion
from games.models import Seat
from games.rules.kernel.questions import QuestionName

SALT = "games.page.press"


@dataclass(frozen=True)
class Press:
    """One rendering of one form: who may press it, what it answers, and as of when it was drawn."""

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
        """Tell whether this was drawn for that seat, as it is taken now."""
        return (self.match, self.seat, self.generation) == (
            seat.match.public_id,
            seat.number,
            seat.generation,
        )


def draw(seat: Seat, question: str = "0-0-0") -> str:
    """Make the token of one form; a new one each time."""
    match = seat.match
    press = Press(
        match.public_id, seat.number, seat.generation, question, match.version, secrets.token_urlsafe(16)
    )
    return signing.dumps(astuple(press), salt=SALT)


def read(token: str, seat: Seat) -> Press | None:
    """Read a token as it comes back; None for one we didn't make, or made for somebody else."""
    press = opened(token)
    return press if press and press.is_of(seat) else None


def opened(token: str) -> Press | None:
    """Read a token whoever it was made for; None for one we didn't make."""
    try:
        return Press(*signing.loads(token, salt=SALT))
    except (signing.BadSignature, TypeError, ValueError):
        return None
