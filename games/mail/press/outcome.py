"""One press of a link, and what can come of it."""

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
#: Refusals that only say that it is too late.
TOO_LATE = frozenset({"stale", "not_running", "too_late"})


class What(StrEnum):
    """What came of a press."""

    PLAYED = "played"
    SEALED = "sealed"  # waits until the last answer is in
    LAID = "laid"  # orders or a plan
    TAKEN_BACK = "taken_back"
    STALE = "stale"  # too late: it shows what everybody may know
    DEAD = "dead"  # the seat changed hands, or the match ended long ago: the page for bad links
    REFUSED = "refused"  # with a code and details
    NEEDS_PAGE = "needs_page"  # there are blanks to fill in, or it depends on the hand


class LinkState(StrEnum):
    """The state of a link when somebody only opens it."""

    OPEN = "open"
    DONE = "done"  # it has been done
    CLOSED = "closed"


@dataclass(frozen=True)
class PressResult:
    what: What
    told: str = ""  # what was submitted: a command or orders, as JSON
    code: str = ""
    details: dict[str, Any] | None = None
    first_event: int | None = None
    last_event: int | None = None


@dataclass(frozen=True)
class Press:
    """One press: the door and the time."""

    link: Link
    seat: Seat  # as of now
    told: str
    now: datetime
    door: Door = Door.LINK
    key: str = ""
    address: str = field(default="", repr=False)

    @property
    def name(self) -> QuestionName:
        """Return the link's question; raise Refused if it has none."""
        try:
            return AboutQuestion.parse(self.link.question).name
        except ValueError:
            raise Refused("malformed") from None

    def own_key(self, *more: object) -> str:
        """Make the key of this press: the same for the same link and content."""
        told = "|".join(map(str, (self.link.pk, self.told, *more)))
        return salted_hmac(SALT, told, algorithm="sha256").hexdigest()[:40]


def open_questions(seat: Seat) -> Questions:
    """Return the open questions of a seat's match; raise HistoryBroken or TooNew."""
    if not seat.match.is_running:
        return {}
    _, table = history.load(seat.match)
    return questions(seat.match.rules, table)


def read(told: str) -> dict[str, Any]:
    """Parse a command or orders; raise Refused."""
    try:
        found = msgspec.json.decode(told)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Refused("malformed") from None
    if not isinstance(found, dict):
        raise Refused("malformed")
    return found
