"""Whether news is news still when its time to go has come."""

from __future__ import annotations

from collections.abc import Callable

from games.mail.queue.about import about_pause, proposal, seat_of, subject_of
from games.mail.queue.news import News
from games.models import (
    UNDERWAY,
    Deadline,
    DeadlineKind,
    DeadlineState,
    MatchStatus,
    Outbox,
    Pause,
    Subject,
    Unreachable,
    Vote,
    WhyNot,
)

#: While these hold, it matters who sits where.


def is_true(row: Outbox) -> bool:
    """Tell whether this is news still: the vote open, the pause not over, the seat in the same hands."""
    return STILL[News(row.kind)](row)


def _is_asked(row: Outbox) -> bool:
    said = Vote.objects.filter(match=row.match_id, subject=subject_of(row), seat=row.seat_id)
    is_concerned = subject_of(row) == Subject.REWIND  # who is away too, if a move of theirs would be undone
    there = row.seat is not None and (is_concerned or not row.seat.on_autopilot)
    return _is_open(row) and there and proposal(row) is not None and not said.exists()


def _is_paused(row: Outbox) -> bool:
    return _last_pause(row, MatchStatus.PAUSED)


def _is_resumed(row: Outbox) -> bool:
    return _last_pause(row, MatchStatus.RUNNING)


def _last_pause(row: Outbox, status: MatchStatus) -> bool:
    last = Pause.objects.filter(match=row.match_id).order_by("pk").last()
    return _status(row) == status and last is not None and row.question == about_pause(last)


def _is_in_those_hands(row: Outbox) -> bool:
    return _is_open(row) and seat_of(row) is not None


def _is_on_offer(row: Outbox) -> bool:
    seat = seat_of(row)
    return _is_open(row) and seat is not None and bool(seat.offer)


def _plays_itself(row: Outbox) -> bool:
    return _is_open(row) and row.seat is not None and row.seat.on_autopilot


def _is_waited_for(row: Outbox) -> bool:
    """Tell whether what it is about is still asked, of somebody who answers, and who gave it still there."""
    seat, match = row.seat, row.match
    if seat is None or match is None or not match.is_running or seat.plays_itself:
        return False
    clocks = Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    asked = clocks.filter(seat=seat.number, asked_at__lte=row.created_at)
    return seat.number in match.awaited and seat_of(row) is not None and asked.exists()


def _is_unreachable(row: Outbox) -> bool:
    seat = seat_of(row)
    if not _is_open(row) or seat is None or seat.player is None:
        return False
    return Unreachable.objects.filter(address__iexact=seat.player.email).exclude(why=WhyNot.NEVER).exists()


def _has_joined(row: Outbox) -> bool:
    return _is_filling(row) and seat_of(row) is not None


def _is_filling(row: Outbox) -> bool:
    return _status(row) == MatchStatus.LOBBY


def _is_for_good(_: Outbox) -> bool:
    return True


def _is_open(row: Outbox) -> bool:
    return _status(row) in UNDERWAY


def _status(row: Outbox) -> str:
    return row.match.status if row.match else ""


#: What has happened for good, and is told whatever becomes of the table since.
FOR_GOOD = (
    News.CLOSED,
    News.REWOUND,
    News.REPLACED,
    News.CALLED_OFF,
    News.STOPPED,
    News.FLAGGED,
    News.ANSWERED,
    News.DECIDED,
    News.APPEALED,
    News.NEW_CASE,
    News.MORE_SAID,
    News.RULED,
)
STILL: dict[News, Callable[[Outbox], bool]] = {
    **dict.fromkeys(FOR_GOOD, _is_for_good),
    News.PROPOSED: _is_asked,
    News.PAUSED: _is_paused,
    News.RESUMED: _is_resumed,
    News.GAVE_UP: _is_in_those_hands,
    News.OFFERED: _is_on_offer,
    News.TAKEN: _is_in_those_hands,
    News.ON_AUTOPILOT: _plays_itself,
    News.ON_OFFER: _is_on_offer,
    News.NUDGED: _is_waited_for,
    News.JOINED: _has_joined,
    News.LEFT: _is_filling,
    News.DECLINED: _is_filling,
    News.UNREACHABLE: _is_unreachable,
}
