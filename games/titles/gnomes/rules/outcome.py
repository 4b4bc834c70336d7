"""Who won (GN-21, GN-22)."""

from __future__ import annotations

from games.rules.kernel.contract import Outcome, SeatResult
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import DWARVES, MONSTER_POINTS, SECRET_POINTS
from games.titles.gnomes.rules.state import State


def outcome(state: State) -> Outcome | None:
    """Rank the seats by points, then by the size of the kingdom, then by dwarves on the table."""
    if not state.over:
        return None
    sources = [points_of(state, seat) for seat in range(len(state.order))]
    scores = [(sum(one.values()), *tie_break(state, seat)) for seat, one in enumerate(sources)]
    return tuple(
        SeatResult(
            seat=Seat(seat),
            rank=1 + sum(other > score for other in scores),
            points=score[0],
            details={**sources[seat], "size": score[1], "dwarves": score[2]},
        )
        for seat, score in enumerate(scores)
    )


def points_of(state: State, seat: int) -> dict[str, int]:
    """Count the points of a seat by where they come from."""
    area = state.land.area_of(Seat(seat))
    return {
        "goals": sum(state.tables.goals[goal] for goal in state.bought[seat]),
        "secret": SECRET_POINTS * state.shown[seat],
        "monsters": MONSTER_POINTS * len(state.slain[seat]),
        "gems": sum(state.tables.points[gem] * count for gem, count in state.gems[seat].items()),
        "kingdom": 0 if area is None else state.land.worth(area),
    }


def tie_break(state: State, seat: int) -> tuple[int, int]:
    """Give what decides between equal points: top cards of the kingdom, then dwarves on the table."""
    area = state.land.area_of(Seat(seat))
    return (0 if area is None else len(area.places)), DWARVES - state.supply[seat]
