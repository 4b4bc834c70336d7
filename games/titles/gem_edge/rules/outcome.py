"""Who won (GE-12)."""

from __future__ import annotations

from games.rules.kernel.contract import Outcome, SeatResult
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules.pieces import is_finished
from games.titles.gem_edge.rules.state import State


def outcome(state: State) -> Outcome | None:
    """Rank the seats by their points; equal points share a rank."""
    if not state.over:
        return None
    return tuple(
        SeatResult(
            seat=Seat(seat),
            rank=1 + sum(other > points for other in state.points),
            points=points,
            details={"kept": sum(map(is_finished, state.pieces[seat]))},
        )
        for seat, points in enumerate(state.points)
    )
