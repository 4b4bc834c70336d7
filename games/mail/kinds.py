"""The one table of kinds of mails: what each says in its subject, and what makes its content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.mail import delivery
from games.mail.compose import (
    account,
    asks,
    cases,
    code,
    digest,
    inviting,
    receipts,
    ruled,
    table,
    tells,
    voting,
)
from games.mail.compose.letter import Letter
from games.mail.queue import News
from games.models.outbox import DOOR, INVITATION, INVITED_AGAIN

Context = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    subject: Any  # a sentence's worth, translated when it is said
    context: Callable[[Letter], Context]
    asks: bool = False  # it makes sense only while its question is waited for
    of_account: bool = False  # about its reader's account: in no conversation, never unwanted


def _asked_again(letter: Letter) -> Context:
    """Say what is new at the table, and ask its reader again what is asked."""
    return {**asks.resumed(letter), **table.context(letter)}


def _ruled(letter: Letter) -> Context:
    return _asked_again(letter) if ruled.goes_on(letter.row) else table.context(letter)


#: What leads to where the table agrees on something.
VOTING: dict[News, Callable[[Letter], Context]] = {
    News.PROPOSED: voting.proposed,
    News.PAUSED: voting.paused,
    News.GAVE_UP: voting.vacant,
}
KINDS: dict[str, Kind] = {
    INVITATION: Kind(lazy("An invitation"), inviting.invitation),
    INVITED_AGAIN: Kind(lazy("A seat still waits for you"), inviting.invited_again),
    DOOR: Kind(lazy("A free seat"), inviting.door),
    "started": Kind(lazy("It has begun"), tells.started),
    "turn": Kind(lazy("Your turn"), asks.turn, asks=True),
    "window": Kind(lazy("Your answer is wanted"), asks.turn, asks=True),
    "secret": Kind(lazy("A choice in secret"), asks.turn, asks=True),
    "reminder": Kind(lazy("Reminder: you are waited for"), asks.turn, asks=True),
    "ahead": Kind(lazy("Your plan will stop"), tells.ahead),
    "put_off": Kind(lazy("Your plan is off"), tells.put_off),
    "done": Kind(lazy("Moved for you"), tells.done),
    "receipt": Kind(lazy("Receipt"), receipts.receipt),
    "taken_back": Kind(lazy("Taken back"), tells.taken_back),
    "confirm": Kind(lazy("Was this you?"), receipts.confirm),
    "unreadable": Kind(lazy("Not understood"), receipts.unreadable, asks=True),
    "over": Kind(lazy("The match is over"), tells.over),
    delivery.BOUNCED: Kind(lazy("No mail reaches you"), tells.bounced),
    "digest": Kind(lazy("What waits for you"), digest.digest),
    **{str(kind): Kind(subject, table.context) for kind, subject in table.SUBJECTS.items()},
    **{str(kind): Kind(table.SUBJECTS[kind], _asked_again) for kind in (News.RESUMED, News.NUDGED)},
    **{str(kind): Kind(table.SUBJECTS[kind], context) for kind, context in cases.CONTEXTS.items()},
    **{str(kind): Kind(table.SUBJECTS[kind], context) for kind, context in VOTING.items()},
    str(News.RULED): Kind(table.SUBJECTS[News.RULED], _ruled),
    **{str(errand): Kind(told.subject, code.code, of_account=True) for errand, told in code.CODED.items()},
    **{
        str(one): Kind(told.subject, account.changed, of_account=True)
        for one, told in account.CHANGED.items()
    },
}
#: What is about its reader's account, and goes out whatever else they want.
OF_ACCOUNT = frozenset(kind for kind, one in KINDS.items() if one.of_account)
#: What tells of something that was done, and goes out although its table rests.
TELLING = frozenset({"receipt", "done", "put_off", "taken_back"})
#: What tells nothing of what lies in a seat's hands: that it was asked, reminded, or told the news.
OPEN = frozenset(
    {"started", "turn", "window", "reminder", "over", "proposed", "paused", "resumed", "closed", "rewound"}
)
#: What came of a seat's own orders and answers: that there was such a mail may tell what lies there.
OWN = frozenset({"ahead", "put_off", "done", "receipt", "taken_back", "confirm", "unreadable"})
#: What tells all that happened since its reader's last move.
TELLS_STORY = frozenset(
    {"turn", "window", "secret", "reminder", "ahead", "put_off", "done", "taken_back", "over"}
)
