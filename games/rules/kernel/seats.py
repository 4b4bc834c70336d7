"""Who sits at the table, and who may look at it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NewType

#: A seat's number is its place in joining, for ever; clockwise order is a fact of the game.
Seat = NewType("Seat", int)
EventNumber = NewType("EventNumber", int)


class Onlooker(Enum):
    """A reader who holds no seat."""

    PUBLIC = "public"
    AFTERWARDS = "afterwards"  # everybody, once the match is over


PUBLIC: Final = Onlooker.PUBLIC
AFTERWARDS: Final = Onlooker.AFTERWARDS
Reader = Seat | Onlooker


def may_read(reader: Reader, owner: Seat) -> bool:
    """Tell whether what only `owner` knows is open to `reader`."""
    return reader == owner or reader is AFTERWARDS


def clockwise_from(order: Sequence[Seat], seat: Seat) -> list[Seat]:
    """List the seats after `seat`, clockwise, and `seat` itself last."""
    place = order.index(seat) + 1
    return [*order[place:], *order[:place]]
