"""What each transaction of the door begins and ends with, whoever has opened it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games import bell, follow, ladder
from games.desk import Desk
from games.models import Match, MatchStatus
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused


def running_desk(match: Match, now: datetime) -> Desk:
    """Load a running match; raise Refused for one that isn't."""
    if not match.is_running:
        raise Refused("not_running")
    return Desk.of(match, now)


def came_back(desk: Desk, number: int) -> None:
    """A player who acts is there again: silences are forgotten, the autopilot lets go."""
    seat = desk.seats[number]
    if seat.silences or seat.on_autopilot:
        was_flown, seat.silences, seat.on_autopilot, seat.offer = seat.on_autopilot, 0, False, ""
        seat.save(update_fields=["silences", "on_autopilot", "offer"])
        if was_flown:
            follow.clock_anew(desk, seat)


def finish(desk: Desk, late_names: frozenset[QuestionName] = frozenset()) -> None:
    """Settle, write every row, and ring when it is committed."""
    settled = ladder.settle(desk, late_names)
    outcome = desk.rules.outcome(desk.draft.state)
    if outcome is not None:
        desk.match.status, desk.match.ended_at = MatchStatus.OVER, desk.now
    desk.save()
    follow.follow(desk)
    if not settled:
        follow.carry_on_at(desk, None, desk.now)
    if outcome is not None:
        follow.mail_everybody(desk, "over")
    transaction.on_commit(desk.remember)
    transaction.on_commit(bell.ring, robust=True)
