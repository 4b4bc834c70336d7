"""What a page needs to know of a match that one sits at; every look costs the same, whatever is hidden.

Emails and the pages behind their links sit there as an onlooker when their player keeps the hand out of them:
view, choices, silence, plan and story are an onlooker's then, so nobody who writes one has to think of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec

from games.models import (
    Match,
    MatchStatus,
    Order,
    Outcome,
    SealedAnswer,
    Seat,
    Submission,
)
from games.play import history
from games.play.diff import Questions, label
from games.present import ahead
from games.present.match_view import Looking, loaded
from games.present.story import Telling
from games.rules.kernel.codec import codec
from games.rules.kernel.events import Command
from games.rules.kernel.questions import Choices, Question
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import questions
from games.rules.kernel.telling import Seen

#: What has no table to look at.
WITHOUT_TABLE = frozenset({MatchStatus.LOBBY, MatchStatus.QUARANTINED})


@dataclass(repr=False)  # its fields hold what no log and no error email may
class Sitting(Looking):
    """A seat with the table in front of it, as of one moment."""

    seat: Seat
    now: datetime
    records: history.Records
    table: Any
    shows_hand: bool = True

    @classmethod
    def of(cls, seat: Seat, now: datetime) -> Sitting:
        """Load what a seat sits at, for its player's eyes; raise HistoryBroken or TooNew."""
        return cls(seat, now, *loaded(seat.match))

    @classmethod
    def by_mail(cls, seat: Seat, now: datetime) -> Sitting:
        """Load it for whoever holds an email to that seat; raise HistoryBroken or TooNew."""
        return cls(seat, now, *loaded(seat.match), shows_hand=not seat.hides_hand)

    @property
    def match(self) -> Match:
        return self.seat.match

    @property
    def number(self) -> SeatNumber:
        return SeatNumber(self.seat.number)

    @cached_property
    def telling(self) -> Telling:
        """Tell what happened as this seat may know it, or once it is over as everybody may."""
        return Telling(self.match.rules, self.records, self.table, self.reader_of, self.names)

    def reader_of(self, number: int) -> Reader:
        """Say as whom an event is read; afterwards as everybody, whoever had the seat when it happened."""
        if self.is_over:
            return AFTERWARDS
        return self.seat.reader_of(number) if self.shows_hand else PUBLIC

    @property
    def reader(self) -> Reader:
        """Say as whom the table is seen; once it is over nothing is hidden any more."""
        if self.is_over:
            return AFTERWARDS
        return self.number if self.shows_hand else PUBLIC

    @cached_property
    def view(self) -> Any:
        """Show the table as whoever looks may see it."""
        return self.match.rules.core.view(self.table.state, self.reader)

    @cached_property
    def public_view(self) -> Any:
        """Show the table as an onlooker sees it."""
        return self.match.rules.core.view(self.table.state, PUBLIC)

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
        return question.awaited or question.kind not in self.match.rules.core.moments

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

    def choices(self, question: Question) -> Choices:
        """List what may be answered here: whoever looks at the hand needs nothing "if I hold it"."""
        rules = self.match.rules
        if not self.shows_hand:
            return rules.secrecy.public_choices(self.public_view, question)
        found = next((one.choices for one in self.view.asked if one.question == question), ())
        return tuple(choice for choice in found if choice.command not in rules.secrecy.if_held)

    def silence(self, question: Question) -> dict[str, Any] | None:
        """Say what is done for this seat when its time is up; without the hand, if anybody could tell."""
        rules = self.match.rules
        if self.shows_hand:
            return _spelled_out(rules.core.silence(self.table.state, question))
        return _spelled_out(rules.secrecy.public_silence(self.public_view, question))

    def late(self, question: Question) -> dict[str, Any] | None:
        """Say what this seat's plan does once it has asked and its own hours are over, if anything."""
        if not self.shows_hand:
            return None
        rules = self.match.rules
        return _spelled_out(rules.automation.answer(self.view, question, self.orders, self.since, True))

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
        rules = self.match.rules
        orders = codec(rules).orders(order.content)
        own = rules.core.view(self.table.state, self.number)  # which orders are left is never told
        return rules.automation.left(own, orders, self.since) if self.match.is_running else orders

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
        return self.match.rules.automation.orders() if self.laid is None else self.laid

    def ahead(self) -> str | None:
        """Say why this seat's plan is sure to ask at its next turn."""
        order = self.last_order
        if order is None or not self.match.is_running:
            return None
        return ahead.reason(self.seat, order, self.records, self.table, shows_hand=self.shows_hand)

    @cached_property
    def last_move(self) -> int:
        """Give the number of the last event this seat's own move made."""
        moves = Submission.objects.filter(match=self.match, seat=self.seat, outcome=Outcome.PLAYED)
        numbers = (
            moves.filter(last_event__gt=self.seat.since).order_by("-pk").values_list("last_event", flat=True)
        )
        return numbers.first() or 0


def _spelled_out(command: Command | None) -> dict[str, Any] | None:
    return None if command is None else msgspec.to_builtins(command)
