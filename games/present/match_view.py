"""What everybody needs who looks at a table, whether they sit at it or not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import datetime
from functools import cached_property
from typing import Any

from games.models import Deadline, DeadlineKind, DeadlineState, Match, MatchStatus, Seat
from games.play import history
from games.present.names import Names
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import Seat as SeatNumber


def loaded(match: Match) -> tuple[history.Records, Any]:
    """Load a match's log and its table; raise HistoryBroken or TooNew.

    No lock is held: a move may come between reading the match and reading its log.
    """
    for last in (False, False, True):
        try:
            return history.load(match)
        except HistoryBroken:
            if last:
                raise
            match.refresh_from_db()
    raise AssertionError("unreachable")


class Looking(ABC):
    """A table before somebody's eyes, as of one moment."""

    now: datetime
    records: history.Records
    table: Any

    @property
    @abstractmethod
    def match(self) -> Match: ...

    @property
    @abstractmethod
    def number(self) -> SeatNumber | None:
        """Name the seat of who looks, if they have one."""

    @property
    def is_over(self) -> bool:
        return self.match.status == MatchStatus.OVER

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.match.seats.select_related("player"))

    @cached_property
    def names(self) -> Names:
        return Names(self.match.rules, self.seats, self.table.options)

    @cached_property
    def deadlines(self) -> dict[int, Deadline]:
        """Give the clock that runs out first of each seat that is waited for."""
        rows = Deadline.objects.filter(
            match=self.match, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING
        ).order_by("-due_at", "-pk")
        return {row.seat: row for row in rows if row.seat is not None}

    @cached_property
    def clocks(self) -> dict[int, datetime]:
        """Say until when each seat is waited for."""
        return {seat: row.due_at for seat, row in self.deadlines.items()}
