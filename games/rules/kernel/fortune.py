"""What a game says of a draw, so that luck can be counted."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.rules.kernel.seats import Seat


class Fortune(msgspec.Struct, frozen=True):
    """For whom an event draws from an urn, and the points that each thing in it would be worth."""

    seat: Seat
    urn: str
    worth: Mapping[str, float]
