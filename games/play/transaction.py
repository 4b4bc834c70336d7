"""The steps of every transaction on a match: load, act, settle, follow, write, ring.

The caller holds the lock of the match. It loads with `load_running`, does what was asked with `actions`,
and ends with `finish`, which does the rest.
"""

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


def load_running(match: Match, now: datetime, rows: loading.LockedRows | None = None) -> Workspace:
    """Load a running match; raise Refused for one that isn't."""
    if not match.is_running:
        raise Refused("not_running")
    return loading.load(match, now, rows)


def came_back(work: Workspace, number: int) -> None:
    """Reset the silences of a player who acts, and end automatic play."""
    seat = work.seats[number]
    if seat.silences or seat.on_autopilot:
        was_automatic = seat.on_autopilot
        work.change(seat, silences=0, on_autopilot=False, offer="")
        if was_automatic:
            effects.wait_again(work, seat)


def finish(work: Workspace) -> None:
    """Settle a match, note what follows, and write it all."""
    conclude(work)
    write([work])


def conclude(work: Workspace, late: frozenset[QuestionName] = frozenset()) -> None:
    """Settle what needs no person, and note what follows; while a match is paused, nothing is settled."""
    settled = work.match.is_running and autoplay.settle(work, late)
    is_over = work.rules.core.outcome(work.draft.state) is not None
    if is_over:
        work.match.status, work.match.ended_at = MatchStatus.OVER, work.now
        work.rows.stopped.add(effects.MORE)
    effects.follow(work)
    if not settled:
        effects.carry_on(work)
    if is_over:
        effects.notify_everybody(work, "over")


def write(workspaces: Sequence[Workspace]) -> None:
    """Write every row; after the commit, cache the tables and ring the bell."""
    writer.write(workspaces)
    for work in workspaces:
        if work.loaded:
            transaction.on_commit(work.remember)
    if any(work.loaded or work.rows.notices or work.rows.clocks for work in workspaces):
        transaction.on_commit(bell.ring, robust=True)
