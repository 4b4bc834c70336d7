"""What a page needs to know of a match that one sits at; every look costs the same, whatever is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from games import history
from games.follow_ups import Questions, label
from games.models import (
    Match,
    MatchStatus,
    Order,
    Outcome,
    SealedAnswer,
    Seat,
    Submission,
)
from games.readers.looking import Looking, loaded
from games.readers.story import Telling
from games.rules.kernel.codec import codec
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import AFTERWARDS, Reader
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import questions
from games.rules.kernel.telling import Seen

#: What has no table to look at.
WITHOUT_TABLE = frozenset({MatchStatus.LOBBY, MatchStatus.QUARANTINED})


@dataclass(repr=False)  # its fields hold what no log and no error mail may
class Sitting(Looking):
    """A seat with the table in front of it, as of one moment."""

    seat: Seat
    now: datetime
    records: history.Records
    table: Any

    @classmethod
    def of(cls, seat: Seat, now: datetime) -> Sitting:
        """Load what a seat sits at; raise HistoryBroken or TooNew."""
        return cls(seat, now, *loaded(seat.match))

    @property
    def match(self) -> Match:
        return self.seat.match

    @property
    def number(self) -> SeatNumber:
        return SeatNumber(self.seat.number)

    @cached_property
    def telling(self) -> Telling:
        """Tell what happened as this seat may know it, or once it is over as everybody may."""
        reader_of = self.everybody if self.is_over else self.seat.reader_of
        return Telling(self.match.rules, self.records, self.table, reader_of, self.names)

    def everybody(self, _: int) -> Reader:
        """Say as whom an event is read afterwards, whoever had the seat when it happened."""
        return AFTERWARDS

    @cached_property
    def view(self) -> Any:
        """Show the table as this seat may see it; once it is over nothing is hidden any more."""
        return self.match.rules.view(self.table.state, AFTERWARDS if self.is_over else self.number)

    @cached_property
    def mine(self) -> Questions:
        """Name what this seat may answer now, what somebody waits for first."""
        if not self.match.is_running:
            return {}
        found = questions(self.match.rules, self.table)
        here = {name: one for name, one in found.items() if name.seat == self.number and self.may_answer(one)}
        live = {name: one for name, one in here.items() if not self.table.is_timed_out(one)}
        return dict(sorted(live.items(), key=lambda item: (not item[1].awaited, item[0])))

    def may_answer(self, question: Question) -> bool:
        """Tell whether a person may: what is put to orders alone nobody waits for."""
        return question.awaited or question.kind not in self.match.rules.moments

    @cached_property
    def sealed(self) -> dict[str, dict[str, Any]]:
        """Give this seat's own answers that lie sealed."""
        rows = SealedAnswer.objects.filter(
            match=self.match,
            seat=self.seat,
            generation=self.seat.generation,
            question__in=[label(name) for name in self.mine],
        )
        return {row.question: msgspec.json.decode(row.command) for row in rows.order_by("pk")}

    def silence(self, question: Question) -> dict[str, Any]:
        """Say what is done for this seat when its time is up."""
        command: dict[str, Any] = msgspec.to_builtins(self.match.rules.silence(self.table.state, question))
        return command

    def late(self, question: Question) -> dict[str, Any] | None:
        """Say what this seat's plan does once it has asked and its own hours are over, if anything."""
        command = self.match.rules.answer(self.view, question, self.orders, self.since, True)
        return None if command is None else msgspec.to_builtins(command)

    @cached_property
    def last_order(self) -> Order | None:
        rows = Order.objects.filter(match=self.match, seat=self.seat, generation=self.seat.generation)
        return rows.order_by("pk").last()

    @cached_property
    def laid(self) -> Any | None:
        """Give what is left of the orders this seat has laid, if it has laid any."""
        order = self.last_order
        if order is None:
            return None
        orders = codec(self.match.rules).orders(order.content)
        return self.match.rules.left(self.view, orders, self.since) if self.match.is_running else orders

    @cached_property
    def since(self) -> list[Seen]:
        """Tell what this seat has seen since it laid its orders."""
        order = self.last_order
        return (
            order.seen_since(self.match.rules, self.records, self.number, self.table.options) if order else []
        )

    @property
    def orders(self) -> Any:
        """Give the orders that answer for this seat: the game's own defaults when none are laid."""
        return self.match.rules.orders() if self.laid is None else self.laid

    def ahead(self) -> str | None:
        """Say why this seat's plan is sure to ask at its next turn."""
        if self.last_order is None or not self.match.is_running:
            return None
        reason: str | None = self.match.rules.ahead(self.view, self.orders, self.since)
        return reason

    @cached_property
    def last_move(self) -> int:
        """Give the number of the last event this seat's own move made."""
        moves = Submission.objects.filter(match=self.match, seat=self.seat, outcome=Outcome.PLAYED)
        numbers = (
            moves.filter(last_event__gt=self.seat.since).order_by("-pk").values_list("last_event", flat=True)
        )
        return numbers.first() or 0
