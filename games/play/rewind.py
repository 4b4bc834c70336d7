"""What is done to a whole match over its players' heads. The caller locks the match and writes."""

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
    """Go back to just after event `to`, in a paused match too; raise Refused for no such moment.

    Nobody is bound by what was said since, or laid for what won't come so again: plans are off, answers
    under seal and votes void, and all who are asked are asked anew, each by an email and with all their time.
    Silences that were counted since, and what was taken from time banks, never were.
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
    """List what silence has answered since, for who still has the seat; not what was undone already."""
    standing = {record.number for record in played(work.records)}
    silent = Submission.objects.filter(match=work.match, door=Door.TIMER, first_event__gt=to)
    mine = silent.filter(first_event__gt=F("seat__since")).select_related("seat")
    return [one for one in mine if one.first_event in standing]


def _forget_silences(work: Workspace, undone: Iterable[Submission]) -> None:
    """Count no silence that never was, nor leave a seat to the autopilot for it."""
    for number, times in Counter(one.seat.number for one in undone if one.seat).items():
        seat = work.seats[number]
        work.change(seat, silences=max(seat.silences - times, 0))
        if seat.on_autopilot and not seat.gave_up and seat.silences < work.match.silences_allowed:
            work.change(seat, on_autopilot=False, offer="")


def force(work: Workspace, number: int, as_of: int | None = None) -> None:
    """End the waiting for a seat by the moves of silence; raise Refused where nobody waits for it.

    What was asked after event `as_of` nobody meant who saw the match before: that is refused too.
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
