"""What happens when nobody does anything: questions close, robots move, plans that asked act."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

import structlog
from django.db import OperationalError

from games import play
from games.infra import locks
from games.infra.locks import writing
from games.infra.time_budget import Stopping, never
from games.models import Deadline, DeadlineState
from games.models.deadline import DeadlineQuerySet
from games.rules.kernel.refusal import HistoryBroken, TooNew

log = structlog.get_logger(__name__)

# The lock on the match is what closes a window once; the lease only keeps two from the same work. So it
# is short: a window that a killed worker had in hand is late by no more.
LEASE = timedelta(seconds=20)
SOON = timedelta(seconds=5)
STINT = 10  # seconds
# Taken at once, and closed in one transaction that holds so many matches for a tenth of a second; what a
# killed worker had in hand waits for its lease. With 20 a window takes a quarter more, with 100 as much.
HANDFUL = 50
TRIES = 4


def close_due(now: datetime, most: int = 500, stopping: Stopping = never) -> int:
    """Do what is due; give the number of deadlines that led to something."""
    give_up(now)
    closed, until = 0, time.monotonic() + STINT
    while most > 0 and time.monotonic() < until and not stopping():
        fresh = take(now, min(most, HANDFUL), Deadline.objects.fresh())
        closed += close_all(fresh, now)
        taken, done = close_one_tried(now)
        closed += done
        most -= len(fresh) + taken
        if not fresh and not taken:
            break
    return closed


def close_one_tried(now: datetime) -> tuple[int, int]:
    """Do one that was tried before; give how many were taken and how many led to something.

    It may be what kills its worker, and with it all workers that are killed together. So of all processes
    one has such a row in hand at a time, and nothing else: whatever is killed meanwhile, no other row that
    was tried before is counted as tried once more.
    """
    if not Deadline.objects.ready(now).tried().exists():
        return 0, 0
    with locks.alone("tried") as is_free:
        hand = take(now, 1, Deadline.objects.tried()) if is_free else []
        return len(hand), close_all(hand, now)


def close_all(hand: list[int], now: datetime) -> int:
    """Do what was taken; whoever is told to stop hands the rest back."""
    try:
        together = close_together(hand, now) if len(hand) > 1 else set[int]()
        return len(together) + sum(close(pk, now) for pk in hand if pk not in together)
    except (SystemExit, KeyboardInterrupt):
        # As at a restart, which is no fault of these rows. Only a kill leaves its tries counted, for it
        # looks the same as a row that kills its worker.
        Deadline.objects.hand_back(hand, now)
        raise


def close_together(hand: list[int], now: datetime) -> set[int]:
    """Do all in one transaction; if anything is wrong with one, none, and then each shows for itself."""
    try:
        return play.close_together(hand, now)
    except Exception as fault:
        log.info("not_together", reason=type(fault).__name__)
        return set()


def take(now: datetime, most: int, among: DeadlineQuerySet | None = None) -> list[int]:
    """Take some in hand, so that several who sweep don't try for the same."""
    rows = Deadline.objects.all() if among is None else among
    with writing():
        return rows.take(now, now + LEASE, most)


def give_up(now: datetime) -> None:
    """Leave to an operator what stopped whoever tried it, each time."""
    given_up = Deadline.objects.due(now).filter(attempts__gte=TRIES).update(state=DeadlineState.STUCK)
    if given_up:
        log.error("deadlines_given_up", number=given_up)


def close(pk: int, now: datetime) -> bool:
    """Do one that was taken. A bad match stops nobody else."""
    try:
        return play.close(pk, now)
    except HistoryBroken as fault:
        match = Deadline.objects.values_list("match", flat=True).get(pk=pk)
        play.quarantine(match, fault, now)
    except TooNew:
        Deadline.objects.hand_back([pk], now + SOON)
        log.info("left_to_a_newer_process", deadline=pk)
    except OperationalError as trouble:  # the database's, as a deadlock or a restart: it doesn't count
        Deadline.objects.hand_back([pk], now + SOON)
        log.warning("deadline_put_off", deadline=pk, reason=type(trouble).__name__)
    except Exception:
        log.exception("deadline_failed", deadline=pk)
        Deadline.objects.filter(pk=pk, attempts__gte=TRIES).update(state=DeadlineState.STUCK)
        return False
    return False
