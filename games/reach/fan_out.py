"""Give a notice to the other channels when it becomes due, and decide whether an email follows.

This happens at the first claim of its row in the outbox, so a move writes one row, whatever its readers
chose. A notice that is given twice, because a process died in between, is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final
from uuid import uuid4

from django.db.models import QuerySet

from games.infra.locks import writing
from games.infra.statements import Change, Insert, kept, kept_change, new_row, send
from games.mail.kinds import ASKING_IN_TURN, INVITING, OF_ACCOUNT, TO_STRANGERS
from games.models import Deadline, Dispatch, DispatchState, Outbox, Player, folded
from games.reach import channels, seen
from games.reach.carrier import Target
from games.reach.carriers import CARRIERS
from games.reach.wording import clock_of

#: How soon to look again whether another channel has got through.
SOON = timedelta(minutes=1)
#: An email follows at the latest when this part of the time to answer has passed.
PART = 4


class Never(Enum):
    """Said instead of a moment: no email is needed."""

    NEVER = auto()


NEVER: Final = Never.NEVER
IsTrue = Callable[[Outbox, datetime], bool]


def email_due(row: Outbox, now: datetime, is_true: IsTrue) -> datetime | Never | None:
    """Give a claimed notice to other channels; return when its email is due: None is now."""
    reader = reader_of(row)
    if row.fanned_out_at is None and row.kind not in TO_STRANGERS | OF_ACCOUNT:
        fan_out(row, reader, now, is_true)
    if reader is None:
        return None
    if silence := channels.silent_until(reader, row, now):
        return silence
    return _beside(row, reader, now) if row.fanned_out_at else None


def reader_of(row: Outbox) -> Player | None:
    """Find the account of who is to hear this; None if a former player was, or a stranger."""
    if row.kind in OF_ACCOUNT | TO_STRANGERS | INVITING:
        return None
    if row.seat is None:
        return Player.objects.filter(email__lower=folded(row.to), is_active=True).first() if row.to else None
    player = row.seat.player if row.seat.generation == row.generation else None
    return player if player is not None and player.is_active else None


# --- to the other channels


def fan_out(row: Outbox, reader: Player | None, now: datetime, is_true: IsTrue) -> None:
    """Write a dispatch for each target, unless there is none or what the notice says is no longer true."""
    found = [*_targets(row, reader)]
    if not found or not is_true(row, now):
        return
    made = [_dispatch(row, reader, now, channel, target) for channel, target in found]
    with writing():
        send([Insert(Dispatch, made, ignore_conflicts=True), _note.later(row.pk, row.attempts, now)])
    row.fanned_out_at = now


@kept_change
def _note(pk: int, attempts: int, now: datetime) -> Change:
    return Change(Outbox.objects.filter(pk=pk, attempts=attempts), fanned_out_at=now)


def _targets(row: Outbox, reader: Player | None) -> Iterator[tuple[str, Target]]:
    """Find where a notice goes beside email. What a seat that plays itself is asked goes nowhere."""
    topic = channels.topic_of(row.kind)
    asks_nobody = row.kind in ASKING_IN_TURN and row.seat is not None and row.seat.plays_itself
    if not topic or asks_nobody:
        return
    for channel, carrier in CARRIERS.items():
        for target in carrier.targets(row, reader):
            if not target.is_personal or _wants(row, reader, channel, topic):
                yield channel, target


def _wants(row: Outbox, reader: Player | None, channel: str, topic: str) -> bool:
    is_muted = row.seat is not None and row.seat.muted
    return reader is not None and not is_muted and channels.wants(reader, channel, topic)


def _dispatch(row: Outbox, reader: Player | None, now: datetime, channel: str, target: Target) -> Dispatch:
    """Make the row for one target. What is personal waits for the end of quiet hours and of a silence."""
    at = now
    if target.is_personal and reader is not None:
        at = channels.may_ring_at(reader, channels.silent_until(reader, row, now) or now)
    return new_row(
        Dispatch,
        notice=row,
        channel=channel,
        target=target.number,
        is_personal=target.is_personal,
        reason=target.reason or f"notice {row.pk}",
        key=uuid4(),
        send_after=at,
        created_at=now,
    )


# --- and by email


def _beside(row: Outbox, reader: Player, now: datetime) -> datetime | Never | None:
    """Decide when an email is due beside what other channels were given: None is now."""
    own = [one for one in _personal(row.pk) if one.state in ALIVE]
    if not own:
        return None
    if _is_seen(row, own):
        return NEVER
    if not channels.wants_email(reader, channels.topic_of(row.kind)):
        got_through = any(one.state == DispatchState.ACCEPTED for one in own)
        return NEVER if got_through else max(now, *(one.send_after for one in own)) + SOON
    if not reader.email_after:
        return None
    later = _patience_ends(row, reader, max(one.send_after for one in own))
    return later if later > now else None


ALIVE = frozenset({DispatchState.QUEUED, DispatchState.ACCEPTED})


@kept
def _personal(notice: int) -> QuerySet[Dispatch]:
    return Dispatch.objects.filter(notice=notice, is_personal=True).order_by("pk")


def _is_seen(row: Outbox, own: list[Dispatch]) -> bool:
    """Tell whether the reader has opened a notice, or looked at the page of the match since."""
    looked_at = row.seat.seen_at if row.seat else None
    if looked_at is not None and looked_at >= row.created_at:
        seen.note_look(row.pk, looked_at)
        return True
    return any(one.seen_at for one in own)


def _patience_ends(row: Outbox, reader: Player, since: datetime) -> datetime:
    """Return when a notice has been unopened for too long: as its reader says, but early enough to answer."""
    later = since + timedelta(minutes=reader.email_after)
    clock: Deadline | None = clock_of(row) if row.question else None
    return min(later, since + (clock.due_at - since) / PART) if clock else later
