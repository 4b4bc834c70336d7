"""A friendly nudge, once a day: an email to the players whose turn it is. All players can see who gets it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.clocks import awake
from games.infra.statements import kept
from games.mail import delivery, queue
from games.mail.kinds import News
from games.match import clocks
from games.match.actions import Did, Pressed, act
from games.models import Act, ActKind, Deadline, DeadlineKind, DeadlineState, Match, Seat
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused

EVERY = timedelta(days=1)
#: A player whose turn has just begun has an email of ours on the way.
GRACE = timedelta(hours=1)


@dataclass(frozen=True)
class NudgeState:
    """Who would get a nudge, from when, and who can't be reached by email."""

    slow: list[Seat]  # waited for long enough, and can be emailed
    soon: datetime | None  # when the next player can be nudged
    unreached: list[Seat]  # waited for, but can't be emailed


def nudge(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Email the players who are waited for; raise Refused if there are none, or it was done within a day."""

    def remind(work: Workspace, mine: Seat) -> Did:
        match = work.match
        if not match.is_running:
            raise Refused("not_running")
        if mine.player_id is None:
            raise Refused("not_a_seat")
        if nudged_at(match, mine, now):
            raise Refused("nudged_already")
        others = [one for one in work.seats.values() if one != mine]
        slow = stand(match, others, clocks_of(match), now).slow
        if not slow:
            raise Refused("nobody_to_nudge")
        for one in slow:
            later = awake(now, clocks.rhythm_of(one.player))
            work.notify(News.NUDGED, queue.about_seat_now(mine, now), [one], not_before=later)
        return ActKind.NUDGED, ",".join(str(one.number) for one in slow)

    act(match_id, number, now, pressed, remind)


def stand(match: Match, others: Sequence[Seat], asked_at: dict[int, datetime], now: datetime) -> NudgeState:
    """Tell which of these players a nudge would reach, from what all players know of them.

    Query for all of them, so that a page costs the same however many are waited for.
    """
    waited = [one for one in others if one.number in match.awaited and not one.plays_itself and one.player]
    gone = delivery.cut_off(others)
    unreached = [one for one in waited if one.number in gone or one.gets_no_mails]
    from_when = {
        one: asked_at[one.number] + GRACE for one in waited if one not in unreached and one.number in asked_at
    }
    slow = [one for one, at in from_when.items() if at <= now]
    return NudgeState(slow, min((at for at in from_when.values() if at > now), default=None), unreached)


def clocks_of(match: Match) -> dict[int, datetime]:
    """Tell since when each seat is waited for, by the clocks that everybody can see."""
    rows = Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    return {row.seat: row.asked_at for row in rows.order_by("-asked_at", "-pk") if row.seat is not None}


def latest(match: Match, now: datetime) -> list[Act]:
    """List the nudges of the last day; all players may see them."""
    return _nudges(match, now - EVERY)


@kept
def _nudges(match: Match, after: datetime) -> QuerySet[Act]:
    found = Act.objects.filter(match=match, kind=ActKind.NUDGED, at__gt=after)
    return found.select_related("seat").order_by("pk")


def nudged_at(match: Match, seat: Seat, now: datetime) -> datetime | None:
    """Tell when the current player of a seat last nudged within a day; None if they didn't."""
    mine = [one.at for one in latest(match, now) if is_of(one, seat)]
    return mine[-1] if mine else None


def is_of(one: Act, seat: Seat) -> bool:
    return (one.seat_id, one.generation) == (seat.pk, seat.generation)
