"""Series: matches of the same people, one after another, until somebody has won the majority.

A shared first place is a win for nobody, so a series may take more matches than its name says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Coalesce

from games.infra.statements import kept
from games.models import Match, MatchStatus, Seat, SeatRecord, Series, SeriesMatch, introduced

LENGTHS = (1, 3, 5, 7)
#: A person, or a robot by its seat.
Side = UUID | int
#: Seats by match and number.
Tables = Mapping[int, Mapping[int, Seat]]


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
    is_latest: bool = True  # no match after this one has ended

    @property
    def is_decided(self) -> bool:
        return any(side.has_won for side in self.sides)

    @property
    def offers_next(self) -> bool:
        """Tell whether one press after this match leads to the next of the series."""
        return self.is_latest and not self.is_decided

    @property
    def is_past(self) -> bool:
        """Tell whether the series went on after this match and isn't decided: there is nothing to press."""
        return not self.is_latest and not self.is_decided


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


# --- how it stands


def scores_at(tables: Tables) -> dict[int, SeriesScore]:
    """Tell how the series of some matches stand, by match; the same few statements however many there are."""
    places = places_at(tables)
    numbers = {place.series_id: place.series for place in places}
    firsts, ended = _firsts(numbers), _last_ended(numbers)
    return {
        place.match_id: _score(
            place,
            wins_among(firsts[place.series_id]),
            list(tables[place.match_id].values()),
            may_go_on=place.number >= ended[place.series_id] and not getattr(place, "is_due", False),
        )
        for place in places
    }


def score_of(match: Match, seats: Iterable[Seat], first: Sequence[int] = ()) -> SeriesScore | None:
    """Tell how the series of a match stands; None if it belongs to none.

    Of a match that has just ended nothing is kept yet, so `first` says which seats came first in it.
    """
    place = places_at.first([match.pk])
    if place is None:
        return None
    table = list(seats)
    won = wins_of(place.series, match.pk if first else 0)
    won.update([_side(seat) for seat in table if [seat.number] == [*first]])
    ended = _last_ended([place.series_id])[place.series_id]
    return _score(place, won, table, may_go_on=place.number >= ended)


@kept
def places_at(matches: Iterable[int]) -> QuerySet[SeriesMatch]:
    """Find the places of matches in their series; `is_due` if a result isn't kept yet."""
    found = SeriesMatch.objects.filter(match__in=matches).select_related("series")
    return found.annotate(is_due=Coalesce(F("match__record__is_due"), Value(False))).order_by("match_id")


def wins_of(series: Series, but: int = 0) -> Counter[Side]:
    """Count who has won how many of the finished matches, but for one of them."""
    return wins_among(_firsts([series.pk])[series.pk], but)


def wins_among(firsts: Mapping[int, Sequence[Side]], but: int = 0) -> Counter[Side]:
    """Count the wins in matches whose first places are given: a place that is shared is a win for nobody."""
    return Counter(sides[0] for match, sides in firsts.items() if len(sides) == 1 and match != but)


def _firsts(series: Iterable[int]) -> dict[int, dict[int, list[Side]]]:
    """Return who came first in each finished match, by series and match."""
    found: dict[int, dict[int, list[Side]]] = {one: {} for one in series}
    for one, match, number, player in _first_places([*found]):
        found[one].setdefault(match, []).append(number if player is None else player)
    return found


@kept
def _first_places(series: Iterable[int]) -> QuerySet[SeatRecord, tuple[int, int, int, UUID | None]]:
    first = SeatRecord.objects.filter(record__match__series_match__series__in=series, rank=1)
    rows = first.filter(record__is_counted=True).order_by("record", "number")
    return rows.values_list("record__match__series_match__series", "record", "number", "player")


def _last_ended(series: Iterable[int]) -> dict[int, int]:
    """Return the number of the latest match that is over, by series."""
    found = dict.fromkeys(series, 0)
    for one, number in _ended([*found]):
        found[one] = max(found[one], number)
    return found


@kept
def _ended(series: Iterable[int]) -> QuerySet[SeriesMatch, tuple[int, int]]:
    over = SeriesMatch.objects.filter(series__in=series, match__status=MatchStatus.OVER)
    return over.order_by("series", "number").values_list("series", "number")


def _side(seat: Seat) -> Side:
    return seat.player_id or seat.number


def _score(place: SeriesMatch, won: Counter[Side], table: list[Seat], *, may_go_on: bool) -> SeriesScore:
    names, needed = introduced(table), place.series.wins_needed
    sides = [SideScore(names[seat.number], won[_side(seat)], won[_side(seat)] >= needed) for seat in table]
    return SeriesScore(
        place.series.best_of,
        needed,
        place.number,
        sorted(sides, key=lambda side: (-side.wins, side.name)),
        may_go_on,
    )
