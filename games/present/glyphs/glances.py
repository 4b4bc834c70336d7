"""A match at a glance, drawn: a tunnel with a lamp for each step, lit as far as the match has come."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.present.glyphs.gems import SHAPES
from games.rules.kernel.drawing import Glance

WIDTH, HEIGHT = 320, 88
MOST_LAMPS, MOST_GEMS = 6, 9
FIRST, LAST, RAIL = 26, 196, 66
LAMP = '<g class="{}"><path d="M{} 32v8"/><circle cx="{}" cy="46" r="{}"/></g>'
GEM = 15  # how far apart crystals are


def draw(glance: Glance) -> SafeString:
    """Draw how far a match has come and the crystals of one seat; what it says is beside it in words."""
    return format_html(
        '<svg class="glance" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">'
        '<path class="glance-rock" d="M0 88V30l24-12 30 8 34-18 40 12 36-10 42 14 30-12 38 8 46-10V88z"/>'
        '<path class="glance-tunnel" d="M0 78V44q14-14 34-12h252q22 0 34 14v32z"/>'
        '<path class="glance-rail" d="M0 72h320M0 76h320"/>{}{}</svg>',
        WIDTH,
        HEIGHT,
        format_html_join(
            "", '<g class="{}"><path d="M{} 32v8"/><circle cx="{}" cy="46" r="{}"/></g>', _lamps(glance)
        ),
        _cart(glance),
    )


def _lamps(glance: Glance) -> Iterator[tuple[str, int, int, int]]:
    """Place the lamps: those of the steps behind are lit, and the one of this step shines."""
    count = min(max(glance.steps, 1), MOST_LAMPS)
    at_ = min(count - 1, glance.done * count // max(glance.steps, 1))
    for number in range(count):
        x = FIRST + number * (LAST - FIRST) // max(count - 1, 1)
        tone = "lit" if number < at_ else "here" if number == at_ else "dark"
        yield f"glance-{tone}", x, x, 7 if tone == "here" else 5


def _cart(glance: Glance) -> SafeString:
    kinds = [kind for kind in SHAPES for _ in range(glance.heap.get(kind, 0))][:MOST_GEMS]
    gems = [(kind, x, y, SHAPES[kind].outline) for (x, y), kind in zip(_places(), kinds, strict=False)]
    return format_html(
        '{}<path class="glance-cart" d="M226 58h78l-8 16h-62z"/>'
        '<circle class="glance-wheel" cx="246" cy="76" r="5"/>'
        '<circle class="glance-wheel" cx="284" cy="76" r="5"/>',
        format_html_join("", '<path class="gem-{}" transform="translate({} {}) scale(.56)" d="{}"/>', gems),
    )


def _places() -> Iterator[tuple[int, int]]:
    """Pile crystals up in the cart: four, three, two."""
    for row, count in enumerate((4, 3, 2)):
        for number in range(count):
            yield 232 + row * GEM // 2 + number * (GEM + 2), 44 - row * 12
