"""Whom a match waits for, since when and why: what all its players may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.mail import delivery
from games.models import Deadline, Match, Seat, names_of
from games.present.match_view import running

NEW = timedelta(minutes=2)
#: By match and seat.
Clocks = Mapping[tuple[int, int], Deadline]
Tables = Mapping[int, Mapping[int, Seat]]


@dataclass(frozen=True)
class Waited:
    """A player whom a match waits for."""

    name: str
    mine: bool
    robot: bool
    on_autopilot: bool
    muted: bool  # gets no emails of this match
    cut_off: bool  # no email reaches the address
    since: datetime | None
    due: datetime | None

    @property
    def itself(self) -> bool:
        return self.robot or self.on_autopilot

    def is_new(self, now: datetime) -> bool:
        """Tell whether it became their turn within the last minutes."""
        return self.since is not None and now - self.since < NEW

    def is_slow(self, now: datetime) -> bool:
        """Tell whether more than half of their time has passed."""
        return self.since is not None and self.due is not None and now - self.since > self.due - now


def clocks_at(matches: Iterable[Match]) -> Clocks:
    """Give the earliest deadline of each seat whose turn it is, by match and seat."""
    last_first = running(match.pk for match in matches)
    return {(row.match_id, row.seat): row for row in last_first if row.seat is not None}


def cut_off_at(tables: Tables) -> set[tuple[int, int]]:
    """List the seats whose players no email reaches, by match and number."""
    sitting = [seat for table in tables.values() for seat in table.values() if seat.player]
    gone = delivery.unreachable(seat.player.email for seat in sitting if seat.player)
    return {
        (seat.match_id, seat.number) for seat in sitting if seat.player and seat.player.email.lower() in gone
    }


def waited_at(
    match: Match,
    table: Mapping[int, Seat],
    clocks: Clocks,
    cut_off: Set[tuple[int, int]],
    mine: Seat | None = None,
) -> list[Waited]:
    """List the players whom a match waits for, the one who has kept it waiting longest first."""
    if not match.is_running:
        return []
    called = names_of(table.values())
    found = [
        _waited(table[number], called[number], clocks, cut_off, mine)
        for number in match.awaited
        if number in table
    ]
    return sorted(found, key=lambda one: (one.since is None, one.since.timestamp() if one.since else 0.0))


def _waited(
    seat: Seat, name: str, clocks: Clocks, cut_off: Set[tuple[int, int]], mine: Seat | None
) -> Waited:
    clock = clocks.get((seat.match_id, seat.number))
    return Waited(
        name,
        seat == mine,
        bool(seat.robot),
        seat.on_autopilot,
        seat.gets_no_mails,
        (seat.match_id, seat.number) in cut_off,
        clock.asked_at if clock else None,
        clock.due_at if clock else None,
    )
