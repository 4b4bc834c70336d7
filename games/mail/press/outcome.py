"""One press, and what may come of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec
from django.utils.crypto import salted_hmac

from games.mail.queue import AboutQuestion
from games.models import Door, Link, Seat
from games.play import history
from games.play.diff import Questions
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused
from games.rules.kernel.table import questions

SALT = "games.pressing"
#: Refusals that say no more than that the moment has passed.
TOO_LATE = frozenset({"stale", "not_running", "too_late"})


class What(StrEnum):
    """What came of a press."""

    PLAYED = "played"
    SEALED = "sealed"  # lies there until the last answer is in
    LAID = "laid"  # orders or a plan
    TAKEN_BACK = "taken_back"
    STALE = "stale"  # its moment has passed: it shows what anybody may know
    DEAD = "dead"  # the seat is in other hands, or the match long over: the page for bad links
    REFUSED = "refused"  # with a code and details
    NEEDS_PAGE = "needs_page"  # something is still to be chosen, or hangs on the hand


class State(StrEnum):
    """How a link stands, when somebody only looks at it."""

    OPEN = "open"
    DONE = "done"  # what it says was done
    CLOSED = "closed"


@dataclass(frozen=True)
class Pressed:
    what: What
    told: str = ""  # what was asked for: a command or orders, as JSON
    code: str = ""
    details: dict[str, Any] | None = None
    first_event: int | None = None
    last_event: int | None = None


@dataclass(frozen=True)
class Press:
    """One press: through which door, and as of when."""

    link: Link
    seat: Seat  # as it is now
    told: str
    now: datetime
    door: Door = Door.LINK
    key: str = ""
    address: str = field(default="", repr=False)

    @property
    def name(self) -> QuestionName:
        """Name the link's question; raise Refused for a link that is about none."""
        try:
            return AboutQuestion.parse(self.link.question).name
        except ValueError:
            raise Refused("malformed") from None

    def own_key(self, *more: object) -> str:
        """Make the key of this press: of the same link for the same thing it is the same."""
        told = "|".join(map(str, (self.link.pk, self.told, *more)))
        return salted_hmac(SALT, told, algorithm="sha256").hexdigest()[:40]


def open_questions(seat: Seat) -> Questions:
    """Name what is open at a seat's table; raise HistoryBroken or TooNew."""
    if not seat.match.is_running:
        return {}
    _, table = history.load(seat.match)
    return questions(seat.match.rules, table)


def read(told: str) -> dict[str, Any]:
    """Read a command or orders as they came; raise Refused."""
    try:
        found = msgspec.json.decode(told)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Refused("malformed") from None
    if not isinstance(found, dict):
        raise Refused("malformed")
    return found
