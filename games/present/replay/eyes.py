"""With whose eyes one looks back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.models import Seat
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.rules.kernel.seats import Seat as SeatNumber

OPEN, ONLOOKER = "open", "public"


class Eyes(NamedTuple):
    """Whose knowledge is shown: what happened up to event `since` was seen by the public alone."""

    key: str
    reader: Reader
    since: int = 0

    def reader_of(self, number: int) -> Reader:
        """Give the reader for whom an event and the table after it are shown."""
        return PUBLIC if number <= self.since else self.reader

    @property
    def seat(self) -> SeatNumber | None:
        """Give the seat whose knowledge this is; None for what all or the public know."""
        return None if self.reader in (AFTERWARDS, PUBLIC) else SeatNumber(self.reader)


def of_seat(number: int, since: int = 0) -> Eyes:
    return Eyes(f"seat-{number}", SeatNumber(number), since)


def of_onlooker() -> Eyes:
    return Eyes(ONLOOKER, PUBLIC)


def offered(mine: Seat, seats: Iterable[Seat], *, is_over: bool) -> list[Eyes]:
    """List the eyes a player may look with: all of them once the match is over, before that their own."""
    if not is_over:
        return [of_seat(mine.number, mine.since)]
    return [Eyes(OPEN, AFTERWARDS), *(of_seat(one.number) for one in seats)]
