"""Actions on time: extend it, restart it, end it now, pause and resume the match."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games import play
from games.clocks import Unfit
from games.disputes.moderation.frame import By, Ruled, in_match
from games.match import clocks as timing
from games.match import votes
from games.models import (
    Deadline,
    DeadlineKind,
    DeadlineState,
    Match,
    MatchStatus,
    Ruling,
    RulingKind,
    Seat,
    Vote,
)
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused


def extend(by: By, match_id: int, number: int, more: timedelta, now: datetime) -> Ruling:
    """Give a seat more time for its open questions. Raises Refused."""

    def do(work: Workspace) -> Ruled:
        seat = seat_at(work, number)
        clocks = _clocks(work.match, number, [DeadlineState.RUNNING])
        for clock in clocks:
            try:
                timing.lengthen(clock, more, now)
            except Unfit:
                raise Refused("too_much_time") from None
        return _wound(work, seat, clocks)

    return in_match(by, RulingKind.EXTENDED, match_id, now, do, number)


def restart(by: By, match_id: int, number: int, now: datetime) -> Ruling:
    """Restart a seat's clocks, stuck ones included. Raises Refused."""

    def do(work: Workspace) -> Ruled:
        seat = seat_at(work, number)
        clocks = _clocks(work.match, number, [DeadlineState.RUNNING, DeadlineState.STUCK])
        for clock in clocks:
            timing.start(clock, work.match, seat, timing.clock_of(clock).wait, now)
            work.change(clock, state=DeadlineState.RUNNING, attempts=0, lease_until=None)
        return _wound(work, seat, clocks)

    return in_match(by, RulingKind.RESTARTED, match_id, now, do, number)


def _clocks(match: Match, number: int, states: Iterable[str]) -> list[Deadline]:
    """Find the clocks of a seat; raise Refused if nobody waits for it."""
    check_running(match)
    mine = Deadline.objects.filter(match=match, seat=number, kind=DeadlineKind.QUESTION, state__in=states)
    found = list(mine.exclude(clock="").order_by("due_at", "pk"))
    if not found:
        raise Refused("not_waited_for")
    return found


def _wound(work: Workspace, seat: Seat, clocks: list[Deadline]) -> Ruled:
    for clock in clocks:
        work.change(clock, **{name: getattr(clock, name) for name in timing.FIELDS})
    until = min(clock.due_at for clock in clocks)
    return Ruled(until.isoformat(), seat, everybody(work))


def end_waiting(by: By, match_id: int, number: int, now: datetime, as_of: int | None = None) -> Ruling:
    """Time a seat out now, as if its time were up. Raises Refused.

    Only questions asked by event `as_of` count, so two moderators who mean the same question don't end two.
    """

    def do(work: Workspace) -> Ruled:
        check_running(work.match)
        seat = seat_at(work, number)
        play.force(work, number, as_of)
        return Ruled("", seat, everybody(work))

    return in_match(by, RulingKind.FORCED, match_id, now, do, number)


def pause(by: By, match_id: int, now: datetime) -> Ruling:
    """Pause a match: stop all its clocks. Raises Refused."""

    def do(work: Workspace) -> Ruled:
        check_running(work.match)
        votes.pause(work)
        work.drop(Vote.objects.filter(match=work.match))
        return Ruled("", None, everybody(work))

    return in_match(by, RulingKind.PAUSED, match_id, now, do)


def resume(by: By, match_id: int, now: datetime) -> Ruling:
    """Resume a paused match with the time that was left. Raises Refused."""

    def do(work: Workspace) -> Ruled:
        if work.match.status != MatchStatus.PAUSED:
            raise Refused("not_paused")
        votes.resume(work)
        work.drop(Vote.objects.filter(match=work.match))
        return Ruled("", None, everybody(work))

    return in_match(by, RulingKind.RESUMED, match_id, now, do)


# --- shared with the other actions on matches


def everybody(work: Workspace) -> list[Seat]:
    return list(work.seats.values())


def check_running(match: Match) -> None:
    if not match.is_running:
        raise Refused("not_running")


def seat_at(work: Workspace, number: int) -> Seat:
    """Find a seat; raise Refused."""
    seat = work.seats.get(number)
    if seat is None:
        raise Refused("not_a_seat")
    return seat
