"""What one transaction works on: a locked match, its state, and every row to be written.

Only `writer` writes, in one place and one order. Until then, what follows from an action can be inspected,
changed and dropped, and the same action always writes the same kinds of rows.
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
from games.present.saved_plan import SavedPlan
from games.rules.guided_match import robot_dice
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
    """The rows that one transaction will write, besides those that follow from its steps."""

    added: list[Model] = field(default_factory=list)
    changed: dict[Model, set[str]] = field(default_factory=dict)  # row -> changed fields
    dropped: list[QuerySet[Any]] = field(default_factory=list)
    notices: list[queue.Notice] = field(default_factory=list)
    stopped: set[str] = field(default_factory=set)  # questions whose clocks stop
    done: list[Deadline] = field(default_factory=list)  # these stop too, whatever happens to their question
    clocks: list[Deadline] = field(default_factory=list)  # new ones
    renamed: dict[str, str] = field(default_factory=dict)  # questions that go on under a new name


@dataclass(repr=False)  # its fields hold secrets that no log or error email may show
class Workspace:
    """One transaction on one match. The state of the game is there once `loading` has filled it in."""

    match: Match
    now: datetime
    seats: dict[int, Seat] = field(default_factory=dict)
    rows: UnwrittenRows = field(default_factory=UnwrittenRows)

    # Filled in by `loading`.
    loaded: Draft[Any, Any] | None = None
    records: history.Records = ()
    before: Table[Any, Any] | None = None  # None when a match begins
    secret: bytes = b""
    sealed: dict[QuestionName, Any] = field(default_factory=dict)
    orders: dict[int, Order] = field(default_factory=dict)
    orders_before: dict[int, Order] = field(default_factory=dict)

    # Changed by `actions` and what follows them.
    steps: list[Step] = field(default_factory=list)
    went_back: bool = False
    asks_anew: bool = False  # ask all open questions again
    relaid: dict[QuestionName, Any] = field(default_factory=dict)  # sealed answers under new names
    disarmed: dict[int, Order] = field(default_factory=dict)  # what is left of orders whose plan was dropped
    looked_at: int = 0  # the last event whose moments have been put to the orders; new orders begin anew

    @classmethod
    def at(cls, match: Match, now: datetime) -> Self:
        """Start work on a locked match with its seats; the state of the game isn't loaded yet."""
        return cls(match, now, Seat.objects.at([match])[match.pk])

    @property
    def draft(self) -> Draft[Any, Any]:
        """Return the game as it is now in this transaction; it must have been loaded."""
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
        """Delete existing rows; what this transaction adds is written afterwards."""
        self.rows.dropped.append(rows)

    def notify(self, kind: str, about: queue.About, seats: Iterable[Seat], **more: Any) -> None:
        """Queue an email to the players of these seats; each gets one for the same thing."""
        self.rows.notices += [
            queue.Notice(kind, about, seat, **more) for seat in seats if seat.player_id is not None
        ]

    def lay(self, seat: Seat, orders: Any, door: str, since: int) -> Order:
        """Lay orders for a seat; they count from now on."""
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
        """List the questions that may be answered now, by name."""
        return questions(self.rules, self.draft.table)

    def questions_before(self) -> Questions:
        return questions(self.rules, self.before) if self.before else {}

    def awaits(self, name: QuestionName, question: Question) -> bool:
        """Tell whether play waits for this question and has no sealed answer to it."""
        timed_out = self.draft.table.is_timed_out(question)
        return question.awaited and name not in self.sealed and not timed_out

    def waited_for(self) -> list[int]:
        """List the seats that play waits for."""
        return sorted({name.seat for name, one in self.questions().items() if self.awaits(name, one)})

    def silence(self, question: Question) -> Any:
        return self.rules.core.silence(self.draft.state, question)

    def view(self, seat: int) -> Any:
        return self.rules.core.view(self.draft.state, SeatNumber(seat))

    def since(self, seat: int) -> list[Seen]:
        """List what a seat has seen since it laid its orders, in this transaction too."""
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
        """Tell whether the same plan was already sure to ask when this transaction began."""
        order = self.orders_before.get(seat)
        if self.before is None or order is None or order is not self.orders[seat]:
            return False
        return self._stops(order, seat, self.records, self.before)

    def _stops(self, order: Order, seat: int, records: history.Records, table: Table[Any, Any]) -> bool:
        mine = self.seats[seat]
        plan = SavedPlan.of(mine, order, records, table, shows_hand=not mine.hides_hand)
        return plan.will_stop() is not None

    def orders_of(self, seat: int) -> Any:
        """Return a seat's orders as the game's own record, or the game's defaults if it has laid none."""
        order = self.orders.get(seat)
        return codec(self.rules).orders(order.content) if order else self.rules.automation.orders()

    def robot_dice(self) -> random.Random:
        """Make separate dice for a robot: it must never use those of the match."""
        return robot_dice(self.secret, self.draft.number)

    def own_key(self, *parts: object) -> str:
        """Make a submission key for what the program itself does: the same occasion, the same key.

        Nobody outside can guess it, so nobody can use it up first.
        """
        return hmac.digest(self.secret, "|".join(map(str, ("key", *parts))).encode(), "sha256").hex()[:40]

    def key_for(self, occasion: str, name: QuestionName) -> str:
        """Make the key of an answer that no player gives in person; each new player of a seat gets another.

        A sealed answer from before doesn't bind the next player, who is asked the same question again.
        """
        return self.own_key(occasion, label(name), self.seats[name.seat].generation)

    def remember(self) -> None:
        """Cache the table for the next request; call this only after the commit."""
        history.memo.put(self.match, (*self.records, *self.draft.records), self.draft.table)
