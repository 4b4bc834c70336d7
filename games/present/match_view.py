"""What every page about a match needs, for its players and for onlookers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from games.infra.statements import kept
from games.models import Deadline, DeadlineKind, DeadlineState, Match, MatchStatus, Seat
from games.play import history
from games.present.names import Names
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import Seat as SeatNumber


def load_log(match: Match) -> tuple[history.Records, Any]:
    """Load a match's log and fold it; raise HistoryBroken or TooNew.

    No lock is held, so a move may arrive between reading the match and reading its log: try three times.
    """
    for last in (False, False, True):
        try:
            return history.load(match)
        except HistoryBroken:
            if last:
                raise
            match.refresh_from_db()
    raise AssertionError("unreachable")


@kept
def running(matches: Iterable[int]) -> QuerySet[Deadline]:
    """Find the deadlines of open questions, the latest first."""
    rows = Deadline.objects.filter(match__in=matches, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    return rows.order_by("-due_at", "-pk")


class MatchView(ABC):
    """A match as one reader sees it at one moment."""

    now: datetime
    records: history.Records
    table: Any

    @property
    @abstractmethod
    def match(self) -> Match: ...

    @property
    @abstractmethod
    def number(self) -> SeatNumber | None:
        """Give the reader's seat, or None for an onlooker."""

    @property
    def is_over(self) -> bool:
        return self.match.status == MatchStatus.OVER

    @cached_property
    def seats(self) -> list[Seat]:
        return list(Seat.objects.at([self.match])[self.match.pk].values())

    @cached_property
    def names(self) -> Names:
        return Names(self.match.rules, self.seats, self.table.options)

    @cached_property
    def deadlines(self) -> dict[int, Deadline]:
        """Give each awaited seat's running deadline, the earliest if it has several."""
        return {row.seat: row for row in running([self.match.pk]) if row.seat is not None}

    @cached_property
    def clocks(self) -> dict[int, datetime]:
        """Give the time by which each awaited seat has to answer."""
        return {seat: row.due_at for seat, row in self.deadlines.items()}
