"""The gems that everybody knows a hand to hold, whatever thieves took out of it unseen."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.state import State


def give_away(state: State, seat: Seat, gems: Mapping[str, int]) -> None:
    """Take gems that left a hand openly from those it surely holds."""
    held = state.sure[seat]
    left = {gem: held[gem] - gems.get(gem, 0) for gem in held}
    state.sure[seat] = {gem: count for gem, count in left.items() if count > 0}


def lose_one(state: State, seat: Seat) -> None:
    """Doubt one gem of each kind: a thief took one of them, and few know which."""
    give_away(state, seat, dict.fromkeys(state.sure[seat], 1))
