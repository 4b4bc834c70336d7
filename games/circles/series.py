"""Series: matches of the same people, one after another, until somebody has won the majority.

A shared first place is a win for nobody, so a series may take more matches than its name says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.models import Match, MatchStatus, Seat, SeatRecord, Series, SeriesMatch, introduced

LENGTHS = (1, 3, 5, 7)
#: A person, or a robot by its seat.
Side = UUID | int


@dataclass(frozen=True)
class SideScore:
    name: str
    wins: int
    has_won: bool


@dataclass(frozen=True)
class SeriesScore:
    """How a series stands, as one of its matches shows it."""

    best_of: int
    wins_needed: int
    number: int  # of this match
    sides: list[SideScore]

    @property
    def is_decided(self) -> bool:
        return any(side.has_won for side in self.sides)


def begin(match: Match, best_of: int) -> None:
    """Let a match be the first of a series, in the transaction that opens it."""
    if best_of > 1:
        SeriesMatch.objects.create(match=match, series=Series.objects.create(best_of=best_of), number=1)


def best_of(match: Match) -> int:
    """Return how long a series a match belongs to; 1 if to none."""
    mine = SeriesMatch.objects.filter(match=match).select_related("series").first()
    return mine.series.best_of if mine else 1


def goes_on(match: Match) -> SeriesMatch | None:
    """Find the place of a match in a series that isn't decided yet, and lock that series."""
    mine = SeriesMatch.objects.filter(match=match).first()
    if mine is None:
        return None
    series = Series.objects.select_for_update().get(pk=mine.series_id)
    mine.series = series
    return None if max(wins_of(series).values(), default=0) >= series.wins_needed else mine


def following(mine: SeriesMatch) -> Match | None:
    """Find the match after one, unless it was called off, which is forgotten then."""
    after = SeriesMatch.objects.filter(series=mine.series_id, number__gt=mine.number).select_related("match")
    found = after.order_by("number").first()
    if found is not None and found.match.status == MatchStatus.CLOSED:
        after.delete()
        return None
    return found.match if found else None


def follow(mine: SeriesMatch, match: Match) -> None:
    """Let a match be the next of a series, in the transaction that opens it."""
    SeriesMatch.objects.create(match=match, series=mine.series, number=mine.number + 1)


def wins_of(series: Series, but: int = 0) -> Counter[Side]:
    """Count who has won how many of the finished matches, but for one of them."""
    won: Counter[Side] = Counter()
    for match, places in _firsts(series).items():
        if len(places) == 1 and match != but:
            won.update(places)
    return won


def _firsts(series: Series) -> dict[int, list[Side]]:
    """Return who came first in each finished match of a series."""
    first = SeatRecord.objects.filter(record__match__series_match__series=series, rank=1)
    first = first.filter(record__is_counted=True)
    found: dict[int, list[Side]] = {}
    for record, number, player, robot in first.values_list("record", "number", "player", "is_robot"):
        found.setdefault(record, []).append(number if robot or player is None else player)
    return found


def score_of(match: Match, seats: Iterable[Seat], first: Sequence[int] = ()) -> SeriesScore | None:
    """Tell how the series of a match stands; None if it belongs to none.

    Of a match that has just ended nothing is kept yet, so `first` says which seats came first in it.
    """
    mine = SeriesMatch.objects.filter(match=match).select_related("series").first()
    if mine is None:
        return None
    won, needed, table = wins_of(mine.series, match.pk if first else 0), mine.series.wins_needed, list(seats)
    won.update([seat.player_id or seat.number for seat in table if [seat.number] == [*first]])
    names = introduced(table)
    sides = [
        SideScore(names[seat.number], wins, wins >= needed)
        for seat in table
        for wins in [won[seat.player_id or seat.number]]
    ]
    return SeriesScore(
        mine.series.best_of,
        needed,
        mine.number,
        sorted(sides, key=lambda side: (-side.wins, side.name)),
    )
