"""One look at everything that may be due: the same for the beat, a rung bell, and a site without Celery."""

from __future__ import annotations

from datetime import datetime

from games import deadlines, outbox
from games.models import Heartbeat

SWEEP = "sweep"


def sweep(now: datetime) -> tuple[int, int]:
    """Close what is due and send what is due; give both numbers."""
    Heartbeat.record(SWEEP, now)
    return deadlines.close_due(now), outbox.send_due(now)
