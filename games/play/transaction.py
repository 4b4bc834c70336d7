"""What each transaction of the door begins and ends with, whoever has opened it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.infra import bell
from games.models import Match, MatchStatus
from games.play import autoplay, effects, loading, writer
from games.play.workspace import Workspace
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused


def load_running(match: Match, now: datetime) -> Workspace:
    """Load a running match; raise Refused for one that isn't."""
    if not match.is_running:
        raise Refused("not_running")
    return loading.load(match, now)


def came_back(work: Workspace, number: int) -> None:
    """A player who acts is there again: silences are forgotten, the autopilot lets go."""
    seat = work.seats[number]
    if seat.silences or seat.on_autopilot:
        was_flown, seat.silences, seat.on_autopilot, seat.offer = seat.on_autopilot, 0, False, ""
        work.changed_seats.append(seat)
        if was_flown:
            effects.wait_anew(work, seat)


def finish(work: Workspace, late_names: frozenset[QuestionName] = frozenset()) -> None:
    """Settle, write every row, and ring when it is committed."""
    conclude(work, late_names)
    write([work])


def conclude(work: Workspace, late_names: frozenset[QuestionName] = frozenset()) -> None:
    """Settle, and note all that follows; at a table that rests nothing answers until it goes on."""
    settled = work.match.is_running and autoplay.settle(work, late_names)
    outcome = work.rules.core.outcome(work.draft.state)
    if outcome is not None:
        work.match.status, work.match.ended_at = MatchStatus.OVER, work.now
        work.stopped.add(effects.MORE)
    effects.follow(work)
    if not settled:
        effects.carry_on(work)
    if outcome is not None:
        effects.mail_everybody(work, "over")


def write(workspaces: Sequence[Workspace]) -> None:
    """Write every row, and ring when it is committed."""
    writer.write(workspaces)
    for work in workspaces:
        transaction.on_commit(work.remember)
    transaction.on_commit(bell.ring, robust=True)
