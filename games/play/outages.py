"""Time given back: when nothing ran here for long, everybody who was waited for gets that time."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.conf import settings

from games.clocks import Stop
from games.infra.locks import writing
from games.match import clocks as timing
from games.models import (
    UNFINISHED,
    Deadline,
    DeadlineKind,
    DeadlineState,
    Heartbeat,
    Match,
    Outage,
)

log = structlog.get_logger(__name__)

SWEEP = "sweep"
LONGEST_GAP = timedelta(minutes=15)


def is_swept(now: datetime) -> bool:
    """Tell whether anybody does what is due: without, emails wait, whatever the broker is up to."""
    age = Heartbeat.age(SWEEP, now)
    return age is not None and age.total_seconds() <= settings.BEAT_MAX_AGE


def look(now: datetime) -> int:
    """Give back what was lost if the last sweep is long ago; give the number of clocks that stood still."""
    if _gap(Heartbeat.objects.filter(name=SWEEP).first(), now) is None:
        return 0
    with writing():
        # Locked, and read again: of two that wake together only one finds the gap.
        last = Heartbeat.objects.select_for_update().filter(name=SWEEP).first()
        gap = _gap(last, now)
        return 0 if gap is None else _give_back(*gap)


def _gap(last: Heartbeat | None, now: datetime) -> tuple[datetime, datetime] | None:
    return None if last is None or now - last.at <= LONGEST_GAP else (last.at, now)


def _hold_tables() -> None:
    held = Match.objects.select_for_update().filter(status__in=UNFINISHED)
    list(held.order_by("pk").values_list("pk", flat=True))


def _give_back(began: datetime, ended: datetime) -> int:
    """Note an outage, let every clock that was running stand still for it, and note that it is over.

    All in one transaction: cut anywhere, the next sweep finds the whole gap again, up to its own time. It
    holds every table meanwhile, for a move may hand a clock on, and a vote give it other time back.
    """
    _hold_tables()
    row = Outage.objects.create(began=began, ended=ended, given_back_at=ended)
    stop = Stop(id=f"outage-{row.pk}", why="outage", began=began, ended=ended)
    running = Deadline.objects.filter(state=DeadlineState.RUNNING, asked_at__lt=ended)
    clocks = list(running.exclude(kind=DeadlineKind.CARRY_ON).select_for_update())
    for clock in clocks:
        _stand_still(clock, stop, ended)
    Deadline.objects.bulk_update(clocks, timing.FIELDS)
    Heartbeat.record(SWEEP, ended)
    log.warning("outage_given_back", seconds=(ended - began).total_seconds(), clocks=len(clocks))
    return len(clocks)


def _stand_still(clock: Deadline, stop: Stop, now: datetime) -> None:
    """Let a clock stand still; one that can't be read keeps its time, and no other waits for it."""
    try:
        timing.stand_still(clock, stop, now)
    except Exception as unreadable:
        log.error("clock_unreadable", deadline=clock.pk, reason=type(unreadable).__name__)
