"""Whether what an email says is still true when it is due: one function for each kind of truth."""

from __future__ import annotations

from datetime import datetime

from games.circles import belonging
from games.mail.kinds import ASKING, TELLS_STORY, Errand
from games.mail.queue.about import AboutOrders, about_pause
from games.mail.queue.subjects import membership_of, proposal, seat_of, subject_of
from games.models import (
    UNDERWAY,
    Deadline,
    DeadlineKind,
    DeadlineState,
    MailState,
    MatchStatus,
    Outbox,
    Pause,
    Subject,
    Submission,
    Unreachable,
    Vote,
    WhyNot,
    folded,
)
from games.models.submission import IN_PERSON
from games.play import history, loading
from games.play.diff import label
from games.players import account_changes, accounts, codes
from games.rules.kernel.table import questions

# --- in a running match


def is_asked_if_it_asks(row: Outbox, now: datetime) -> bool:
    """Tell whether its question, if it has one, is still open to the same person in the same seat."""
    return not row.question or _is_asked(row)


def _is_asked(row: Outbox) -> bool:
    match, seat = row.match, row.seat
    if match is None or seat is None or not match.is_running or seat.number not in match.awaited:
        return False
    _, table = history.load(match)
    waiting = questions(match.rules, table)
    return any(label(name) == row.question and one.awaited for name, one in waiting.items())


def is_told_by_no_other(row: Outbox, now: datetime) -> bool:
    """Tell whether no email asks its reader something since: that one says that the match has begun."""
    asking = Outbox.objects.filter(seat=row.seat, generation=row.generation, kind__in=ASKING, pk__gt=row.pk)
    return not asking.exclude(state__in=[MailState.SUPERSEDED, MailState.FAILED]).exists()


def is_not_told_yet(row: Outbox, now: datetime) -> bool:
    """Tell whether no email since has described what happened, and its player hasn't seen it by moving."""
    later = Outbox.objects.filter(seat=row.seat, state=MailState.SENT, sent_at__gte=row.created_at)
    later = later.exclude(pk=row.pk)  # another channel may ask when its own email is sent
    moved = Submission.objects.filter(seat=row.seat, door__in=IN_PERSON, at__gt=row.created_at)
    return not (later.filter(kind__in=TELLS_STORY).exists() or moved.exists())


def plan_will_stop(row: Outbox, now: datetime) -> bool:
    """Tell whether the plan it is about is still in force and will stop, before its owner is asked.

    If the stop was undone and then came again, a newer email is about it, and this one isn't needed.
    """
    match, seat = row.match, row.seat
    if match is None or seat is None or not match.is_running:
        return False
    if Outbox.objects.filter(seat=seat, kind=row.kind, pk__gt=row.pk).exists():
        return False
    work = loading.load(match, now)
    laid, about = work.orders.get(seat.number), AboutOrders.find(row.question)
    is_laid = laid is not None and about is not None and about.number == laid.pk
    return is_laid and work.will_stop(seat.number)


# --- about an account


def change_is_known(row: Outbox, now: datetime) -> bool:
    return account_changes.change_of(row) is not None


def code_helps(row: Outbox, now: datetime) -> bool:
    """Tell whether a code still works.

    Anybody may ask for a sign-in code for any address; whether it is sent is decided here.
    """
    return codes.still_holds(row, now) and (row.kind != Errand.SIGN_IN or accounts.may_sign_in(row.to))


# --- beside the game


def vote_is_open(row: Outbox, now: datetime) -> bool:
    said = Vote.objects.filter(match=row.match_id, subject=subject_of(row), seat=row.seat_id)
    is_concerned = subject_of(row) == Subject.REWIND  # also players away, if a move of theirs would be undone
    there = row.seat is not None and (is_concerned or not row.seat.on_autopilot)
    return _is_open(row) and there and proposal(row) is not None and not said.exists()


def is_paused(row: Outbox, now: datetime) -> bool:
    return _last_pause(row, MatchStatus.PAUSED)


def is_resumed(row: Outbox, now: datetime) -> bool:
    return _last_pause(row, MatchStatus.RUNNING)


def _last_pause(row: Outbox, status: MatchStatus) -> bool:
    last = Pause.objects.filter(match=row.match_id).order_by("pk").last()
    return _status(row) == status and last is not None and row.question == about_pause(last).text()


def is_in_those_hands(row: Outbox, now: datetime) -> bool:
    return _is_open(row) and seat_of(row) is not None


def is_on_offer(row: Outbox, now: datetime) -> bool:
    seat = seat_of(row)
    return _is_open(row) and seat is not None and bool(seat.offer)


def plays_itself(row: Outbox, now: datetime) -> bool:
    return _is_open(row) and row.seat is not None and row.seat.on_autopilot


def is_waited_for(row: Outbox, now: datetime) -> bool:
    """Tell whether a nudge still makes sense: its question is open, and both players are still there."""
    seat, match = row.seat, row.match
    if seat is None or match is None or not match.is_running or seat.plays_itself:
        return False
    clocks = Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    asked = clocks.filter(seat=seat.number, asked_at__lte=row.created_at)
    return seat.number in match.awaited and seat_of(row) is not None and asked.exists()


def is_unreachable(row: Outbox, now: datetime) -> bool:
    seat = seat_of(row)
    if not _is_open(row) or seat is None or seat.player is None:
        return False
    return (
        Unreachable.objects.filter(address__lower=folded(seat.player.email))
        .exclude(why=WhyNot.NEVER)
        .exists()
    )


def has_joined(row: Outbox, now: datetime) -> bool:
    return is_filling(row, now) and seat_of(row) is not None


def is_filling(row: Outbox, now: datetime) -> bool:
    return _status(row) == MatchStatus.LOBBY


# --- about no match


def circle_is_waiting(row: Outbox, now: datetime) -> bool:
    """Tell whether an invitation to a circle waits, and its reader meets everyone there."""
    asked = membership_of(row)
    return asked is not None and any(one.pk == asked.pk for one in belonging.invitations(asked.player))


def is_for_good(row: Outbox, now: datetime) -> bool:
    return True


def _is_open(row: Outbox) -> bool:
    return _status(row) in UNDERWAY


def _status(row: Outbox) -> str:
    return row.match.status if row.match else ""
