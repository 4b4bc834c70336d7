"""The standings of a circle over a season.

A player gets a point for each person they finish ahead of in a match and half a point for each they tie with,
so in a match of four the places bring three, two, one and no points. Robots don't count; people whose account
is gone, or who have left the circle, still do as opponents.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db.models import Prefetch

from games.models import Circle, MatchRecord, Player, SeatRecord
from games.records.seasons import Season

#: No season of any circle has more; if one does, the latest count.
MOST = 1000


class Score(NamedTuple):
    """What somebody has won in some matches; points are counted in halves."""

    halves: int = 0
    matches: int = 0
    wins: int = 0

    def plus(self, other: Score) -> Score:
        return Score(self.halves + other.halves, self.matches + other.matches, self.wins + other.wins)

    @property
    def points(self) -> float:
        return self.halves / 2


@dataclass(frozen=True)
class Standing:
    rank: int
    player: Player
    total: Score


def halves_of(mine: SeatRecord, places: Iterable[SeatRecord]) -> int:
    """Count the points of one place, in halves."""
    others = (one for one in places if one.number != mine.number and not one.is_robot)
    return sum(2 * (mine.rank < one.rank) + (mine.rank == one.rank) for one in others)


def scores_of(records: Iterable[MatchRecord]) -> dict[UUID, Score]:
    """Add up what everybody has won."""
    found: dict[UUID, Score] = defaultdict(Score)
    for record in records:
        places = list(record.places.all())
        for place in places:
            if place.player_id is not None and not place.is_robot:
                won = Score(halves_of(place, places), 1, int(place.rank == 1))
                found[place.player_id] = found[place.player_id].plus(won)
    return dict(found)


def season_of(circle: Circle, season: Season, game: str = "") -> list[MatchRecord]:
    """List what a circle has finished in a season, the latest first."""
    found = MatchRecord.objects.filter(match__circle_match__circle=circle, is_counted=True)
    found = found.filter(ended_at__gte=season.began, ended_at__lt=season.ended)
    if game:
        found = found.filter(game=game)
    places = Prefetch("places", SeatRecord.objects.order_by("number"))
    return list(found.prefetch_related(places).order_by("-ended_at", "-pk")[:MOST])


def standings(records: Iterable[MatchRecord], members: Sequence[Player]) -> list[Standing]:
    """Rank the members who have played: by points, then by wins; the same in both is a shared rank."""
    scores = scores_of(records)
    played = [(scores[one.pk], one) for one in members if one.pk in scores]
    played.sort(key=lambda pair: (-pair[0].halves, -pair[0].wins, str(pair[1]), pair[1].pk))
    return list(_ranked(played))


def _ranked(played: Sequence[tuple[Score, Player]]) -> Iterator[Standing]:
    rank, before = 0, None
    for place, (score, player) in enumerate(played, 1):
        if (score.halves, score.wins) != before:
            rank, before = place, (score.halves, score.wins)
        yield Standing(rank, player, score)


def points_of_places(people: int) -> list[int]:
    """Say what each place brings in a match of so many people, without ties."""
    return [people - place for place in range(1, people + 1)]
