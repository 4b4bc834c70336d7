"""Time given back: when nothing ran here for long, everybody who was waited for gets that time."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db import IntegrityError, transaction

from games import timing
from games.clocks import Stop
from games.locks import writing
from games.models import Deadline, DeadlineKind, DeadlineState, Heartbeat, Outage

log = structlog.get_logger(__name__)

SWEEP = "sweep"
LONGEST_GAP = timedelta(minutes=15)


def notice(now: datetime) -> Outage | None:
    """Look how long ago the last sweep was, and note an outage once if that is too long."""
    last = Heartbeat.objects.filter(name=SWEEP).values_list("at", flat=True).first()
    if last is None or now - last <= LONGEST_GAP:
        return None
    try:
        with transaction.atomic():
            return Outage.objects.create(began=last, ended=now)
    except IntegrityError:  # another process noticed the same
        return None


def give_back(outage: Outage, now: datetime) -> int:
    """Let every clock that was running stand still for an outage, once; give their number."""
    with writing():
        row = Outage.objects.select_for_update().get(pk=outage.pk)
        if row.given_back_at is not None:
            return 0
        stop = Stop(id=f"outage-{row.pk}", why="outage", began=row.began, ended=row.ended)
        running = Deadline.objects.filter(state=DeadlineState.RUNNING, asked_at__lt=row.ended)
        clocks = list(running.exclude(kind=DeadlineKind.CARRY_ON).select_for_update())
        for clock in clocks:
            timing.stand_still(clock, stop, now)
        Deadline.objects.bulk_update(clocks, timing.FIELDS)
        row.given_back_at = now
        row.save(update_fields=["given_back_at"])
    log.warning("outage_given_back", seconds=(row.ended - row.began).total_seconds(), clocks=len(clocks))
    return len(clocks)


def look(now: datetime) -> None:
    """Notice an outage, give its time back, and finish what a crash left half done."""
    notice(now)
    for outage in Outage.objects.filter(given_back_at=None):
        give_back(outage, now)
