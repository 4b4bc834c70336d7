"""What one transaction works on: a locked match, where it stands, and every row that is to be written.

Nothing is written before `writer` does it, in one place and one order. So what follows from an act can be
looked at, changed and dropped until then, and the same act always writes the same kinds of rows.
"""

from __future__ import annotations

import hmac
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self, TypeVar

from django.db.models import Model, QuerySet

from games.mail import queue
from games.models import Deadline, Match, Order, Seat, Submission
from games.play import history
from games.play.diff import Questions, label
from games.present import ahead
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import Draft, Table, questions

M = TypeVar("M", bound=Model)


@dataclass
class Step:
    """One thing that was done to the game in this transaction, and the records it made."""

    submission: Submission
    first: int  # its first record, counted within the transaction
    sealed: QuestionName | None = None


@dataclass(repr=False)
class UnwrittenRows:
    """The rows that one transaction will write, beside those that follow from its steps."""

    added: list[Model] = field(default_factory=list)
    changed: dict[Model, set[str]] = field(default_factory=dict)  # by row, the fields
    dropped: list[QuerySet[Any]] = field(default_factory=list)
    notices: list[queue.Notice] = field(default_factory=list)
    stopped: set[str] = field(default_factory=set)  # questions whose clocks stop
    done: list[Deadline] = field(default_factory=list)  # stop too, whatever becomes of their question
    clocks: list[Deadline] = field(default_factory=list)  # that begin to run
    renamed: dict[str, str] = field(default_factory=dict)  # questions that are asked on under another name


@dataclass(repr=False)  # its fields hold what no log and no error email may
class Workspace:
    """One transaction at one match. Where the game stands is there once `loading` has looked."""

    match: Match
    now: datetime
    seats: dict[int, Seat] = field(default_factory=dict)
    rows: UnwrittenRows = field(default_factory=UnwrittenRows)

    # What `loading` brings.
    loaded: Draft[Any, Any] | None = None
    records: history.Records = ()
    before: Table[Any, Any] | None = None  # none yet when a match begins
    secret: bytes = b""
    sealed: dict[QuestionName, Any] = field(default_factory=dict)
    orders: dict[int, Order] = field(default_factory=dict)
    orders_before: dict[int, Order] = field(default_factory=dict)

    # What is done to the game.
    steps: list[Step] = field(default_factory=list)
    went_back: bool = False
    asks_anew: bool = False  # everything that is open: what was asked before counts no more
    relaid: dict[QuestionName, Any] = field(default_factory=dict)  # sealed answers under new names
    disarmed: dict[int, Order] = field(default_factory=dict)  # what is left of orders whose plan was put off
    looked_at: int = 0  # the last event whose moments have been put to the orders

    @classmethod
    def at(cls, match: Match, now: datetime) -> Self:
        """Start work at a locked match: its seats are there, where the game stands isn't loaded yet."""
        return cls(match, now, Seat.objects.at([match])[match.pk])

    @property
    def draft(self) -> Draft[Any, Any]:
        """Give the game as it stands now in this transaction; it must have been loaded."""
        assert self.loaded is not None, "this match isn't loaded"
        return self.loaded

    # --- what is to be written

    def add(self, row: M) -> M:
        """Write a new row."""
        self.rows.added.append(row)
        return row

    def change(self, row: Model, **fields: Any) -> None:
        """Set fields of a row, and write them."""
        for name, value in fields.items():
            setattr(row, name, value)
        self.rows.changed.setdefault(row, set()).update(fields)

    def drop(self, rows: QuerySet[Any]) -> None:
        """Delete rows that are there; what this transaction adds is written afterwards."""
        self.rows.dropped.append(rows)

    def notify(self, kind: str, about: queue.About, seats: Iterable[Seat], **more: Any) -> None:
        """Queue an email to the players of these seats; for one thing each gets one."""
        self.rows.notices += [
            queue.Notice(kind, about, seat, **more) for seat in seats if seat.player_id is not None
        ]

    def lay(self, seat: Seat, orders: Any, door: str, since: int) -> Order:
        """Lay orders for a seat, which count from now on."""
        order = Order(
            match=self.match,
            seat=seat,
            generation=seat.generation,
            content=canonical(orders).decode(),
            since=since,
            door=door,
            at=self.now,
        )
        self.orders[seat.number] = self.add(order)
        return order

    # --- how the game stands

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
        return ahead.reason(mine, order, records, table, shows_hand=not mine.hides_hand) is not None

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
