"""Everything to know about one kind of email."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any


class To(Enum):
    """Whom an email is for, and so where it goes."""

    SEAT = auto()  # the player of the seat; without a seat, a person by address
    GUEST = auto()  # the address a seat is reserved for
    STRANGER = auto()  # an address somebody typed
    PLAYER = auto()  # somebody with an account, by address: about no match
    ACCOUNT = auto()  # an account's address: in no thread, and can't be turned off


class Asks(Enum):
    """Whether an email makes sense only while a question is open, and how it asks it."""

    NOTHING = auto()
    FIRST = auto()
    AGAIN = auto()
    IN_REPLY = auto()


class Affair(Enum):
    """What the existence of such an email reveals about its seat."""

    TABLE = auto()  # nothing about the hand
    OWN = auto()  # something came of the seat's own plans and answers
    OTHER = auto()


@dataclass(frozen=True, kw_only=True)
class MailKind:
    """One kind of email. No field has a default, so that nobody adds one without deciding it for every kind.

    Functions are named and not imported, because they know the games, and lower layers read this table too.
    """

    name: str  # as stored in the outbox
    subject: Any  # translated when used
    writer: str  # the function in games.mail.compose that makes its content
    says: tuple[Any, ...]  # sentences for its writer, translated when used
    still: str  # the function in games.mail.send.still_true that checks whether it is still true when due
    to: To
    asks: Asks
    affair: Affair
    topic: str  # what other channels carry it as, by games.reach.channels; "" if it goes by email alone
    announced: bool  # changes what everybody in the match may see, so the chat of a match hears of it
    switch: str  # the choice in games.mail.choices that turns it off; "" if none does
    always_wanted: bool  # sent even if the match, or all email, is muted
    in_digest: bool  # waits for the daily email of those who chose one; windows close too soon for that
    on_page: bool  # the page of the match shows it too: while its reader looks there, it is put off
    when_paused: bool  # sent even while the match is paused or stopped
    tells_story: bool  # describes what happened since its reader's last move
    tells_chat: bool  # quotes what was said in the match since the last email that did
    to_former: bool  # also sent to a player who lost the seat
    has_code: bool  # has a code: never stored, and sent first

    @property
    def is_asking(self) -> bool:
        return self.asks != Asks.NOTHING


#: What most kinds have in common. Each adds its name, subject and writer.
PLAIN = MailKind(
    name="",
    subject="",
    writer="",
    says=(),
    still="is_asked_if_it_asks",
    to=To.SEAT,
    asks=Asks.NOTHING,
    affair=Affair.OTHER,
    topic="",
    announced=False,
    switch="",
    always_wanted=False,
    in_digest=False,
    on_page=False,
    when_paused=False,
    tells_story=False,
    tells_chat=False,
    to_former=False,
    has_code=False,
)
