"""Draws lines over the moments of a match as SVG: coloured by classes, with a style of line for each seat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.present.replay.series import Point

WIDTH, HEIGHT = 600, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 40, 16, 36  # margins for the scale, the initials, and the parts of the match
GAP = 22  # between two initials at the ends of lines
HEAD, BAR, BARS_LEFT = 34, 20, 30  # the line above some bars, the height of one, and where they begin
MOST_MARKS = 10  # parts of the match numbered below
STEPS = (1, 2, 5, 10)


@dataclass(frozen=True)
class Scale:
    """Where values and moments are on the picture."""

    low: float
    high: float
    step: float
    end: int

    def x(self, place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (place - 1) / max(self.end - 1, 1), 1)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)

    @property
    def marks(self) -> list[float]:
        return [
            self.low + self.step * number for number in range(round((self.high - self.low) / self.step) + 1)
        ]


def scale(points: Sequence[Point], end: int) -> Scale:
    """Choose a scale of four to seven round marks that holds every value and zero."""
    values = [0.0, *(value for point in points for value in point.values)]
    span = max(max(values) - min(values), 1)
    size = 10 ** math.floor(math.log10(span / 4))
    step = max(next(size * one for one in STEPS if span / (size * one) <= 6), 1)
    low, high = math.floor(min(values) / step) * step, math.ceil(max(values) / step) * step
    return Scale(low, max(high, low + step), step, end)


def draw(
    points: Sequence[Point], end: int, parts: Sequence[int], initials: Sequence[str], title: str
) -> SafeString:
    """Draw the lines of all seats; the table beside the picture tells the same."""
    on = scale(points, end)
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        title,
        _grid(on),
        _parts(on, parts),
        _lines(on, points, initials),
    )


@dataclass(frozen=True)
class Bars:
    """One kind of thing: how often it came for each seat, and how often that was to be expected."""

    name: str
    values: Sequence[tuple[int, float]]


def draw_bars(things: Sequence[Bars], initials: Sequence[str], title: str) -> SafeString:
    """Draw a bar for each thing and seat, with a mark where it was to be expected to end."""
    most = max(max(came, expected) for thing in things for came, expected in thing.values)
    block = HEAD + len(initials) * BAR
    return format_html(
        '<svg class="chart bars" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        WIDTH,
        block * len(things),
        title,
        format_html_join(
            "",
            '<text class="thing" x="0" y="{}">{}</text>{}',
            (
                (place * block + HEAD - 8, thing.name, _bars(thing, initials, place * block + HEAD, most))
                for place, thing in enumerate(things)
            ),
        ),
    )


def _bars(thing: Bars, initials: Sequence[str], top: int, most: float) -> SafeString:
    per = (WIDTH - BARS_LEFT - RIGHT) / max(most, 1)
    return format_html_join(
        "",
        '<g class="line seat-{0}"><text class="end" x="0" y="{2}">{3}</text><path d="M{6} {1}h{4}"/></g>'
        '<path class="expected" d="M{5} {7}v{8}"/>',
        (
            (
                seat,
                y,
                y + 5,
                initials[seat],
                round(per * came, 1),
                round(BARS_LEFT + per * expected, 1),
                BARS_LEFT,
                y - 8,
                16,
            )
            for seat, (came, expected) in enumerate(thing.values)
            for y in [top + seat * BAR + BAR // 2]
        ),
    )


def whole(value: float) -> str:
    """Write a whole number, with a minus as wide as a digit."""
    return number_format(value, 0).replace("-", "−")


def _grid(on: Scale) -> SafeString:
    rows = ((on.y(value), "zero" if value == 0 else "grid", whole(value)) for value in on.marks)
    return format_html_join(
        "",
        '<path class="{1}" d="M{3} {0}H{4}"/><text class="mark" x="{5}" y="{6}">{2}</text>',
        ((y, kind, said, LEFT, WIDTH - RIGHT, LEFT - 8, y + 5) for y, kind, said in rows),
    )


def _parts(on: Scale, parts: Sequence[int]) -> SafeString:
    """Number the parts of the match below, as many as there is room for."""
    every = math.ceil(len(parts) / MOST_MARKS) or 1
    shown = [(on.x(place), number) for number, place in enumerate(parts, 1) if (number - 1) % every == 0]
    return format_html_join(
        "",
        '<path class="part" d="M{0} {2}v{3}"/><text class="part-number" x="{0}" y="{4}">{1}</text>',
        ((x, number, TOP, HEIGHT - TOP - BOTTOM, HEIGHT - 12) for x, number in shown),
    )


def _lines(on: Scale, points: Sequence[Point], initials: Sequence[str]) -> SafeString:
    ends = _apart([on.y(value) for value in points[-1].values])
    return format_html_join(
        "",
        '<g class="line seat-{}"><path d="{}"/><text class="end" x="{}" y="{}">{}</text></g>',
        (
            (seat, _path(on, points, seat), WIDTH - RIGHT + 10, y + 6, initials[seat])
            for seat, y in enumerate(ends)
        ),
    )


def _path(on: Scale, points: Sequence[Point], seat: int) -> str:
    """Draw a line that stays where it is until the value changes."""
    first, *rest = points
    drawn = [f"M{on.x(first.place)} {on.y(first.values[seat])}"]
    for point in _changes(first, rest, seat):
        drawn.append(f"H{on.x(point.place)}V{on.y(point.values[seat])}")
    return "".join(drawn)


def _changes(first: Point, rest: Sequence[Point], seat: int) -> Iterator[Point]:
    before = first
    for point in rest:
        if point.values[seat] != before.values[seat] or point is rest[-1]:
            yield point
            before = point


def _apart(wanted: Sequence[float]) -> list[float]:
    """Move what is too close together apart, from the top down, and up again where there is no room."""
    order = sorted(range(len(wanted)), key=lambda one: wanted[one])
    found = list(wanted)
    for above, below in zip(order, order[1:], strict=False):
        found[below] = max(found[below], found[above] + GAP)
    for below, above in zip(reversed(order), [*reversed(order)][1:], strict=False):
        limit = HEIGHT - BOTTOM if below == order[-1] else found[below]
        found[below] = min(found[below], limit)
        found[above] = min(found[above], found[below] - GAP)
    return found
