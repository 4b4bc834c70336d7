"""Crystals, dwarves and signs in templates: `{% load glyphs %}`.

Their letters and names are those of the table: its `names` stand in the page's context.
"""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.present.glyphs import dwarves, signs
from games.present.glyphs import gems as crystals
from games.rules.kernel.telling import counting

register = template.Library()

register.simple_tag(signs.sign, name="sign")


@register.simple_tag(takes_context=True)
def gem(context: Context, kind: str, named: bool = True) -> SafeString:
    """Draw a crystal and say its name; not `named` where its name stands beside it."""
    names = context.get("names")
    glyph = crystals.gem(kind, names)
    if names is None or not named:
        return glyph
    return format_html('{}<span class="hidden">{}</span>', glyph, crystals.name_of(kind, names))


@register.simple_tag(takes_context=True)
def gems(context: Context, counts: Mapping[str, int] | None, unseen: int = 0) -> SafeString:
    """Draw a heap of crystals, those only counted too, and say once what lies there."""
    return crystals.gems(counts or {}, context["names"], unseen)


@register.simple_tag(takes_context=True)
def dwarf(context: Context, seat: int) -> SafeString:
    """Draw the dwarf of a seat; its player's name stands beside it."""
    return dwarves.dwarf(seat, dwarves.initial(context["names"].seat(seat)))


@register.simple_tag(takes_context=True)
def seat(context: Context, number: int) -> str:
    """Say who sits there."""
    return str(context["names"].seat(number))


@register.simple_tag(takes_context=True)
def word(context: Context, *parts: str | int | bool) -> str:
    """Say a row of the game's words, as this table has it: `{% word "card." key %}`."""
    return str(context["names"].word("".join(map(str, parts))))


@register.simple_tag(takes_context=True)
def tell(context: Context, key: str, count: int) -> str:
    """Say a row that counts, with its number."""
    names = context["names"]
    return str(names.said(counting(names.rules.core.words, key, count)))
