"""One look at everything that may be due: the same for the beat, a rung bell, and a site without Celery."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

import structlog
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from games import bell, deadlines, outages, outbox, reminders, upkeep
from games.models import Deadline, Heartbeat

log = structlog.get_logger(__name__)

NAP = 0.2  # seconds until a sleeper looks up

Stopping = Callable[[], bool]


def sweep(now: datetime) -> tuple[int, int]:
    """Close what is due and send what is due; give both numbers.

    Time lost in an outage is given back first: nobody times out because nothing ran here.
    """
    with bell.muffled():  # a broker that hangs would hold up each row for seconds
        wake(now)
        closed = deadlines.close_due(now)
        reminders.queue_due(now)
        upkeep.prune_if_due(now)
        sent = outbox.send_due(now)
    if closed or sent:  # perhaps there is more: a sweep takes only so much time
        bell.ring()
    return closed, sent


def wake(now: datetime) -> None:
    """Give back what was lost while nothing swept, and note that somebody sweeps again."""
    outages.look(now)
    Heartbeat.record(outages.SWEEP, now)


def sweep_forever(every: float, stopping: Stopping) -> None:
    """Give the same service without Celery, until told to stop; that takes effect between two rows."""
    while not stopping():
        began = time.monotonic()
        try:
            sweep_row_by_row(timezone.now(), stopping)
            upkeep.prune_if_due(timezone.now())
        except DatabaseError as error:  # it may come back
            log.warning("sweep_put_off", reason=type(error).__name__)
        close_old_connections()
        while not stopping() and time.monotonic() - began < every:
            time.sleep(min(NAP, every))


def sweep_row_by_row(now: datetime, stopping: Stopping) -> tuple[int, int]:
    """Do what `sweep` does, and look up after each row. Each row is claimed, so this comes to an end."""
    closed = 0
    with bell.muffled():
        wake(now)
        while not stopping() and Deadline.objects.due(now).filter(match__status="running").exists():
            closed += deadlines.close_due(now, most=1)
        reminders.queue_due(now)
        sent = outbox.send_due(now, stopping=stopping)
    if closed or sent:  # workers, if there are any, needn't be told of each row
        bell.ring()
    return closed, sent
