"""The statistics of a game: counts under names, added up over its finished matches.

A match adds the same counts whenever it is kept, so they can be taken away again exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import F

from games.models import Figure, MatchRecord, SeatRecord

MINUTES_IN_DETAIL = 60
LONGEST, LONGEST_MOVES = 60 * 24 * 90, 5000  # minutes, moves


def of_match(record: MatchRecord, places: Sequence[SeatRecord]) -> Counter[str]:
    """Count what one match adds."""
    length = (record.ended_at - record.started_at).total_seconds()
    found = Counter({"matches": 1, f"length.{min(in_minutes(int(length)), LONGEST)}": 1})
    found[f"moves.{min(record.moves, LONGEST_MOVES)}"] += 1
    found.update(f"answer.{in_minutes(seconds)}" for place in places for seconds in place.answers)
    for command, times in record.chosen.items():
        found.update({f"chosen.{command}": times, f"chosen_in.{command}": 1})
    for card, times in record.cards.items():
        found.update({f"card.{card}": times, f"card_in.{card}": 1})
    if record.people == record.seats:  # robots are weaker in some seats than people would be
        found[f"seats.{record.seats}"] += 1
        found.update(f"won.{record.seats}.{place.number}" for place in places if place.rank == 1)
    return found


def in_minutes(seconds: int) -> int:
    """Round a time: to minutes within the first hour, to hours after it."""
    minutes = seconds // 60
    return minutes if minutes < MINUTES_IN_DETAIL else minutes // 60 * 60


def add(game: str, counts: Mapping[str, int], sign: int = 1) -> None:
    """Add counts to those of a game, or take them away, in the caller's transaction."""
    new = [Figure(game=game, name=name) for name in sorted(counts)]
    Figure.objects.bulk_create(new, ignore_conflicts=True)
    alike: dict[int, list[str]] = {}
    for name, times in counts.items():
        alike.setdefault(times, []).append(name)
    for times, names in sorted(alike.items()):
        Figure.objects.filter(game=game, name__in=names).update(times=F("times") + sign * times)


def replace(game: str, counts: Mapping[str, int]) -> None:
    """Put these counts in the place of all those of a game, in the caller's transaction."""
    Figure.objects.filter(game=game).delete()
    Figure.objects.bulk_create(Figure(game=game, name=name, times=n) for name, n in sorted(counts.items()))


def of_game(game: str) -> dict[str, int]:
    """Return all counts of a game."""
    found = Figure.objects.filter(game=game, times__gt=0)
    return dict(found.values_list("name", "times"))


def counted(figures: Mapping[str, int], what: str) -> dict[int, int]:
    """Pick the counts of one kind whose names end in a number."""
    start = f"{what}."
    return {int(name[len(start) :]): n for name, n in figures.items() if name.startswith(start)}


def quantile(counts: Mapping[int, int], share: float) -> int | None:
    """Return the value below which this share of the counted values lie; None if there are none."""
    left = share * sum(counts.values())
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return value
    return None


def quartiles(values: Iterable[int]) -> tuple[int, int, int] | None:
    """Return the lower quartile, the median and the upper quartile; None without values."""
    counts = Counter(values)
    found = [quantile(counts, share) for share in (0.25, 0.5, 0.75)]
    low, middle, high = (-1 if one is None else one for one in found)
    return (low, middle, high) if counts else None
