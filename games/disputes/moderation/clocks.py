"""Time: more of it, all of it anew, none that runs; and the end of waiting."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games import play
from games.clocks import Unfit
from games.disputes.moderation.frame import By, Done, in_match
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
from games.rules.kernel.refusal import Refused


def extend(by: By, match_id: int, number: int, more: timedelta, now: datetime) -> Ruling:
    """Give a seat more time for what it is asked now. Raises Refused."""

    def do(match: Match) -> Done:
        seat = seat_at(match, number)
        clocks = _clocks(match, number, [DeadlineState.RUNNING])
        for clock in clocks:
            try:
                timing.lengthen(clock, more, now)
            except Unfit:
                raise Refused("too_much_time") from None
        return _wound(match, seat, clocks)

    return in_match(by, RulingKind.EXTENDED, match_id, now, do, number)


def restart(by: By, match_id: int, number: int, now: datetime) -> Ruling:
    """Let a seat's clock begin anew, one too that was stuck. Raises Refused."""

    def do(match: Match) -> Done:
        seat = seat_at(match, number)
        clocks = _clocks(match, number, [DeadlineState.RUNNING, DeadlineState.STUCK])
        for clock in clocks:
            timing.start(clock, match, seat, timing.clock_of(clock).wait, now)
            clock.state, clock.attempts, clock.lease_until = DeadlineState.RUNNING, 0, None
        return _wound(match, seat, clocks)

    return in_match(by, RulingKind.RESTARTED, match_id, now, do, number)


def _clocks(match: Match, number: int, states: Iterable[str]) -> list[Deadline]:
    """Find the clocks of a seat; raise Refused where nobody waits for it."""
    check_running(match)
    mine = Deadline.objects.filter(match=match, seat=number, kind=DeadlineKind.QUESTION, state__in=states)
    found = list(mine.exclude(clock="").order_by("due_at", "pk"))
    if not found:
        raise Refused("not_waited_for")
    return found


def _wound(match: Match, seat: Seat, clocks: list[Deadline]) -> Done:
    Deadline.objects.bulk_update(clocks, [*timing.FIELDS, "state", "attempts", "lease_until"])
    until = min(clock.due_at for clock in clocks)
    return Done(until.isoformat(), seat, everybody(match))


def end_waiting(by: By, match_id: int, number: int, now: datetime, as_of: int | None = None) -> Ruling:
    """Let silence answer for a seat now, as if its time were up. Raises Refused.

    Only what was asked by event `as_of`: two moderators who mean the same question don't end two.
    """

    def do(match: Match) -> Done:
        check_running(match)
        seat = seat_at(match, number)
        play.force(match, number, now, as_of)
        return Done("", seat, everybody(match))

    return in_match(by, RulingKind.FORCED, match_id, now, do, number)


def pause(by: By, match_id: int, now: datetime) -> Ruling:
    """Let every clock of a match stand still. Raises Refused."""

    def do(match: Match) -> Done:
        check_running(match)
        votes.pause(match, now)
        Vote.objects.filter(match=match).delete()
        return Done("", None, everybody(match))

    return in_match(by, RulingKind.PAUSED, match_id, now, do)


def resume(by: By, match_id: int, now: datetime) -> Ruling:
    """Let a paused match go on, with as much time left as there was. Raises Refused."""

    def do(match: Match) -> Done:
        if match.status != MatchStatus.PAUSED:
            raise Refused("not_paused")
        votes.resume(match, now)
        Vote.objects.filter(match=match).delete()
        return Done("", None, everybody(match))

    return in_match(by, RulingKind.RESUMED, match_id, now, do)


# --- what acts on tables share


def everybody(match: Match) -> list[Seat]:
    return list(match.seats.select_related("player"))


def check_running(match: Match) -> None:
    if not match.is_running:
        raise Refused("not_running")


def seat_at(match: Match, number: int) -> Seat:
    """Find a seat; raise Refused."""
    seat = match.seats.select_related("player").filter(number=number).first()
    if seat is None:
        raise Refused("not_a_seat")
    return seat
