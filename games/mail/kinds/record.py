"""What there is to know of one kind of email."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any


class To(Enum):
    """Whom an email is for, and with that where it goes."""

    SEAT = auto()  # whoever has the seat; without a seat, a person by their address
    GUEST = auto()  # the address that a seat is kept for
    STRANGER = auto()  # an address that somebody has typed
    ACCOUNT = auto()  # an address of an account: in no conversation, never unwanted


class Asks(Enum):
    """Whether an email makes sense only while a question is open, and how it asks it."""

    NOTHING = auto()
    FIRST = auto()
    AGAIN = auto()
    IN_REPLY = auto()


class Affair(Enum):
    """What it tells of its seat that there was such an email."""

    TABLE = auto()  # nothing of what lies in the seat's hands
    OWN = auto()  # something came of the seat's own plans and answers
    OTHER = auto()


@dataclass(frozen=True, kw_only=True)
class MailKind:
    """One kind of email. No field has a default, so that nobody adds one without thinking of every kind.

    Functions are named and not imported: they know the games, and modules below them read this table too.
    """

    name: str  # as rows of the outbox have it
    subject: Any  # translated when it is said
    writer: str  # the function in games.mail.compose that makes its content
    says: tuple[Any, ...]  # sentences for its writer, translated when they are said
    still: str  # the function in games.mail.send.still_true that tells whether it is true when it is due
    to: To
    asks: Asks
    affair: Affair
    switch: str  # the choice in games.mail.choices that turns it off; empty where nothing does
    always_wanted: bool  # goes to who has muted the match, or all emails
    in_digest: bool  # waits for the digest of who wants one email a day; windows close too soon for that
    on_page: bool  # the page of the match shows it too: who is looking at it isn't emailed yet
    when_paused: bool  # goes out while the match is paused or stopped
    tells_story: bool  # tells all that happened since its reader's last move
    tells_chat: bool  # tells what was said at the table since the last email that did
    to_former: bool  # goes to somebody who has lost the seat, too
    has_code: bool  # carries a code: kept nowhere, and sent first

    @property
    def is_asking(self) -> bool:
        return self.asks != Asks.NOTHING


#: What most kinds have in common. Each still says its name, its subject and who writes it.
PLAIN = MailKind(
    name="",
    subject="",
    writer="",
    says=(),
    still="is_asked_if_it_asks",
    to=To.SEAT,
    asks=Asks.NOTHING,
    affair=Affair.OTHER,
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
