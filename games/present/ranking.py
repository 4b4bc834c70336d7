"""How a match ended, seat by seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from games.present.match_view import MatchView
from games.present.names import Names, readable
from games.rules.kernel.contract import SeatResult
from games.rules.kernel.messages import Message

POINTS, TIE = "result.points", "result.tie"


@dataclass(frozen=True)
class Ranked:
    rank: int
    seat: int
    name: str
    points: int
    told: str  # the points with their unit
    details: str
    mine: bool


def ranking(match_view: MatchView) -> list[Ranked]:
    """List the final ranking; empty while the match is played."""
    outcome = match_view.match.rules.core.outcome(match_view.table.state) if match_view.is_over else None
    places = sorted(outcome or (), key=lambda place: place.rank)
    told = worth_telling(places)
    return [_ranked(place, match_view, told) for place in places]


def worth_telling(places: Iterable[SeatResult]) -> set[str]:
    """Name the details that somebody has any of: nobody needs to read that all have none."""
    return {name for place in places for name, value in place.details.items() if value}


def _ranked(place: SeatResult, match_view: MatchView, told: Collection[str]) -> Ranked:
    details = [(name, value) for name, value in place.details.items() if name in told]
    return Ranked(
        place.rank,
        place.seat,
        match_view.names.seat(place.seat),
        place.points,
        points_in_words(match_view.names, place.points),
        ", ".join(_detail_in_words(match_view.names, *detail) for detail in details),
        place.seat == match_view.number,
    )


def tie_broken(ranked: Sequence[Ranked], names: Names) -> str:
    """Say how a tie on points was broken, or nothing if there was none to break."""
    alike, shared = Counter(one.points for one in ranked), Counter(one.rank for one in ranked)
    decided = any(alike[one.points] > shared[one.rank] for one in ranked)
    return names.word(TIE) if decided else ""


def points_in_words(names: Names, points: int) -> str:
    if POINTS not in names.rules.core.words:
        return str(points)
    return names.said(Message(POINTS, {"points": points}))


def _detail_in_words(names: Names, key: str, value: int | tuple[int, ...]) -> str:
    number = str(value) if isinstance(value, int) else " + ".join(map(str, value))
    return f"{names.word(f'result.{key}', otherwise=readable(key).lower())} {number}"
