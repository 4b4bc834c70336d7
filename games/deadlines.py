"""What happens when nobody does anything: questions close, robots move, plans that asked act."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

import structlog

from games import play
from games.locks import writing
from games.models import Deadline, DeadlineKind, DeadlineState
from games.rules.kernel.refusal import HistoryBroken, TooNew

log = structlog.get_logger(__name__)

# The lock on the match is what closes a window once; the lease only keeps two from the same work. So it
# is short: a window that a killed worker had in hand is late by no more.
LEASE = timedelta(seconds=20)
SOON = timedelta(seconds=5)
STINT = 10  # seconds
HANDFUL = 20  # taken at once; what a killed worker had in hand waits for its lease
TRIES = 4

ACTS = {
    DeadlineKind.QUESTION: play.time_up,
    DeadlineKind.CARRY_ON: play.carry_on,
    DeadlineKind.LATE: play.late,
}


def close_due(now: datetime, most: int = 500) -> int:
    """Do what is due; give the number of deadlines that led to something."""
    give_up(now)
    closed, until = 0, time.monotonic() + STINT
    while most > 0 and time.monotonic() < until and (hand := take(now, min(most, HANDFUL))):
        closed += close_all(hand, now)
        most -= len(hand)
    return closed


def close_all(hand: list[tuple[int, str]], now: datetime) -> int:
    """Do what was taken; whoever is told to stop hands the rest back."""
    try:
        return sum(close(pk, kind, now) for pk, kind in hand)
    except (SystemExit, KeyboardInterrupt):
        # As at a restart, which is no fault of these rows. Only a kill leaves its tries counted, for it
        # looks the same as a row that kills its worker.
        Deadline.objects.hand_back([pk for pk, _ in hand], now)
        raise


def take(now: datetime, most: int) -> list[tuple[int, str]]:
    """Take some in hand, so that several who sweep don't try for the same."""
    with writing():
        return Deadline.objects.take(now, now + LEASE, most)


def give_up(now: datetime) -> None:
    """Leave to an operator what stopped whoever tried it, each time."""
    given_up = Deadline.objects.due(now).filter(attempts__gte=TRIES).update(state=DeadlineState.STUCK)
    if given_up:
        log.error("deadlines_given_up", number=given_up)


def close(pk: int, kind: str, now: datetime) -> bool:
    """Do one that was taken. A bad match stops nobody else."""
    try:
        return ACTS[DeadlineKind(kind)](pk, now)
    except HistoryBroken as fault:
        match = Deadline.objects.values_list("match", flat=True).get(pk=pk)
        play.quarantine(match, fault)
    except TooNew:
        Deadline.objects.hand_back([pk], now + SOON)
        log.info("left_to_a_newer_process", deadline=pk)
    except Exception:
        log.exception("deadline_failed", deadline=pk)
        Deadline.objects.filter(pk=pk, attempts__gte=TRIES).update(state=DeadlineState.STUCK)
        return False
    return False
