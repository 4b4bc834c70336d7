"""Time given back: when nothing ran here for long, everybody who was waited for gets that time."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db import IntegrityError, transaction

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
    """Add an outage's length to every clock that was running in it, once; give their number."""
    with writing():
        row = Outage.objects.select_for_update().get(pk=outage.pk)
        if row.given_back_at is not None:
            return 0
        running = Deadline.objects.filter(state=DeadlineState.RUNNING, asked_at__lt=row.ended)
        people = running.exclude(kind=DeadlineKind.CARRY_ON).select_for_update()
        clocks = [clock for clock in people if row.pk not in clock.given_back]
        for clock in clocks:
            _push(clock, row)
        Deadline.objects.bulk_update(clocks, ["due_at", "remind_at", "bank_from", "given_back"])
        row.given_back_at = now
        row.save(update_fields=["given_back_at"])
    log.warning("outage_given_back", seconds=(row.ended - row.began).total_seconds(), clocks=len(clocks))
    return len(clocks)


def _push(clock: Deadline, outage: Outage) -> None:
    """Give a clock the part of an outage in which it ran."""
    lost = outage.ended - max(outage.began, clock.asked_at)
    clock.due_at += lost
    clock.remind_at = clock.remind_at and clock.remind_at + lost
    clock.bank_from = clock.bank_from and clock.bank_from + lost
    clock.given_back = [*clock.given_back, outage.pk]


def look(now: datetime) -> None:
    """Notice an outage, give its time back, and finish what a crash left half done."""
    notice(now)
    for outage in Outage.objects.filter(given_back_at=None):
        give_back(outage, now)
