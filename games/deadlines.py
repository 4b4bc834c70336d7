"""What happens when nobody does anything: questions close, robots move, plans that asked act."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog

from games import play, stints
from games.models import Deadline, DeadlineKind, DeadlineState
from games.rules.kernel.refusal import HistoryBroken, TooNew

log = structlog.get_logger(__name__)

# The lock on the match is what closes a window once; the lease only keeps two from the same work. So it
# is short: a window that a killed worker had in hand is late by no more.
LEASE = timedelta(seconds=20)
SOON = timedelta(seconds=5)
STINT = 10  # seconds
TRIES = 4

ACTS = {
    DeadlineKind.QUESTION: play.time_up,
    DeadlineKind.CARRY_ON: play.carry_on,
    DeadlineKind.LATE: play.late,
}


def close_due(now: datetime, most: int = 500) -> int:
    """Do what is due; give the number of deadlines that led to something."""
    give_up(now)
    due = Deadline.objects.due(now).filter(match__status="running").order_by("due_at", "pk")
    found = list(due.values_list("pk", "kind")[:most])
    return sum(close(pk, kind, now) for pk, kind in stints.within(STINT, found))


def give_up(now: datetime) -> None:
    """Leave to an operator what stopped whoever tried it, each time."""
    given_up = Deadline.objects.due(now).filter(attempts__gte=TRIES).update(state=DeadlineState.STUCK)
    if given_up:
        log.error("deadlines_given_up", number=given_up)


def close(pk: int, kind: str, now: datetime) -> bool:
    """Do one, if nobody else is at it. Never raises: a bad match stops nobody else."""
    if not Deadline.objects.claim(pk, now, now + LEASE):
        return False
    try:
        return ACTS[DeadlineKind(kind)](pk, now)
    except HistoryBroken as fault:
        match = Deadline.objects.values_list("match", flat=True).get(pk=pk)
        play.quarantine(match, fault)
    except TooNew:
        Deadline.objects.hand_back(pk, now + SOON)
        log.info("left_to_a_newer_process", deadline=pk)
    except Exception:
        log.exception("deadline_failed", deadline=pk)
        Deadline.objects.filter(pk=pk, attempts__gte=TRIES).update(state=DeadlineState.STUCK)
        return False
    return False
