"""What Celery calls: ids in, one call, nothing out. Whatever must happen is a row; these only ring."""

from __future__ import annotations

from django.utils import timezone

from games.models import Heartbeat
from quartz_site.celery import app


@app.task
def tick() -> None:
    """Note that beat, broker and worker are alive; sent every few seconds."""
    Heartbeat.record(Heartbeat.BEAT, timezone.now())
