"""Reminders: halfway through the time, and near its end."""

from __future__ import annotations

from datetime import datetime

from django.utils.dateparse import parse_datetime

from games.infra.locks import writing
from games.mail import queue
from games.mail.kinds import REMINDER
from games.models import Deadline, DeadlineKind, DeadlineState, Seat


def queue_due(now: datetime, most: int = 500) -> int:
    """Queue the reminders that are due; return how many."""
    due = Deadline.objects.filter(
        state=DeadlineState.RUNNING,
        kind=DeadlineKind.QUESTION,
        remind_at__lte=now,
        match__status="running",
    ).order_by("remind_at", "pk")
    return sum(remind(clock, now) for clock in due.select_related("match")[:most])


def remind(clock: Deadline, now: datetime) -> bool:
    """Queue one reminder and set the time of the next; only one of several processes can."""
    with writing():  # both or neither: a crash in between would lose the reminder
        return _remind(clock, now)


def _remind(clock: Deadline, now: datetime) -> bool:
    later = [at for at in map(parse_datetime, clock.reminders) if at and at > now]
    mine = Deadline.objects.filter(pk=clock.pk, remind_at=clock.remind_at, state=DeadlineState.RUNNING)
    following = [at.isoformat() for at in later[1:]]
    if not mine.update(remind_at=later[0] if later else None, reminders=following):
        return False
    seats = Seat.objects.filter(match=clock.match, player__isnull=False)
    seat = next((one for one in seats if one.number == clock.seat), None)
    if seat is None or seat.on_autopilot:
        return False
    reason = f"{clock.match_id}:{REMINDER}:{clock.question}:{seat.generation}:{clock.remind_at:%s}"
    made = queue.email(REMINDER, reason, now, match=clock.match, seat=seat, about=clock.question)
    return queue.write_once(made)[1]
