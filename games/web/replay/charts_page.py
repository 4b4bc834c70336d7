"""The page of charts: everybody's points and luck over the moments of a match, drawn and as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.match.moments import Moments, moments_of
from games.present.glyphs.dwarves import initial
from games.present.match_view import MatchView
from games.present.names import Names
from games.present.replay import chart, series
from games.present.replay.series import Drawn, Point
from games.rules.kernel.luck import Luck, LuckCount
from games.rules.kernel.seats import Seat
from games.web.replay.frame import CHARTS, REPLAY, frame, readers
from games.web.replay.look import Viewpoint
from games.web.replay.looking_back import looking_back


@dataclass(frozen=True)
class ChartRow:
    """A row of the table that tells what a chart draws: a moment, and a cell for each column."""

    place: int
    address: str  # of the moment
    cells: Sequence[str]


@dataclass(frozen=True)
class LuckOf:
    """What one seat drew in all."""

    seat: int
    name: str
    draws: int
    came: str
    expected: str
    luck: str


@dataclass(frozen=True)
class CountedThing:
    """How often a kind of thing came for each seat."""

    name: str
    tallies: Sequence[LuckCount]

    @property
    def cells(self) -> list[tuple[int, str]]:
        return [(mine.came, tenths(mine.expected)) for mine in self.tallies]


@never_cache
@require_safe
@looking_back
def charts(request: HttpRequest, look: Viewpoint) -> HttpResponse:
    """Draw what this reader knew; luck only once everything is open."""
    view = look.match_view
    moments = moments_of(view.match, view.records, view.table.options)
    parts = score_context(look, moments) | luck_context(look, moments)
    context = {"readers": readers(look, CHARTS), "seen_by": look.called(look.eyes)}
    return render(request, "pages/charts.html", frame(look, CHARTS) | context | parts | {"eyes": look.eyes})


def score_context(look: Viewpoint, moments: Moments) -> dict[str, Any]:
    """Gather the chart of points and its table."""
    points, at = series.scores(look.match_view, moments, look.eyes), addresses(look)
    rows = [
        ChartRow(one.place, at(one.place), [chart.whole(value) for value in one.values]) for one in points
    ]
    return {
        "score_title": score_title(look.match_view.names),
        "score_chart": drawn(look.match_view, points, moments, score_title(look.match_view.names)),
        "score_rows": rows,
        "all_at_zero": bool(points) and not any(value for one in points for value in one.values),
        "columns": look.match_view.names.seats,
    }


def score_title(names: Names) -> str:
    return names.word("score", otherwise=gettext("Points over time"))


def luck_context(look: Viewpoint, moments: Moments) -> dict[str, Any]:
    """Gather the chart of luck, its table, and the sums."""
    luck, seats = series.luck(look.match_view, moments, look.eyes), len(look.match_view.seats)
    found = [*series.summed(luck.strokes, moments)]
    points = series.luck_over_time(found, seats, len(moments))
    counted = counted_rows(luck, seats, look.match_view.names)
    return {
        "luck_of": luck_of(found, look.match_view.names),
        "luck_chart": drawn(look.match_view, points, moments, gettext("Luck over time")),
        "luck_rows": list(luck_rows(found, look.match_view.names, addresses(look))),
        "has_luck": bool(found),
        "counted": counted,
        "counted_chart": counted_chart(counted, look.match_view.names) if counted else "",
    }


def drawn(match_view: MatchView, points: Sequence[Point], moments: Moments, title: str) -> SafeString | str:
    if not points:
        return ""
    initials = [initial(match_view.names.seat(seat)) for seat in range(len(points[0].values))]
    return chart.draw(points, len(moments), moments.parts(), initials, title)


def counted_rows(luck: Luck, seats: int, names: Names) -> list[CountedThing]:
    """List what came how often for each seat, by name."""
    everyone = [Seat(seat) for seat in range(seats)]
    found = [
        CountedThing(names.thing(thing), [mine.get(seat) or LuckCount() for seat in everyone])
        for thing, mine in luck.tallies.items()
    ]
    return sorted(found, key=lambda one: one.name)


def counted_chart(counted: Sequence[CountedThing], names: Names) -> SafeString:
    bars = [chart.Bars(one.name, [(mine.came, mine.expected) for mine in one.tallies]) for one in counted]
    initials = [initial(names.seat(seat)) for seat in range(len(counted[0].tallies))]
    return chart.draw_bars(bars, initials, gettext("What came how often"))


def luck_rows(found: Sequence[Drawn], names: Names, at: Callable[[int], str]) -> Iterator[ChartRow]:
    for one in found:
        told = map(tenths, (one.came, one.expected, one.luck))
        yield ChartRow(one.place, at(one.place), [names.seat(one.seat), *told])


def addresses(look: Viewpoint) -> Callable[[int], str]:
    """Give what makes the address of a moment, seen with the same eyes, for hundreds of rows."""
    here, with_eyes = resolve_url(REPLAY, look.match.public_id), look.query().replace("?", "&")
    return lambda place: f"{here}?at={place}{with_eyes}"


def luck_of(found: Sequence[Drawn], names: Names) -> list[LuckOf]:
    """Sum up what each seat drew."""
    seats = sorted({one.seat for one in found})
    mine = {seat: [one for one in found if one.seat == seat] for seat in seats}
    return [
        LuckOf(
            seat,
            names.seat(seat),
            len(draws),
            tenths(sum(one.came for one in draws)),
            tenths(sum(one.expected for one in draws)),
            tenths(draws[-1].luck),
        )
        for seat, draws in mine.items()
    ]


def tenths(value: float) -> str:
    """Write a number with one decimal, and a minus of its own width."""
    return _tenths(round(value, 1) + 0.0, get_language() or "")


@lru_cache(2000)
def _tenths(value: float, language: str) -> str:
    return number_format(value, 1).replace("-", "−")
