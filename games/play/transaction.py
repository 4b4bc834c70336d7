"""The steps of every transaction on a match, and its result: load, act, settle, follow, write, ring.

The caller holds the lock of the match. It loads with `load_running`, does what was asked with `actions`,
and ends with `finish`, which does the rest. `guarded` turns what can go wrong into a result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.db import transaction
from django.db.models import QuerySet

from games.infra import bell
from games.infra.locks import writing
from games.infra.statements import kept
from games.mail import queue
from games.models import Match, MatchRecord, MatchStatus, Outcome, Pause, Submission
from games.play import autoplay, effects, loading, writer
from games.play.workspace import Workspace
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew

log = structlog.get_logger(__name__)


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
        work.change(seat, silences=0, on_autopilot=False, offer=seat.offer if seat.seeks else "")
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
        _keep_for_the_record(work)


def _keep_for_the_record(work: Workspace) -> None:
    """Note that the results of a finished match are to be kept; `games.records` does it afterwards."""
    match = work.match
    began = match.started_at or match.created_at
    work.add(MatchRecord(match=match, game=match.game, started_at=began, ended_at=work.now))


def write(workspaces: Sequence[Workspace]) -> None:
    """Write every row; after the commit, cache the tables and ring the bell."""
    writer.write(workspaces)
    for work in workspaces:
        if work.loaded:
            transaction.on_commit(work.remember)
    if any(work.loaded or work.rows.notices or work.rows.clocks for work in workspaces):
        transaction.on_commit(bell.ring, robust=True)


# --- what came of it


@dataclass(frozen=True)
class Receipt:
    """The result of a request: the same for the same key, however often it is sent."""

    outcome: str
    code: str = ""
    details: dict[str, Any] | None = None
    first_event: int | None = None
    last_event: int | None = None

    @property
    def refused(self) -> bool:
        return self.outcome == Outcome.REFUSED


def receipt_of(submission: Submission) -> Receipt:
    """Return the result that was recorded for a request."""
    return Receipt(
        submission.outcome,
        submission.refusal.get("code", ""),
        submission.refusal.get("details"),
        submission.first_event,
        submission.last_event,
    )


def heard_before(match_id: int, key: str) -> Receipt | None:
    """Find the result of a request that was handled before."""
    heard = _heard.first(match_id, key)
    return receipt_of(heard) if heard else None


@kept
def _heard(match: int, key: str) -> QuerySet[Submission]:
    return Submission.objects.filter(match=match, key=key)


def guarded(match_id: int, now: datetime, act: Callable[[], Receipt]) -> Receipt:
    """Turn what can go wrong into a result; a broken log stops its own match and no other."""
    try:
        return act()
    except Refused as refused:
        return Receipt(Outcome.REFUSED, refused.code, refused.plain_details())
    except HistoryBroken as fault:
        quarantine(match_id, fault, now)
        return Receipt(Outcome.REFUSED, "fault")
    except TooNew:  # no fault of the match: a newer process will do it
        return Receipt(Outcome.REFUSED, "try_again")


def quarantine(match_id: int, fault: Exception, now: datetime) -> None:
    """Stop one match whose log and rules disagree, and tell the operators; all others go on.

    If several processes find the same fault, only the first stops the match with its clocks, and tells.
    """
    with writing():
        match = (
            Match.objects.select_for_update(no_key=True)
            .filter(pk=match_id, status=MatchStatus.RUNNING)
            .first()
        )
        if match is None:
            return
        work = Workspace(match, now)
        work.change(match, status=MatchStatus.QUARANTINED, fault=str(fault))
        work.rows.notices += queue.of_stop(work.add(Pause(match=match, began=now)))
        writer.write([work])
    log.error("match_quarantined", match=match_id)
