"""One look at everything that may be due: the same for the beat, a rung bell, and a site without Celery."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from functools import partial

import structlog
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections
from django.utils import timezone

from games.disputes import cases
from games.infra import bell
from games.infra.time_budget import Stopping, never
from games.lobby import before_start, daily, invitations
from games.mail.receive import mailbox, replies
from games.mail.send import digests, outbox, reminders
from games.match import votes
from games.models import Heartbeat
from games.ops import upkeep
from games.play import deadlines, outages
from games.reach.send import send_due as send_dispatches
from games.records import keep

log = structlog.get_logger(__name__)

NAP = 0.2  # seconds until a waiting process looks again


#: Done between windows and emails, because some of these queue emails.
LOOKS: tuple[Callable[[datetime], int], ...] = (
    reminders.queue_due,
    invitations.remind_due,
    before_start.close_forgotten,
    cases.close_settled,
    digests.queue_due,
    daily.prepare,
    daily.note_results,
    keep.keep_due,
    upkeep.prune_if_due,
)


def sweep(now: datetime, stopping: Stopping = never) -> tuple[int, int]:
    """Close and send what is due; return how many of each. Leave the rest if told to stop.

    Time lost in an outage is given back first, so nobody times out because nothing ran here. Then replies are
    read, because they may be in time. The mailbox comes last: if it hangs, it delays nobody's window, and if
    it works, the next sweep looks into it again before closing windows.
    """
    with bell.silenced():  # a broker that hangs would delay each row by seconds
        wake(now)
        read = errand(partial(replies.read_due, now, stopping=stopping))
        errand(partial(votes.go_on_due, now))
        closed = errand(partial(deadlines.close_due, now, stopping=stopping))
        for look in LOOKS:
            errand(partial(look, now))
        sent = errand(partial(outbox.send_due, now, stopping=stopping))
        carried = errand(partial(send_dispatches, now, stopping=stopping))
        fetched = errand(partial(mailbox.fetch_due, now, stopping=stopping))
    if closed or sent or carried or read or fetched:  # there may be more: a sweep takes only so much time
        bell.ring()
    return closed, sent + carried


def errand(do: Callable[[], int]) -> int:
    """Do one errand and return its number; log what goes wrong, so that the other errands still run.

    If the database is down nothing else can run either, so that error is raised.
    """
    try:
        return do()
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("errand_failed")
        return 0


def wake(now: datetime) -> None:
    """Give back time lost while nothing swept, and record that the sweep is running again."""
    outages.look(now)
    Heartbeat.record(outages.SWEEP, now)


def sweep_forever(every: float, stopping: Stopping) -> None:
    """Give the same service without Celery until told to stop; it stops only between transactions."""
    while not stopping():
        began, found = time.monotonic(), False
        try:
            found = any(sweep(timezone.now(), stopping))
        except DatabaseError as error:  # the database may come back
            log.warning("sweep_put_off", reason=type(error).__name__)
        close_old_connections()
        while not (found or stopping()) and time.monotonic() - began < every:
            time.sleep(min(NAP, every))
