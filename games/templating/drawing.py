"""Crystals, dwarves and signs in templates. Their letters and names are those of the match: its `names`."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.present.glyphs import dwarves
from games.present.glyphs import gems as crystals
from games.present.glyphs.glances import draw as glance
from games.present.glyphs.signs import sign
from games.present.names import Names
from games.present.pictures import picture
from games.present.title_files import title_file

__all__ = ["card", "dwarf", "emblem", "gem", "gems", "glance", "picture", "sign", "thing"]


def gem(kind: str, names: Names | None, named: bool = True) -> SafeString:
    """Draw a crystal and name it; pass `named=false` if its name is next to it."""
    if not names:
        return crystals.gem(kind, None)
    glyph = crystals.gem(kind, names)
    return (
        format_html('{}<span class="hidden">{}</span>', glyph, crystals.name_of(kind, names))
        if named
        else glyph
    )


def gems(
    counts: Mapping[str, int] | None,
    names: Names,
    unseen: int = 0,
    newest: str = "",
    lit: Collection[str] = (),
) -> SafeString:
    """Draw a heap of crystals, including those only counted, and describe it once."""
    return crystals.gems(counts or {}, names, unseen, newest, lit)


def dwarf(seat: int, names: Names) -> SafeString:
    """Draw the dwarf of a seat; its player's name is next to it."""
    return dwarves.dwarf(seat, dwarves.initial(names.seat(seat)))


def thing(
    view: Any, of: str, value: str, names: Names | None, settled: Mapping[str, str] | None = None
) -> SafeString:
    """Draw what can be chosen, next to its name: a crystal, a dwarf, or what its game draws.

    `settled` are the fields of its choice that leave nothing to choose.
    """
    if not names:
        return SafeString()
    if of == "gem":
        return gem(value, names, named=False)
    if of == "seat":
        return dwarf(int(value), names)
    drawn = getattr(board_of(names.rules.meta.slug), "drawn", None)
    return drawn(view, of, value, names, settled or {}) if drawn and view else SafeString()


def card(slug: str, key: str, names: Names) -> SafeString:
    """Draw a card by itself: its picture, or the crystal it shows."""
    return picture(slug, key) or (crystals.gem(key, names) if key in crystals.SHAPES else SafeString())


@cache
def board_of(slug: str) -> ModuleType | None:
    name = f"games.titles.{slug}.board"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


def emblem(slug: str) -> SafeString:
    """Show a game's emblem, or a crystal if it has none."""
    address = title_file(slug, "emblem.svg") or static("games/gem.svg")
    return format_html('<img class="emblem" src="{}" alt="">', address)
