"""Days off in one match: a number for each seat, chosen by its player, visible to all players.

They count from the next question on: a running clock keeps the days it began with.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from games import clocks
from games.match.actions import Did, Pressed, act
from games.models import UNDERWAY, ActKind, Match, Player, Seat
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused

AHEAD = timedelta(days=366)


def take(
    match_id: int, number: int, first: date, last: date, now: datetime, pressed: Pressed | None = None
) -> None:
    """Take all days from the first to the last; raise Refused for past days, or more than are left."""

    def take_days(work: Workspace, seat: Seat) -> Did:
        today = today_of(work.match, seat, now)
        if not today <= first <= last <= today + AHEAD:
            raise Refused("days")
        return _keep(work, seat, {*seat.holidays_taken(), *days(first, last)}, ActKind.TOOK_DAYS)

    act(match_id, number, now, pressed, take_days)


def take_everywhere(
    player: Player, first: date, last: date, now: datetime
) -> tuple[int, list[tuple[Seat, Refused]]]:
    """Take the days in all matches of a player; return in how many it worked, and each refusal."""
    seats = Seat.objects.filter(player=player, match__status__in=UNDERWAY).select_related("match", "player")
    refused = []
    mine = list(seats.order_by("pk"))
    for seat in mine:
        try:
            take(seat.match_id, seat.number, first, last, now)
        except Refused as why:
            refused.append((seat, why))
    return len(mine) - len(refused), refused


def give_back(
    match_id: int, number: int, first: date, last: date, now: datetime, pressed: Pressed | None = None
) -> None:
    """Give back those of the days that haven't begun. Raises Refused."""

    def give(work: Workspace, seat: Seat) -> Did:
        today = today_of(work.match, seat, now)
        kept = {day for day in seat.holidays_taken() if day <= today or not first <= day <= last}
        return _keep(work, seat, kept, ActKind.GAVE_DAYS)

    act(match_id, number, now, pressed, give)


def today_of(match: Match, seat: Seat, now: datetime) -> date:
    """Return today's date where the player lives; raise Refused where nobody can have holidays."""
    if match.status not in UNDERWAY:
        raise Refused("not_running")
    if seat.player is None:
        raise Refused("not_a_seat")
    return now.astimezone(ZoneInfo(seat.player.time_zone)).date()


def days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]


def spans(taken: list[date]) -> list[tuple[date, date]]:
    """Group consecutive days."""
    found: list[tuple[date, date]] = []
    for day in sorted(taken):
        if found and found[-1][1] + timedelta(days=1) == day:
            found[-1] = (found[-1][0], day)
        else:
            found.append((day, day))
    return found


def _keep(work: Workspace, seat: Seat, chosen: set[date], kind: ActKind) -> Did:
    before, allowed = seat.holidays_taken(), work.match.holidays_allowed
    if chosen == {*before}:
        return None
    try:
        clocks.Holidays(allowed, tuple(sorted(chosen)))
    except clocks.Unfit:
        raise Refused("holidays", left=allowed - len(before)) from None
    work.change(seat, holidays=[day.isoformat() for day in sorted(chosen)])
    changed = sorted(chosen ^ {*before})
    return kind, f"{changed[0]} {changed[-1]}"
