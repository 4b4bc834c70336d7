"""The plans a player can save with one press: their own one taken further, and the ready-made ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from games.present.names import readable
from games.present.seat_view import SeatView

#: The key of a player's own plan, taken further.
FURTHER: Final = "further"


@dataclass(frozen=True)
class PlanOffered:
    key: str
    text: str
    orders: Any


def plans_offered(seat_view: SeatView) -> list[PlanOffered]:
    """List the plans with the orders each would save."""
    return [*_further(seat_view), *_ready_made(seat_view)]


def orders_of(seat_view: SeatView, key: str) -> Any | None:
    """Return the orders a plan would save; None if it isn't offered."""
    return next((one.orders for one in plans_offered(seat_view) if one.key == key), None)


def further_plan(seat_view: SeatView, orders: Any) -> PlanOffered | None:
    """Return the player's plan taken further, if that is what these orders are."""
    return next((one for one in _further(seat_view) if one.orders == orders), None)


def _further(seat_view: SeatView) -> Iterator[PlanOffered]:
    """Offer the plan that goes on past what stops it; how far could tell what is in the hand."""
    if not seat_view.shows_hand or seat_view.remaining_orders is None or not seat_view.match.is_running:
        return
    further = seat_view.match.rules.automation.further
    found = further(seat_view.view, seat_view.remaining_orders, seat_view.since)
    if found is not None:
        yield PlanOffered(FURTHER, seat_view.names.said(found.says), found.orders)


def _ready_made(seat_view: SeatView) -> Iterator[PlanOffered]:
    for key, lay in seat_view.match.rules.automation.ready_made.items():
        text = seat_view.names.word(f"plan.{key}", otherwise=readable(key))
        yield PlanOffered(key, text, lay(seat_view.remaining_orders))
