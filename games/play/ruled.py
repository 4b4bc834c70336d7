"""What is done to a whole table over its players' heads: on a locked match, in its caller's transaction."""

from __future__ import annotations

from datetime import datetime

from games import deeds, ladder
from games.models import Door, Match, Vote
from games.play.by_deadline import let_time_run_out
from games.play.finish import finish, running_desk
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import EventNumber


def rewind(match: Match, to: int, door: Door, key: str, now: datetime) -> None:
    """Go back to just after event `to`; raise Refused where that is no moment to go back to.

    Nobody is bound by what was said since, or laid for what won't come so again: plans are off, answers
    under seal and votes void, and all who are asked are asked anew, each by a mail and with all their time.
    """
    desk = running_desk(match, now)
    deeds.rewind(desk, door, key, EventNumber(to))
    Vote.objects.filter(match=match).delete()
    for number in sorted(desk.orders):
        ladder.disarm(desk, number, "rewound")
    finish(desk)


def force(match: Match, number: int, now: datetime) -> None:
    """End the waiting for a seat by the moves of silence; raise Refused where nobody waits for it."""
    desk = running_desk(match, now)
    waiting = [name for name, one in sorted(desk.questions().items()) if desk.awaits(name, one)]
    mine = [name for name in waiting if name.seat == number]
    if not mine:
        raise Refused("not_waited_for")
    for name in mine:
        if name in desk.questions():
            let_time_run_out(desk, name)
    finish(desk)
