"""Who won, and where everybody's coins came from (QZ-50 to QZ-52)."""

from __future__ import annotations

from games.rules.kernel.contract import Outcome, SeatResult
from games.rules.kernel.seats import Seat
from games.titles.quartz.rules.state import State


def outcome(state: State) -> Outcome | None:
    """Rank the seats by coins, then by coins for cards; None while the match runs."""
    if not state.over:
        return None
    scores = [(state.coins[seat], state.ledgers[seat].cards) for seat in range(len(state.order))]
    return tuple(
        SeatResult(
            seat=Seat(seat),
            rank=1 + sum(other > score for other in scores),
            points=score[0],
            details=details(state, seat),
        )
        for seat, score in enumerate(scores)
    )


def details(state: State, seat: int) -> dict[str, int | tuple[int, ...]]:
    ledger = state.ledgers[seat]
    return {
        "days": ledger.days,
        "bravery": ledger.bravery,
        "cards": ledger.cards,
        "token": ledger.token,
        "accidents": ledger.accidents,
    }
