"""Crystals, dwarves and signs in templates: `{% load glyphs %}`.

Their letters and names are those of the match: its `names` are in the page's context.
"""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.present.glyphs import dwarves, signs
from games.present.glyphs import gems as crystals
from games.rules.kernel.messages import counting

register = template.Library()

register.simple_tag(signs.sign, name="sign")


@register.simple_tag(takes_context=True)
def gem(context: Context, kind: str, named: bool = True) -> SafeString:
    """Draw a crystal and name it; pass `named=False` if its name is next to it."""
    names = context.get("names")
    glyph = crystals.gem(kind, names)
    if names is None or not named:
        return glyph
    return format_html('{}<span class="hidden">{}</span>', glyph, crystals.name_of(kind, names))


@register.simple_tag(takes_context=True)
def gems(context: Context, counts: Mapping[str, int] | None, unseen: int = 0) -> SafeString:
    """Draw a heap of crystals, including those only counted, and describe it once."""
    return crystals.gems(counts or {}, context["names"], unseen)


@register.simple_tag(takes_context=True)
def dwarf(context: Context, seat: int) -> SafeString:
    """Draw the dwarf of a seat; its player's name is next to it."""
    return dwarves.dwarf(seat, dwarves.initial(context["names"].seat(seat)))


@register.simple_tag(takes_context=True)
def seat(context: Context, number: int) -> str:
    """Name the player of a seat."""
    return str(context["names"].seat(number))


@register.simple_tag(takes_context=True)
def word(context: Context, *parts: str | int | bool) -> str:
    """Look up one of the game's words for this match: `{% word "card." key %}`."""
    return str(context["names"].word("".join(map(str, parts))))


@register.simple_tag(takes_context=True)
def tell(context: Context, key: str, count: int) -> str:
    """Look up one of the game's words that depends on a count."""
    names = context["names"]
    return str(names.said(counting(names.rules.core.words, key, count)))
