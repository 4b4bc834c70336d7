"""Give time back after an outage: when the sweep hasn't run for long, no player loses that time."""

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
    """Tell whether the sweep is running: without it emails wait, even if the broker works."""
    age = Heartbeat.age(SWEEP, now)
    return age is not None and age.total_seconds() <= settings.BEAT_MAX_AGE


def look(now: datetime) -> int:
    """Give lost time back if the last sweep was long ago; return how many clocks got some."""
    if _gap(Heartbeat.objects.filter(name=SWEEP).first(), now) is None:
        return 0
    with writing():
        # Lock it and read it again: if two processes wake together, only one finds the gap.
        last = Heartbeat.objects.select_for_update().filter(name=SWEEP).first()
        gap = _gap(last, now)
        return 0 if gap is None else _give_back(*gap)


def _gap(last: Heartbeat | None, now: datetime) -> tuple[datetime, datetime] | None:
    return None if last is None or now - last.at <= LONGEST_GAP else (last.at, now)


def _hold_tables() -> None:
    held = Match.objects.select_for_update(no_key=True).filter(status__in=UNFINISHED)
    list(held.order_by("pk").values_list("pk", flat=True))


def _give_back(began: datetime, ended: datetime) -> int:
    """Record an outage, and give its time back to every clock that was running.

    All in one transaction: if it is cut short, the next sweep finds the whole gap again, up to its own time.
    Lock every match meanwhile, because a move could pass a clock on, and a vote could give other time back.
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
    """Give a clock the time of an outage back; skip an unreadable one, not to hold up the others."""
    try:
        timing.stand_still(clock, stop, now)
    except Exception as unreadable:
        log.error("clock_unreadable", deadline=clock.pk, reason=type(unreadable).__name__)
