"""The matches a player sits at, those that wait for the player first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from games.models import Deadline, DeadlineKind, DeadlineState, Match, MatchStatus, Player, Seat, names_of


@dataclass(frozen=True)
class Seated:
    """One match in a player's list."""

    seat: Seat
    waits: bool
    due: datetime | None
    others: str

    @property
    def match(self) -> Match:
        return self.seat.match


def matches_of(player: Player, *, running: bool, most: int | None = None) -> list[Seated]:
    """List a player's matches: those that wait for the player first, the most urgent on top."""
    seats = Seat.objects.filter(player=player, match__is_scratch=False).select_related("match")
    ended = (MatchStatus.OVER, MatchStatus.CLOSED)
    seats = seats.exclude(match__status__in=ended) if running else seats.filter(match__status__in=ended)
    mine = list(seats.order_by("-match__ended_at", "-match_id")[:most])
    dues = _dues(mine)
    names = _others(mine)
    found = [
        Seated(
            seat,
            seat.match.is_running and seat.number in seat.match.awaited,
            dues.get((seat.match_id, seat.number)),
            names.get(seat.match_id, ""),
        )
        for seat in mine
    ]
    return sorted(found, key=lambda one: (not one.waits, one.due.timestamp() if one.due else 0.0))


def _dues(mine: Iterable[Seat]) -> dict[tuple[int, int | None], datetime]:
    rows = Deadline.objects.filter(
        match__in=[seat.match_id for seat in mine],
        kind=DeadlineKind.QUESTION,
        state=DeadlineState.RUNNING,
    ).order_by("-due_at")
    return {(row.match_id, row.seat): row.due_at for row in rows}


def _others(mine: Iterable[Seat]) -> dict[int, str]:
    own = {seat.match_id: seat.number for seat in mine}
    tables = Seat.objects.at(seat.match for seat in mine)
    called = {match: names_of(table.values()) for match, table in tables.items()}
    return {
        match: ", ".join(name for number, name in names.items() if number != own[match])
        for match, names in called.items()
    }


def waiting_for(player: Player) -> list[str]:
    """Name the matches that wait for a player, the most urgent first."""
    seats = Seat.objects.filter(
        player=player, match__status=MatchStatus.RUNNING, match__is_scratch=False
    ).select_related("match")
    mine = [seat for seat in seats if seat.number in seat.match.awaited]
    dues = _dues(mine)
    mine.sort(key=lambda seat: due.timestamp() if (due := dues.get((seat.match_id, seat.number))) else 0.0)
    return [seat.match.public_id for seat in mine]
