"""The card game's table in its own template: `{% load line %}`."""

from __future__ import annotations

from django import template
from django.template import Context

from games.titles.quartz_cards.ambush_words import Lurking, lurking
from games.titles.quartz_cards.board import LineTable, line_table

register = template.Library()


@register.simple_tag(takes_context=True, name="line_table")
def draw_table(context: Context) -> LineTable:
    """Prepare the table for a page, from its reader's view."""
    return line_table(context["view"], context["names"], own_seat(context))


@register.simple_tag(takes_context=True)
def ambushes(context: Context) -> list[Lurking]:
    """List the ambushes of the page's reader."""
    orders = context.get("laid")
    return lurking(orders, context["view"], context["names"]) if orders else []


def own_seat(context: Context) -> int | None:
    seat = context.get("seat")
    return seat.number if seat else None
