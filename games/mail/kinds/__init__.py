"""The one table of the kinds of emails, and the sets that follow from it.

A new kind is a row here, and the function that writes it in games.mail.compose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.mail.kinds import account, news, play
from games.mail.kinds.account import Errand
from games.mail.kinds.news import News
from games.mail.kinds.play import (
    BOUNCED,
    CIRCLE,
    DIGEST,
    DOOR,
    INVITATION,
    INVITED_AGAIN,
    RECEIPT,
    REMINDER,
    STARTED,
)
from games.mail.kinds.record import Affair, Asks, MailKind, To

__all__ = [
    "ABOUT_TABLE",
    "ANNOUNCED",
    "ASKING",
    "ASKING_IN_TURN",
    "BEGINNING",
    "BOUNCED",
    "CIRCLE",
    "CODES",
    "DIGEST",
    "DOOR",
    "INVITATION",
    "INVITED_AGAIN",
    "INVITING",
    "IN_DIGEST",
    "KINDS",
    "OF_ACCOUNT",
    "ON_PAGE",
    "OWN",
    "RECEIPT",
    "REMINDER",
    "TELLS_CHAT",
    "TELLS_STORY",
    "TO_FORMER",
    "TO_PLAYERS",
    "TO_STRANGERS",
    "UNASKED",
    "WHEN_PAUSED",
    "Errand",
    "MailKind",
    "News",
    "called",
    "switched_by",
]
#: Every kind by its name, as stored in the outbox.
KINDS: Mapping[str, MailKind] = {str(row.name): row for row in (*play.ROWS, *news.ROWS, *account.ROWS)}


def called(kind: str) -> str:
    """Return the subject of a kind; its name if the kind no longer exists."""
    return str(KINDS[kind].subject) if kind in KINDS else kind


def _those(which: Callable[[MailKind], bool]) -> frozenset[str]:
    return frozenset(name for name, row in KINDS.items() if which(row))


def switched_by(switch: str) -> frozenset[str]:
    """List the kinds that a player turns off with one choice."""
    return _those(lambda row: row.switch == switch)


INVITING = _those(lambda row: row.to == To.GUEST)
#: May go to people whose language we don't know, and to an address somebody else typed.
TO_STRANGERS = _those(lambda row: row.to in (To.GUEST, To.STRANGER))
TO_PLAYERS = _those(lambda row: row.to == To.PLAYER)
#: Sent because somebody else wished it: not to those who want none, nor often to one address.
UNASKED = TO_STRANGERS | TO_PLAYERS
OF_ACCOUNT = _those(lambda row: row.to == To.ACCOUNT)
CODES = _those(lambda row: row.has_code)
#: Kinds that ask a question for the first time.
ASKING = _those(lambda row: row.asks == Asks.FIRST)
#: Kinds that ask it, for the first time or again.
ASKING_IN_TURN = _those(lambda row: row.asks in (Asks.FIRST, Asks.AGAIN))
#: Kinds that tell who gets one that the match has begun.
BEGINNING = frozenset({STARTED}) | ASKING_IN_TURN
#: What the chat of a match or circle hears of.
ANNOUNCED = _those(lambda row: row.announced)
ABOUT_TABLE = _those(lambda row: row.affair == Affair.TABLE)
OWN = _those(lambda row: row.affair == Affair.OWN)
ON_PAGE = _those(lambda row: row.on_page)
IN_DIGEST = _those(lambda row: row.in_digest)
WHEN_PAUSED = _those(lambda row: row.when_paused)
TELLS_STORY = _those(lambda row: row.tells_story)
TELLS_CHAT = _those(lambda row: row.tells_chat)
TO_FORMER = _those(lambda row: row.to_former)
