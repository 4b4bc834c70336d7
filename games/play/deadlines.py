"""Do what is due while nobody acts: questions time out, robots move, plans that asked their owner play."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

import structlog
from django.db import OperationalError

from games import play
from games.infra import locks
from games.infra.locks import writing
from games.infra.time_budget import Stopping, never
from games.models import Deadline, DeadlineState, Match
from games.rules.kernel.refusal import HistoryBroken, TooNew

log = structlog.get_logger(__name__)

# The lock on the match makes sure that a deadline is handled once; the lease only saves two workers from
# doing the same work. So it is short: a deadline that a killed worker had claimed is late by no more.
LEASE = timedelta(seconds=20)
SOON = timedelta(seconds=5)
STINT = 10  # seconds
# Claimed together and closed in one transaction, which locks that many matches for a tenth of a second. If
# the worker is killed, they all wait for the lease. At 20 a deadline takes a quarter longer; at 100 it takes
# as long as at 50.
HANDFUL = 50
TRIES = 4


def close_due(now: datetime, most: int = 500, stopping: Stopping = never) -> int:
    """Do what is due; return how many deadlines led to something."""
    give_up(now)
    closed, until = 0, time.monotonic() + STINT
    while most > 0 and time.monotonic() < until and not stopping():
        fresh = take(now, min(most, HANDFUL))
        closed += close_all(fresh, now)
        taken, done = close_one_tried(now)
        closed += done
        most -= len(fresh) + taken
        if not fresh and not taken:
            break
    return closed


def close_one_tried(now: datetime) -> tuple[int, int]:
    """Do one that was tried before; return how many were claimed and how many led to something.

    It may be the row that kills its worker, and other workers with it. So only one process at a time works
    on such a row, and on nothing else: whatever is killed meanwhile, no other row that was tried before
    counts as tried once more.
    """
    if not Deadline.objects.any_tried(now):
        return 0, 0
    with locks.alone("tried") as is_free:
        hand = take(now, 1, tried=True) if is_free else []
        return len(hand), close_all(hand, now)


def close_all(hand: list[int], now: datetime) -> int:
    """Do what was claimed; when told to stop, hand it back."""
    try:
        together = close_together(hand, now) if len(hand) > 1 else set[int]()
        return len(together) + sum(close(pk, now) for pk in hand if pk not in together)
    except (SystemExit, KeyboardInterrupt):
        # At a restart, say, which isn't the fault of these rows. Only a kill leaves their tries counted,
        # because it looks the same as a row that kills its worker.
        Deadline.objects.hand_back(hand, now)
        raise


def close_together(hand: list[int], now: datetime) -> set[int]:
    """Do all in one transaction, or none if one fails; then try each alone, to find the one at fault."""
    try:
        return play.close_together(hand, now)
    except Exception as fault:
        log.info("not_together", reason=type(fault).__name__)
        return set()


def take(now: datetime, most: int, *, tried: bool = False) -> list[int]:
    """Claim some deadlines, so that several sweeps don't work on the same ones."""
    with writing():
        return Deadline.objects.take(now, now + LEASE, most, tried=tried)


def close_first_of(match: Match, now: datetime) -> bool:
    """Do what is due first in one match; tell whether that led to something."""
    with writing():
        first = Deadline.objects.filter(match=match).take_first(now, now + LEASE)
    return first is not None and close(first, now)


def give_up(now: datetime) -> None:
    """Mark as stuck, for an operator, what has failed at every try."""
    if given_up := Deadline.objects.give_up(now, TRIES):
        log.error("deadlines_given_up", number=given_up)


def close(pk: int, now: datetime) -> bool:
    """Do one that was claimed. A broken match doesn't stop the others."""
    try:
        return play.close(pk, now)
    except HistoryBroken as fault:
        match = Deadline.objects.values_list("match", flat=True).get(pk=pk)
        play.quarantine(match, fault, now)
    except TooNew:
        Deadline.objects.hand_back([pk], now + SOON)
        log.info("left_to_a_newer_process", deadline=pk)
    except OperationalError as trouble:  # the database's own, like a deadlock: not counted as a try
        Deadline.objects.hand_back([pk], now + SOON)
        log.warning("deadline_put_off", deadline=pk, reason=type(trouble).__name__)
    except Exception:
        log.exception("deadline_failed", deadline=pk)
        Deadline.objects.filter(pk=pk, attempts__gte=TRIES).update(state=DeadlineState.STUCK)
        return False
    return False
