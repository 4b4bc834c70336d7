"""Seats, and the readers of a match."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NewType

#: Seats are numbered in the order of joining, for good; the order round the table is a fact of the game.
Seat = NewType("Seat", int)
EventNumber = NewType("EventNumber", int)


class Onlooker(Enum):
    """A reader without a seat."""

    PUBLIC = "public"
    AFTERWARDS = "afterwards"  # everybody, once the match is over


PUBLIC: Final = Onlooker.PUBLIC
AFTERWARDS: Final = Onlooker.AFTERWARDS
Reader = Seat | Onlooker


def may_read(reader: Reader, owner: Seat) -> bool:
    """Tell whether `reader` may see what only `owner` knows."""
    return reader == owner or reader is AFTERWARDS


def clockwise_from(order: Sequence[Seat], seat: Seat) -> list[Seat]:
    """List the seats after `seat`, clockwise, and `seat` itself last."""
    place = order.index(seat) + 1
    return [*order[place:], *order[:place]]
