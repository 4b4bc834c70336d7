"""Stones, carts and ornaments as inline SVG: each look is drawn once and kept.

A stone has an outline and a letter of its own, besides its colour. Screen readers skip all of it: what it
shows is said in words next to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.present.glyphs.gems import SHAPES, lettered
from games.titles.gem_edge.rules.cards import ANY, ROOM, STONES
from games.titles.gem_edge.rules.pieces import sockets_of

#: How each colour is cut.
CUTS = {"red": "ruby", "green": "emerald", "yellow": "amber", "blue": "sapphire"}
KEPT = 4096
SIDE = 32  # of a crystal as it is drawn by itself


class Frame(NamedTuple):
    """The metal of an ornament, 96 wide and 72 high: wires, plates, and where its stones sit."""

    wires: str
    plates: str
    places: tuple[tuple[int, int], ...]
    size: float = 0.75  # of its stones


RING = Frame("M48 30a19 19 0 1 1-.1 0z", "M20 27h56l-9 11H29z", ((34, 18), (62, 18)))
FRAMES = {
    "ring": RING,
    "rainbow_ring": RING,
    "bracelet": Frame(
        "M8 32a40 21 0 1 1 80 0 40 21 0 1 1-80 0z", "M22 38h52v24q-26 8-52 0z", ((35, 51), (61, 51))
    ),
    "earrings": Frame(
        "M27 26c-9 0-13-18-2-18 7 0 9 6 7 11M69 26c-9 0-13-18-2-18 7 0 9 6 7 11",
        "M27 24c11 9 15 17 15 26a15 15 0 0 1-30 0c0-9 4-17 15-26z"
        "M69 24c11 9 15 17 15 26a15 15 0 0 1-30 0c0-9 4-17 15-26z",
        ((27, 49), (69, 49)),
    ),
    "necklace": Frame("M8 4c0 28 16 48 40 48S88 32 88 4", "", ((20, 34), (48, 53), (76, 34)), 0.8),
    "rainbow_brooch": Frame(
        "",
        "M48 1l11 10 16-3 1 16 14 8-9 14 5 15-16 3-7 13-15-8-15 8-7-13-16-3 5-15-9-14 14-8 1-16 16 3z",
        ((48, 20), (33, 46), (63, 46)),
    ),
    "rainbow_diadem": Frame(
        "",
        "M2 66C4 44 10 32 20 26l8 10L38 14l10 14 10-14 10 22 8-10c10 6 16 18 18 40-30-7-62-7-92 0z",
        ((15, 52), (37, 44), (59, 44), (81, 52)),
        0.66,
    ),
    "pair": Frame(
        "M2 64L94 8",
        "M30 12h36c15 0 24 11 24 24S81 60 66 60H30C15 60 6 49 6 36s9-24 24-24z",
        ((32, 36), (64, 36)),
    ),
    "trio": Frame(
        "M48 12a6 6 0 1 1 .1 0z",
        "M48 72L10 30c-5-7-1-16 9-16h58c10 0 14 9 9 16z",
        ((29, 28), (67, 28), (48, 50)),
    ),
    "quartet": Frame("", "M18 2h60l12 12v44L78 70H18L6 58V14z", ((31, 20), (65, 20), (31, 52), (65, 52))),
    "crown": Frame(
        "",
        "M4 68V16l16 18L33 6l15 24L63 6l13 28 16-18v52q-44-8-88 0z",
        ((16, 52), (37, 47), (59, 47), (80, 52)),
        0.66,
    ),
}


def kind_of(key: str) -> str:
    """Give the kind of an ornament, like "ring" for "ring_red"."""
    return key if key in FRAMES else key.rpartition("_")[0]


def stone(colour: str, letter: str, mark: str = "") -> SafeString:
    """Draw a stone by itself."""
    return lettered(CUTS[colour], letter, mark)


class Place(NamedTuple):
    """A socket as it is drawn: its colour and letter, whether a stone is in it and has just come."""

    colour: str
    letter: str
    is_set: bool = False
    is_newest: bool = False


@lru_cache(KEPT)
def places(
    key: str, stones: tuple[str, ...], letters: tuple[str, ...], newest: str = ""
) -> tuple[Place, ...]:
    """Lay out an ornament's sockets; `letters` go by colour, `newest` is the stone that has just come.

    When a stone is in an ornament of any one colour, its open places want that colour.
    """
    letter = dict(zip((*STONES, ANY), letters, strict=True))
    found = []
    for wants, inside in sockets_of(key, stones):
        colour = inside or (stones[0] if wants == ANY and stones else wants)
        found.append(Place(colour, letter[colour], inside is not None))
    last = max((at for at, one in enumerate(found) if one.is_set and one.colour == newest), default=-1)
    return tuple(one._replace(is_newest=at == last) for at, one in enumerate(found))


@lru_cache(KEPT)
def ornament(key: str, places: tuple[Place, ...]) -> SafeString:
    """Draw an ornament with the stones in it."""
    frame = FRAMES[kind_of(key)]
    return format_html(
        '<svg class="jewel" viewBox="0 0 96 72" aria-hidden="true">{}{}{}</svg>',
        _path("wire-edge", frame.wires) + _path("wire", frame.wires),
        _path("metal", frame.plates),
        format_html_join(
            "",
            "{}",
            ((_socket(one, *at, frame.size),) for one, at in zip(places, frame.places, strict=True)),
        ),
    )


def _path(name: str, line: str) -> SafeString:
    return format_html('<path class="{}" d="{}"/>', name, line) if line else SafeString()


def _socket(one: Place, x: int, y: int, size: float) -> SafeString:
    shape = SHAPES[CUTS.get(one.colour, "unseen")]
    kind = f"gem-{CUTS.get(one.colour, ANY)} {'set' if one.is_set else 'open'}"
    return format_html(
        '<g class="{}" transform="translate({} {}) scale({})"><path d="{}"/>{}'
        '<text x="16" y="{}">{}</text></g>',
        f"{kind} newest" if one.is_newest else kind,
        round(x - SIDE * size / 2, 1),
        round(y - SIDE * size / 2, 1),
        size,
        shape.outline,
        _path("shine", shape.shine) if one.is_set else "",
        shape.letter,
        one.letter,
    )


@lru_cache(KEPT)
def cart(stones: tuple[str, ...], letters: tuple[str, ...], newest: int = -1) -> SafeString:
    """Draw a cart with three places, the stone that came first in front."""
    loads = (_load(at, stones, letters, at == newest) for at in range(ROOM))
    return format_html(
        '<svg class="cart" viewBox="0 0 128 66" aria-hidden="true"><path class="rails" d="M0 63h128"/>{}'
        '<path class="body" d="M4 30h120l-12 24H16z"/><path class="rim" d="M1 26h126v7H1z"/>'
        '<circle class="wheel" cx="36" cy="56" r="7"/><circle class="wheel" cx="92" cy="56" r="7"/></svg>',
        format_html_join("", "{}", ((load,) for load in loads)),
    )


def _load(at: int, stones: Sequence[str], letters: Sequence[str], is_newest: bool) -> SafeString:
    x = 8 + at * 38
    if at >= len(stones):
        return format_html('<path class="room" d="M{} 24a13 13 0 0 1 26 0"/>', x + 5)
    shape = SHAPES[CUTS[stones[at]]]
    return format_html(
        '<g class="gem-{} set{}" transform="translate({} -2) scale(1.1)"><path d="{}"/>{}'
        '<text x="16" y="{}">{}</text></g>',
        CUTS[stones[at]],
        " newest" if is_newest else "",
        x,
        shape.outline,
        _path("shine", shape.shine),
        min(shape.letter, 22),
        letters[at],
    )
