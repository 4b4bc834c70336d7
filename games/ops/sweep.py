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
from games.lobby import before_start, invitations
from games.mail.receive import mailbox, replies
from games.mail.send import digests, outbox, reminders
from games.match import votes
from games.models import Heartbeat
from games.ops import upkeep
from games.play import deadlines, outages

log = structlog.get_logger(__name__)

NAP = 0.2  # seconds until a sleeper looks up


#: What is looked at between windows and emails, for some of it queues emails.
LOOKS: tuple[Callable[[datetime], int], ...] = (
    reminders.queue_due,
    invitations.remind_due,
    before_start.close_forgotten,
    cases.close_settled,
    digests.queue_due,
    upkeep.prune_if_due,
)


def sweep(now: datetime, stopping: Stopping = never) -> tuple[int, int]:
    """Close what is due and send what is due; give both numbers. Whoever is told to stop leaves the rest.

    Time lost in an outage is given back first: nobody times out because nothing ran here. Then replies are
    read, which may be in time. The mailbox comes last: one that hangs holds up nobody's window, and one that
    is well is looked into once more before the next sweep closes what is due now.
    """
    with bell.muffled():  # a broker that hangs would hold up each row for seconds
        wake(now)
        read = errand(partial(replies.read_due, now, stopping=stopping))
        errand(partial(votes.go_on_due, now))
        closed = errand(partial(deadlines.close_due, now, stopping=stopping))
        for look in LOOKS:
            errand(partial(look, now))
        sent = errand(partial(outbox.send_due, now, stopping=stopping))
        fetched = errand(partial(mailbox.fetch_due, now, stopping=stopping))
    if closed or sent or read or fetched:  # perhaps there is more: a sweep takes only so much time
        bell.ring()
    return closed, sent


def errand(do: Callable[[], int]) -> int:
    """Do one errand and give its number; what goes wrong in it is noted, and holds up none of the others.

    Where the database is away nothing else can be done either: that is raised.
    """
    try:
        return do()
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("errand_failed")
        return 0


def wake(now: datetime) -> None:
    """Give back what was lost while nothing swept, and note that somebody sweeps again."""
    outages.look(now)
    Heartbeat.record(outages.SWEEP, now)


def sweep_forever(every: float, stopping: Stopping) -> None:
    """Give the same service without Celery, until told to stop; that takes effect between transactions."""
    while not stopping():
        began, found = time.monotonic(), False
        try:
            found = any(sweep(timezone.now(), stopping))
        except DatabaseError as error:  # it may come back
            log.warning("sweep_put_off", reason=type(error).__name__)
        close_old_connections()
        while not (found or stopping()) and time.monotonic() - began < every:
            time.sleep(min(NAP, every))
