"""One look at everything that may be due: the same for the beat, a rung bell, and a site without Celery."""

from __future__ import annotations

from datetime import datetime, timedelta

from games import deadlines, outages, outbox, reminders
from games.models import Heartbeat

WIPE = "wipe"
WIPE_EVERY = timedelta(hours=1)


def sweep(now: datetime) -> tuple[int, int]:
    """Close what is due and send what is due; give both numbers.

    Time lost in an outage is given back first: nobody times out because nothing ran here.
    """
    outages.look(now)
    Heartbeat.record(outages.SWEEP, now)
    closed = deadlines.close_due(now)
    reminders.queue_due(now)
    wipe(now)
    return closed, outbox.send_due(now)


def wipe(now: datetime) -> None:
    """Forget old bytes, now and then."""
    age = Heartbeat.age(WIPE, now)
    if age is None or age >= WIPE_EVERY:
        Heartbeat.record(WIPE, now)
        outbox.wipe_old(now)
