"""What each transaction of the door begins and ends with, whoever has opened it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.infra import bell
from games.models import Match, MatchStatus
from games.play import autoplay, effects, loading, writer
from games.play.workspace import Desk
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused


def running_desk(match: Match, now: datetime) -> Desk:
    """Load a running match; raise Refused for one that isn't."""
    if not match.is_running:
        raise Refused("not_running")
    return loading.load(match, now)


def came_back(desk: Desk, number: int) -> None:
    """A player who acts is there again: silences are forgotten, the autopilot lets go."""
    seat = desk.seats[number]
    if seat.silences or seat.on_autopilot:
        was_flown, seat.silences, seat.on_autopilot, seat.offer = seat.on_autopilot, 0, False, ""
        desk.changed_seats.append(seat)
        if was_flown:
            effects.wait_anew(desk, seat)


def finish(desk: Desk, late_names: frozenset[QuestionName] = frozenset()) -> None:
    """Settle, write every row, and ring when it is committed."""
    conclude(desk, late_names)
    write([desk])


def conclude(desk: Desk, late_names: frozenset[QuestionName] = frozenset()) -> None:
    """Settle, and note all that follows; at a table that rests nothing answers until it goes on."""
    settled = desk.match.is_running and autoplay.settle(desk, late_names)
    outcome = desk.rules.core.outcome(desk.draft.state)
    if outcome is not None:
        desk.match.status, desk.match.ended_at = MatchStatus.OVER, desk.now
        desk.stopped.add(effects.MORE)
    effects.follow(desk)
    if not settled:
        effects.carry_on(desk)
    if outcome is not None:
        effects.mail_everybody(desk, "over")


def write(desks: Sequence[Desk]) -> None:
    """Write every row, and ring when it is committed."""
    writer.write(desks)
    for desk in desks:
        transaction.on_commit(desk.remember)
    transaction.on_commit(bell.ring, robust=True)
