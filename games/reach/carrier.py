"""What a channel must do to carry notices, and the channels there are.

To add a channel, give it a member of `games.models.Channel`, a class with the functions of `Carrier`,
and a line in `CARRIERS` in `games/reach/carriers.py`. It gets the rest from the pipe: rows that nobody
loses, one process at a time, a second check that the notice is still true, four tries with pauses, a record.

A notice is a row of the outbox. When it is due, `fan_out` calls `targets` of each carrier, once, and writes a
`Dispatch` for each target found. `send` later claims the dispatch and calls, one after the other,

- `pack`, which may read the database and writes down all that is to be sent, in a function of no arguments;
- that function, in a thread of its own, which must not touch the database, and takes `TIME_LIMIT` at most;
- `settle`, which may write to the database what the channel itself wants to keep of the answer.

What the function raises counts as a failed try too. Its class is recorded and never its text, which may
contain an address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Protocol

from games.models import Dispatch, Outbox, Player

#: A target that hangs holds up what is due after it for this long at most.
TIME_LIMIT = 5.0  # seconds


@dataclass(frozen=True)
class Target:
    """Something that one channel can send to.

    `number` is its primary key. A personal target is its player's own: it gets only what its player chose for
    the channel, at no quiet hour, and stands in for the email. Others, say the chat of a match, get what the
    carrier finds for them, whatever the player's settings are. A target hears the same `reason` once: give
    one if the notices of several seats mean the same to it.
    """

    number: int
    is_personal: bool
    reason: str = ""  # "": each notice is a reason of its own


class Answer(Enum):
    """What came of sending."""

    ACCEPTED = auto()
    GONE = auto()  # there is no such target any more, and never will be
    REFUSED = auto()  # it will not take this one, however often we try
    FAILED = auto()  # another try may succeed
    LATER = auto()  # it takes nothing for a while; that isn't a failed try


@dataclass(frozen=True)
class CarrierOutcome:
    """What came of sending, and what to remember of it."""

    answer: Answer
    receipt: str = ""  # what the other side calls the message, kept in the dispatch to change it later
    error: str = ""  # a word for what went wrong, which anybody may read
    pause: timedelta = timedelta(minutes=1)  # how long it takes nothing, if it says LATER


Errand = Callable[[], CarrierOutcome]


class Carrier(Protocol):
    """One channel."""

    def targets(self, notice: Outbox, reader: Player | None) -> Iterable[Target]:
        """Find where a notice goes. `notice.match` and `notice.seat` are loaded.

        The number of queries may not depend on what is found. There is no reader if nobody has an account.
        """

    def is_used_by(self, player: Player) -> bool:
        """Tell whether a player has a target of their own, so that there is something to choose."""

    def pack(self, dispatch: Dispatch, now: datetime) -> Errand | None:
        """Prepare to send; return None if the target is gone. `dispatch.notice` is loaded with all of it."""

    def settle(self, dispatch: Dispatch, outcome: CarrierOutcome, now: datetime) -> None:
        """Keep what the target needs to know of a try, which is recorded already."""
