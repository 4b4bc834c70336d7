"""What a game says of a draw, so that luck can be counted."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.rules.kernel.chance import ONCE
from games.rules.kernel.seats import Seat


class Fortune(msgspec.Struct, frozen=True):
    """For whom an event draws from an urn, and the points that each thing in it would be worth.

    What has no worth in points can be counted: how often each thing came, against how often it should have.
    `urn`: ONCE if the event fills an urn of its own. `loser`: who loses what `seat` gets.
    """

    seat: Seat
    urn: str = ONCE
    worth: Mapping[str, float] = {}
    is_counted: bool = False
    loser: Seat | None = None
