"""Crystals: outline and letter tell them apart as well as colour does."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.present.commands import several
from games.present.names import Names

UNSEEN = "unseen"


class Shape(NamedTuple):
    """How a crystal is cut: outline, highlight, edges, and how low its letter sits."""

    outline: str
    shine: str
    edges: str
    letter: int


#: In drawing order.
SHAPES: dict[str, Shape] = {
    "quartz": Shape(
        outline="M16 1l8 8v15l-8 7-8-7V9z",
        shine="M16 1L8 9v14l4-11z",
        edges="M8 9l4 3h8l4-3M12 12l4-11 4 11M12 25l4 6 4-6",
        letter=22,
    ),
    "amethyst": Shape(
        outline="M12 3h8l10 20-4 6H6l-4-6z",
        shine="M12 3L2 23l8-4 4-11z",
        edges="M14 8h4l4 11M10 19L6 29",
        letter=24,
    ),
    "emerald": Shape(
        outline="M9 3h14l6 6v14l-6 6H9l-6-6V9z",
        shine="M9 3L3 9v14l5-3v-9l3-3z",
        edges="M3 9l5 2M23 3l-2 5h-10",
        letter=21,
    ),
    "sapphire": Shape(
        outline="M16 2a14 14 0 1 1 0 28 14 14 0 1 1 0-28z",
        shine="M16 2A14 14 0 0 0 2 16l6 0 8-8z",
        edges="M16 8l8 8M8 16l-4 7",
        letter=21,
    ),
    "ruby": Shape(
        outline="M8 4h16l7 9-15 17L1 13z",
        shine="M8 4l-7 9h8l4-9z",
        edges="M1 13h30M9 13L13 4M23 13l-4-9",
        letter=23,
    ),
    "amber": Shape(
        outline="M17 1c1 7 11 10 11 19 0 7-5 11-12 11S4 27 4 20C4 11 14 9 17 1z",
        shine="M15 7C13 12 6 15 6 20l3 2z",
        edges="",
        letter=25,
    ),
    "obsidian": Shape(
        outline="M21 1l2 11 8 2-6 7 4 9-11-3-11 4 2-10-8-7 9-3z",
        shine="M21 1L10 11l-9 3 8 7 3-9z",
        edges="M10 11l4 3 9-2M9 21l9 6",
        letter=23,
    ),
    "diamond": Shape(
        outline="M8 3h16l7 9-15 18L1 12z",
        shine="M8 3l-7 9h9l6-9z",
        edges="M1 12h30M10 12l6-9 6 9-6 18z",
        letter=22,
    ),
    "topaz": Shape(
        outline="M10 2h12l7 8v12l-7 8H10l-7-8V10z",
        shine="M10 2l-7 8v12l6-3v-7l4-4z",
        edges="M9 12l4-4h6l4 4v8l-4 4h-6l-4-4z",
        letter=21,
    ),
    UNSEEN: Shape(
        outline="M7 7c5-6 14-6 19 0s5 15-2 20-16 4-20-3-2-11 3-17z",
        shine="",
        edges="",
        letter=22,
    ),
}


def gem(kind: str, names: Names | None = None, mark: str = "") -> SafeString:
    """Draw one crystal; with `names` it carries its letter, without it is a decoration."""
    return lettered(kind, names.word(f"letter.{kind}") if names else "", mark)


@lru_cache(1000)
def lettered(kind: str, letter: str, mark: str = "") -> SafeString:
    """Draw one crystal with a letter of one's own, for a game whose stones have other names."""
    shape = SHAPES[kind]
    return format_html(
        '<svg class="gem gem-{}{}" viewBox="0 0 32 32" aria-hidden="true"><path d="{}"/>{}{}{}</svg>',
        kind,
        mark and f" {mark}",
        shape.outline,
        _path("shine", shape.shine),
        _path("edge", shape.edges),
        format_html('<text x="16" y="{}">{}</text>', shape.letter, letter) if letter else "",
    )


def _path(name: str, line: str) -> SafeString:
    return format_html('<path class="{}" d="{}"/>', name, line) if line else SafeString()


def gems(
    counts: Mapping[str, int], names: Names, unseen: int = 0, newest: str = "", lit: Collection[str] = ()
) -> SafeString:
    """Draw a heap of crystals one by one, with one text for screen readers.

    `newest` is the kind of the crystal that has just arrived, which is marked; those that are `lit` shine.
    """
    heap = dict(counts) | ({UNSEEN: unseen} if unseen else {})
    glyphs = [
        (gem(kind, names, _mark(kind == newest and not left, kind in lit)),)
        for kind in SHAPES
        for left in reversed(range(heap.get(kind, 0)))
    ]
    return format_html(
        '<span class="gems"><span class="hidden">{}</span>{}</span>',
        in_words(heap, names),
        format_html_join("", "{}", glyphs),
    )


def _mark(is_newest: bool, is_lit: bool) -> str:
    return "newest" if is_newest else "lit" if is_lit else ""


def in_words(counts: Mapping[str, int], names: Names) -> str:
    """Describe a heap of crystals in words."""
    return ", ".join(several(name_of(kind, names), counts[kind]) for kind in SHAPES if counts.get(kind))


def name_of(kind: str, names: Names) -> str:
    return names.word("unseen.thing") if kind == UNSEEN else names.thing(kind)
