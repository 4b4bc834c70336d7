"""The end of a match: who won and why, and the moments that turned it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.present.match_view import MatchView
from games.present.names import Names
from games.present.seat_view import SeatView
from games.rules.kernel.ceremony import biggest, finish
from games.rules.kernel.contract import Outcome
from games.rules.kernel.fold import before_each


@dataclass(frozen=True)
class TurningPoint:
    text: str
    line: int  # of the story, counted from one; 0 if no line tells of it
    from_the_end: int  # so many lines have to be shown for it to be among them


def headline(match_view: MatchView) -> str:
    """Say who won and why; "" while the match is played."""
    outcome = outcome_of(match_view)
    return said_of(outcome, match_view.names) if outcome else ""


def outcome_of(match_view: MatchView) -> Outcome:
    """Give the result of a match that is over, else nothing."""
    found = match_view.match.rules.core.outcome(match_view.table.state) if match_view.is_over else None
    return found or ()


def said_of(outcome: Outcome, names: Names) -> str:
    return names.said(names.rules.text.ending(finish(outcome)))


def turning_points(seat_view: SeatView) -> list[TurningPoint]:
    """List the biggest moments of a match that is over, for its players: all is open to them then."""
    if not seat_view.is_over:
        return []
    weigh: Callable[[Any, Any], Any] = seat_view.match.rules.text.moment
    weighed = [
        (record.number, moment)
        for record, before in before_each(seat_view.match.rules, seat_view.records)
        if (moment := weigh(before.state, record.event))
    ]
    lines = seat_view.story.lines
    places = {line.number: place for place, line in enumerate(lines, 1)}
    return [
        TurningPoint(
            seat_view.names.said(moment.message), places.get(at, 0), len(lines) - places.get(at, 0) + 1
        )
        for at, moment in biggest(weighed)
    ]
