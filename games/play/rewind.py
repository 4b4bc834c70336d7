"""Rewind a match, or end the wait for a seat. The caller locks the match and writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.db.models import F

from games.models import UNDERWAY, Door, Submission, Vote
from games.play import actions, autoplay, effects, loading
from games.play.timeouts import let_time_run_out
from games.play.transaction import conclude
from games.play.workspace import Workspace
from games.rules.kernel.fold import played
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import EventNumber


def rewind(work: Workspace, to: int, door: Door, key: str) -> None:
    """Go back to just after event `to`, in a paused match too; raise Refused if there is no such moment.

    Nothing prepared or agreed for the old course of play binds anybody: plans, sealed answers and votes are
    dropped, and every open question is asked again, with an email and its full time. Silences counted since
    then, and what was taken from time banks, are undone too.
    """
    if work.match.status not in UNDERWAY:
        raise Refused("not_running")
    loading.fill([work])
    undone = _undone(work, to)
    actions.rewind(work, door, key, EventNumber(to))
    _forget_silences(work, undone)
    effects.banks_as_of(work, to)
    work.drop(Vote.objects.filter(match=work.match))
    for number in sorted(work.orders):
        autoplay.disarm(work, number, "rewound")
    conclude(work)


def _undone(work: Workspace, to: int) -> list[Submission]:
    """List the silence moves since event `to` of players who still have their seat, if not undone already."""
    standing = {record.number for record in played(work.records)}
    silent = Submission.objects.filter(match=work.match, door=Door.TIMER, first_event__gt=to)
    mine = silent.filter(first_event__gt=F("seat__since")).select_related("seat")
    return [one for one in mine if one.first_event in standing]


def _forget_silences(work: Workspace, undone: Iterable[Submission]) -> None:
    """Uncount silences that were undone, and end automatic play that began because of them."""
    for number, times in Counter(one.seat.number for one in undone if one.seat).items():
        seat = work.seats[number]
        work.change(seat, silences=max(seat.silences - times, 0))
        if seat.on_autopilot and not seat.gave_up and seat.silences < work.match.silences_allowed:
            work.change(seat, on_autopilot=False, offer="")


def force(work: Workspace, number: int, as_of: int | None = None) -> None:
    """Make the silence moves for a seat that play waits for; raise Refused if play doesn't wait for it.

    Also refuse if all its questions are newer than event `as_of`: the caller hadn't seen them yet.
    """
    if not work.match.is_running:
        raise Refused("not_running")
    loading.fill([work])
    waiting = [name for name, one in sorted(work.questions().items()) if work.awaits(name, one)]
    mine = [name for name in waiting if name.seat == number]
    if not mine:
        raise Refused("not_waited_for")
    mine = [name for name in mine if as_of is None or max(name.rewound, name.opened) <= as_of]
    if not mine:
        raise Refused("asked_since")
    for name in mine:
        if name in work.questions():
            let_time_run_out(work, name)
    conclude(work)
