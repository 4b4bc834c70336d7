"""Why a plan is sure to stop and ask at its owner's next turn.

The reason is given either as the owner knows it or as anybody could work it out. Players who keep their hand
out of emails get the second: even that the email was sent could show what the plan found in the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.models import Order, Seat
from games.rules.kernel.codec import codec
from games.rules.kernel.events import Record
from games.rules.kernel.seats import PUBLIC
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import Table


def reason(
    seat: Seat, order: Order, records: Sequence[Record[Any]], table: Table[Any, Any], *, shows_hand: bool
) -> str | None:
    """Return the key of the game's sentence for the reason, or None if nothing is certain."""
    rules, number = seat.match.rules, SeatNumber(seat.number)
    reader = number if shows_hand else PUBLIC
    view, since = (
        rules.core.view(table.state, reader),
        order.seen_since(rules, records, reader, table.options),
    )
    orders = codec(rules).orders(order.content)
    if shows_hand:
        return rules.automation.ahead(view, orders, since)
    return rules.secrecy.public_ahead(view, number, orders, since)
