"""Standing orders that one press saves: beside a question they answer, and where a game suggests them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.present import standing_orders
from games.present.names import Names
from games.present.seat_view import SeatView
from games.rules.kernel.codec import canonical


@dataclass(frozen=True)
class OrderOffered:
    """A change of standing orders in words, and as its form sends it."""

    text: str
    change: str


@dataclass(frozen=True)
class Suggested:
    """Why its reader may want an order now, and the orders to choose from."""

    why: str
    orders: Sequence[OrderOffered]


def offered_orders(names: Names, changes: Iterable[Mapping[str, Any]]) -> list[OrderOffered]:
    """Put changes of orders into words."""
    return [
        OrderOffered(standing_orders.describe_change(names, change), canonical(change).decode())
        for change in changes
    ]


def suggestions(seat_view: SeatView) -> list[Suggested]:
    """List the orders that the game suggests to this seat now; they could tell what is in its hand."""
    if not seat_view.shows_hand or not seat_view.match.is_running:
        return []
    suggested = seat_view.match.rules.automation.suggested(seat_view.view, seat_view.orders)
    names = seat_view.names
    return [Suggested(names.said(one.says), offered_orders(names, one.ways)) for one in suggested]


def read_change(text: str) -> dict[str, Any] | None:
    """Read a change that was sent; None if it is none."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None
