"""The Celery tasks: each is one call and returns nothing.

What must happen is a row; these only ring the bell.
"""

from __future__ import annotations

import time

import structlog
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.infra import bell
from games.models import Heartbeat
from games.ops import sweep, upkeep
from quartz_site.celery import app

log = structlog.get_logger(__name__)

QUIET = 10  # seconds without ringing after a ring that failed
_quiet_until = 0.0


@app.task
def tick() -> None:
    """Record that beat, broker and worker are alive, and do what is due; sent every few seconds."""
    Heartbeat.record(Heartbeat.BEAT, timezone.now())
    sweep.sweep(timezone.now())


@app.task
def look() -> None:
    """Do what is due; sent when rows were written."""
    sweep.sweep(timezone.now())


@app.task
def prune() -> None:
    """Delete what is past its time; sent once a day."""
    upkeep.prune_if_due(timezone.now())


def ring() -> None:
    """Wake a worker. If the broker is down that costs seconds once, and not at every ring."""
    global _quiet_until
    if not settings.CELERY_BROKER_URL or time.monotonic() < _quiet_until:
        return
    try:
        look.apply_async(retry=False, expires=10)
    except (OperationalError, OSError):
        _quiet_until = time.monotonic() + QUIET
        log.warning("bell_not_rung")


bell.set_ringer(ring)
