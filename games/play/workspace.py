"""What one transaction works on: a locked match, its state, and what is to be written."""

from __future__ import annotations

import hmac
import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.mail import links
from games.models import Deadline, Match, Order, Outbox, Seat, Submission
from games.play import history
from games.play.diff import Questions, label
from games.present import ahead
from games.rules.kernel.codec import codec
from games.rules.kernel.draft import Draft
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import Table, questions
from games.rules.kernel.telling import Seen


@dataclass
class Step:
    """One answer that was given in this transaction, and the records it made."""

    submission: Submission
    first: int  # its first record, counted within the transaction
    sealed: QuestionName | None = None


@dataclass(repr=False)  # its fields hold what no log and no error email may
class Workspace:
    """Everything one transaction needs, and what it has to write.

    It is loaded by `loading`, worked on by `moves`, and written down by `writer`.
    """

    match: Match
    now: datetime
    records: history.Records
    before: Table[Any, Any] | None  # none yet when a match begins
    draft: Draft[Any, Any]
    seats: dict[int, Seat]
    secret: bytes
    sealed: dict[QuestionName, Any]
    orders: dict[int, Order]
    orders_before: dict[int, Order] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    went_back: bool = False
    asks_anew: bool = False  # everything that is open: what was asked before counts no more
    relaid: dict[QuestionName, Any] = field(default_factory=dict)  # sealed answers under new names
    changed_seats: list[Seat] = field(default_factory=list)
    stopped: set[str] = field(default_factory=set)  # questions whose clocks stop
    done: list[Deadline] = field(default_factory=list)  # stop too, whatever becomes of their question
    clocks: list[Deadline] = field(default_factory=list)
    mails: list[Outbox] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)  # questions that are asked on under another name
    disarmed: dict[int, Order] = field(default_factory=dict)  # what lies there now that a plan was put off
    looked_at: int = 0  # the last event whose moments have been put to the orders

    @property
    def rules(self) -> Any:
        return self.match.rules

    def questions(self) -> Questions:
        """Name everything that may be answered now."""
        return questions(self.rules, self.draft.table)

    def questions_before(self) -> Questions:
        return questions(self.rules, self.before) if self.before else {}

    def awaits(self, name: QuestionName, question: Question) -> bool:
        """Tell whether somebody waits for this and no answer lies sealed."""
        timed_out = self.draft.table.is_timed_out(question)
        return question.awaited and name not in self.sealed and not timed_out

    def waited_for(self) -> list[int]:
        """List the seats somebody waits for."""
        return sorted({name.seat for name, one in self.questions().items() if self.awaits(name, one)})

    def silence(self, question: Question) -> Any:
        return self.rules.core.silence(self.draft.state, question)

    def view(self, seat: int) -> Any:
        return self.rules.core.view(self.draft.state, SeatNumber(seat))

    def since(self, seat: int) -> list[Seen]:
        """Tell what a seat has seen since it laid its orders, in this transaction too."""
        order = self.orders.get(seat)
        if order is None:
            return []
        records, options = (*self.records, *self.draft.records), self.draft.table.options
        return order.seen_since(self.rules, records, SeatNumber(seat), options)

    def will_stop(self, seat: int) -> bool:
        """Tell whether a seat's plan is sure to ask at its owner's next turn."""
        records = (*self.records, *self.draft.records)
        return self._stops(self.orders[seat], seat, records, self.draft.table)

    def would_stop(self, seat: int) -> bool:
        """Tell whether the same plan was sure to ask already when this transaction began."""
        order = self.orders_before.get(seat)
        if self.before is None or order is None or order is not self.orders[seat]:
            return False
        return self._stops(order, seat, self.records, self.before)

    def _stops(self, order: Order, seat: int, records: history.Records, table: Table[Any, Any]) -> bool:
        mine = self.seats[seat]
        return ahead.reason(mine, order, records, table, shows_hand=not links.hides_hand(mine)) is not None

    def orders_of(self, seat: int) -> Any:
        """Give a seat's orders as the game's own record: where none are laid, the game's defaults."""
        order = self.orders.get(seat)
        return codec(self.rules).orders(order.content) if order else self.rules.automation.orders()

    def robot_dice(self) -> random.Random:
        """Give a robot dice of its own: they must never touch the match's."""
        stream = hmac.digest(self.secret, b"robot" + self.draft.number.to_bytes(8, "big"), "sha256")
        return random.Random(stream)

    def own_key(self, *parts: object) -> str:
        """Make a submission key for what the program itself does: the same occasion, the same key.

        Nobody outside can guess one, and so answer to it first.
        """
        return hmac.digest(self.secret, "|".join(map(str, ("key", *parts))).encode(), "sha256").hex()[:40]

    def key_for(self, occasion: str, name: QuestionName) -> str:
        """Make the key of an answer nobody gives in person, once for each who holds the seat.

        What lay sealed for one of them binds none who come after: to them the same is asked once more.
        """
        return self.own_key(occasion, label(name), self.seats[name.seat].generation)

    def remember(self) -> None:
        """Keep the table for the next who asks; only once it is committed."""
        history.memo.put(self.match, (*self.records, *self.draft.records), self.draft.table)
