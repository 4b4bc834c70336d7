"""Why a plan is sure to stop at its owner's next turn, why it has stopped, and what it does next.

The reason is given either as the owner knows it or as anybody could work it out. Players who keep their hand
out of emails get the second: even that the email was sent could show what the plan found in the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.models import Order, Seat
from games.rules.kernel.codec import codec
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import PUBLIC
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import Table


@dataclass(frozen=True, repr=False)  # its view holds hidden cards
class SavedPlan:
    """The orders of a seat, and what their reader has seen since they were saved."""

    rules: AnyRules
    number: SeatNumber
    view: Any
    orders: Any
    since: Sequence[Seen]
    is_open: bool  # read by the owner, hand and all

    @classmethod
    def of(
        cls,
        seat: Seat,
        order: Order,
        records: Sequence[Record[Any]],
        table: Table[Any, Any],
        *,
        shows_hand: bool,
    ) -> SavedPlan:
        rules, number = seat.match.rules, SeatNumber(seat.number)
        reader = number if shows_hand else PUBLIC
        return cls(
            rules,
            number,
            rules.core.view(table.state, reader),
            codec(rules).orders(order.content),
            order.seen_since(rules, records, reader, table.options),
            shows_hand,
        )

    def will_stop(self) -> str | None:
        """Return the key of the game's sentence for why it will ask, or None if nothing is certain."""
        if self.is_open:
            return self.rules.automation.ahead(self.view, self.orders, self.since)
        return self.rules.secrecy.public_ahead(self.view, self.number, self.orders, self.since)

    def has_stopped(self, question: Question) -> str | None:
        """Return the key of the game's words for why it left a question to its owner, or None."""
        told = self.rules.automation.stopped if self.is_open else self.rules.secrecy.public_stopped
        return told(self.view, question, self.orders, self.since)

    def next_move(self) -> dict[str, Any] | None:
        """Return what it would do now if its owner had the turn; only to the owner."""
        if not self.is_open:
            return None
        found = self.rules.automation.planned(self.view, self.orders, self.since)
        return None if found is None else msgspec.to_builtins(found)
