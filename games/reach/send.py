"""Sending what other channels were given: claim, check again, send, record.

As in the outbox, only one process sends, a row is claimed by one conditional update, and a failed try is
repeated after the same pauses. Several targets are sent to at once, because one that hangs must not hold up
the others. Each is recorded as soon as it was sent; a crash in between makes a second copy of it. One target
has one at a time, so it is one copy at most for each target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog
from django.db import InterfaceError, OperationalError
from django.db.models import QuerySet

from games.infra import locks, time_budget
from games.infra.statements import Change, kept, kept_change
from games.infra.time_budget import Stopping, never
from games.mail.kinds import WHEN_PAUSED
from games.mail.send import outbox
from games.mail.send.outbox import PAUSES, SOON, TRIES
from games.models import Dispatch, DispatchState, Outbox
from games.reach import channels, fan_out
from games.reach.carrier import Answer, CarrierOutcome, Errand
from games.reach.carriers import CARRIERS
from games.rules.kernel.refusal import TooNew

log = structlog.get_logger(__name__)

LEASE = timedelta(seconds=30)  # lets others go first if this one stopped its sender
STINT = 3  # seconds in which it begins to send; windows that are due wait for the end of it
AT_ONCE = 8
#: A target that keeps asking us to wait is given up after this long.
LONGEST_WAIT = timedelta(days=2)
KEPT = timedelta(days=90)
GONE = CarrierOutcome(Answer.GONE, error="gone")


class Found(NamedTuple):
    """What is due, as far as it must be known to choose what is sent at once."""

    pk: int
    channel: str
    target: int
    lease_until: datetime | None

    @property
    def was_stopped(self) -> bool:
        """Tell whether a process died, or hung, while it sent this."""
        return self.lease_until is not None


@dataclass(frozen=True)
class Underway:
    """A dispatch that is claimed, with what sends it."""

    row: Dispatch
    errand: Errand


def send_due(now: datetime, most: int = 1000, stopping: Stopping = never) -> int:
    """Send what is due, unless another process is sending; return how many were accepted."""
    due = Dispatch.objects.due(now).not_held_up(WHEN_PAUSED).order_by("send_after", "pk")
    found = [Found(*row) for row in due.values_list(*Found._fields)[:most]]
    if not found:
        return 0
    with locks.alone("reach") as is_free:
        return _send_all(time_budget.within(STINT, _several(found)), now, stopping) if is_free else 0


def _several(found: Iterable[Found]) -> Iterator[list[int]]:
    """Divide what is due into what may be sent at once: one for each target, in order.

    What a process died of is tried alone, so that it uses up nobody else's tries.
    """
    few: list[Found] = []
    for one in found:
        if few and (len(few) == AT_ONCE or any(_keeps_apart(other, one) for other in few)):
            yield [other.pk for other in few]
            few = []
        few.append(one)
    if few:
        yield [other.pk for other in few]


def _keeps_apart(one: Found, other: Found) -> bool:
    is_same = (one.channel, one.target) == (other.channel, other.target)
    return is_same or one.was_stopped or other.was_stopped


def _send_all(several: Iterable[Sequence[int]], now: datetime, stopping: Stopping) -> int:
    accepted = 0
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="reach") as pool:
        for few in several:
            if stopping():
                break
            ready = [one for one in (_ready(pk, now) for pk in few) if one]
            underway = {pool.submit(_carried, one): one.row for one in ready}
            accepted += sum(_note(underway[done], done.result(), now) for done in as_completed(underway))
    return accepted


def _ready(pk: int, now: datetime) -> Underway | None:
    """Claim a dispatch and prepare to send it, if it still makes sense. Never raise for a bad row."""
    if not Dispatch.objects.claim(pk, now, now + LEASE):
        return None
    (row,) = _to_send(pk)
    try:
        if row.attempts > TRIES:
            raise outbox.GivenUp  # each earlier try was stopped in the middle
        if row.notice.is_held_up and row.notice.kind not in WHEN_PAUSED:
            Dispatch.objects.wait(row.pk, now + SOON)
        elif not makes_sense(row, now):
            _end(row, DispatchState.SUPERSEDED)
        elif errand := CARRIERS[row.channel].pack(row, now):
            return Underway(row, errand)
        else:
            _note(row, GONE, now)
    except TooNew:
        Dispatch.objects.wait(row.pk, now + SOON)
    except (OperationalError, InterfaceError):
        raise  # nothing else can be sent either
    except Exception as error:  # one bad row must not stop the others
        _put_off(row, type(error).__name__, now)
    return None


@kept
def _to_send(pk: int) -> QuerySet[Dispatch]:
    return Dispatch.objects.filter(pk=pk).select_related("notice__match", "notice__seat__player")


def makes_sense(row: Dispatch, now: datetime) -> bool:
    """Tell whether what a notice says is still true, and its reader, if it is personal, still wants it."""
    notice = row.notice
    if row.is_personal:
        reader = fan_out.reader_of(notice)
        is_muted = notice.seat is not None and notice.seat.muted
        if (
            reader is None
            or is_muted
            or not channels.wants(reader, row.channel, channels.topic_of(notice.kind))
        ):
            return False
    return outbox.is_true(notice, now)


def _carried(one: Underway) -> CarrierOutcome:
    """Send, in a thread of its own. Never raise."""
    try:
        return one.errand()
    except Exception as error:  # its text may contain an address
        return CarrierOutcome(Answer.FAILED, error=type(error).__name__)


# --- what came of it


def _note(row: Dispatch, outcome: CarrierOutcome, now: datetime) -> bool:
    """Record what came of sending; return whether it was accepted. Never raise for a bad row."""
    has_waited = now - row.created_at >= LONGEST_WAIT
    if outcome.answer == Answer.ACCEPTED:
        _accept(row.pk, row.attempts, outcome.receipt, now)
    elif outcome.answer == Answer.LATER and not has_waited:
        Dispatch.objects.wait(row.pk, now + outcome.pause)
    elif outcome.answer == Answer.FAILED:
        _put_off(row, outcome.error, now)
    else:
        _end(row, DispatchState.FAILED, outcome.error)
        _email_instead(row, now)
    _settle(row, outcome, now)
    return outcome.answer == Answer.ACCEPTED


def _settle(row: Dispatch, outcome: CarrierOutcome, now: datetime) -> None:
    """Let the channel keep what it wants to know; the dispatch itself is recorded."""
    try:
        CARRIERS[row.channel].settle(row, outcome, now)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        log.warning("dispatch_not_settled", dispatch=row.pk, reason=type(error).__name__)


@kept_change
def _accept(pk: int, attempts: int, receipt: str, now: datetime) -> Change:
    mine = Dispatch.objects.filter(pk=pk, attempts=attempts)
    return Change(
        mine, state=DispatchState.ACCEPTED, accepted_at=now, lease_until=None, receipt=receipt, error=""
    )


def _end(row: Dispatch, state: DispatchState, error: str = "") -> None:
    mine = Dispatch.objects.filter(pk=row.pk, attempts=row.attempts)
    mine.update(state=state, lease_until=None, error=error)


def _put_off(row: Dispatch, error: str, now: datetime) -> None:
    """Try again later, or give up and show it."""
    has_failed = row.attempts >= TRIES
    pause = PAUSES[min(row.attempts, len(PAUSES)) - 1]
    Dispatch.objects.filter(pk=row.pk, attempts=row.attempts).update(
        state=DispatchState.FAILED if has_failed else DispatchState.QUEUED,
        send_after=now + pause,
        lease_until=None,
        error=error[:40],
    )
    log.warning("dispatch_put_off", dispatch=row.pk, attempt=row.attempts, given_up=has_failed)
    if has_failed:
        _email_instead(row, now)


def _email_instead(row: Dispatch, now: datetime) -> None:
    """Send the email at once if no other personal notice is on its way or has arrived."""
    others = Dispatch.objects.filter(notice=row.notice_id, is_personal=True, state__in=fan_out.ALIVE)
    if row.is_personal and not others.exists():
        Outbox.objects.hurry(row.notice_id, now)


def forget(now: datetime) -> int:
    """Delete what was sent or given up long ago; return how many."""
    old = Dispatch.objects.filter(created_at__lt=now - KEPT).exclude(state=DispatchState.QUEUED)
    return old.delete()[0]
