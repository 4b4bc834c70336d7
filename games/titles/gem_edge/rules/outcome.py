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
            details=kept(state, Seat(seat)),
        )
        for seat, points in enumerate(state.points)
    )


def kept(state: State, seat: Seat) -> dict[str, int | tuple[int, ...]]:
    """Count the ornaments that a seat has finished and not handed in, if there are any."""
    count = sum(map(is_finished, state.pieces[seat]))
    return {"kept": count} if count else {}
