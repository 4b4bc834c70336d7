"""Who won (QC-20, QC-21)."""

from __future__ import annotations

from games.rules.kernel.contract import Outcome, SeatResult
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules.line import SET, Gems, joined, points
from games.titles.quartz_cards.rules.state import State


def outcome(state: State) -> Outcome | None:
    """Rank the seats by points, then by cards of the lowest value, the next, and so on."""
    if not state.over:
        return None
    lots = [joined(state.columns[seat], state.chests[seat]) for seat in range(len(state.order))]
    scores = [(points(lot, state.values), cards_by_value(lot, state.values)) for lot in lots]
    return tuple(
        SeatResult(
            seat=Seat(seat),
            rank=1 + sum(other > score for other in scores),
            points=score[0],
            details=details(lots[seat]),
        )
        for seat, score in enumerate(scores)
    )


def cards_by_value(lot: Gems, values: dict[str, int]) -> tuple[int, ...]:
    """Count cards of each value there is, the lowest value first."""
    return tuple(
        sum(count for gem, count in lot.items() if values[gem] == value)
        for value in sorted({*values.values()})
    )


def details(lot: Gems) -> dict[str, int | tuple[int, ...]]:
    return {"cards": sum(lot.values()), "sets": sum(count // SET for count in lot.values())}
