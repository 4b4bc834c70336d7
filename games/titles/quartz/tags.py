"""Quartz's board in templates: `{% load mine %}`. It reads the page's `view`, `names` and `seat`."""

from __future__ import annotations

from django import template
from django.template import Context

from games.titles.quartz import board

register = template.Library()

register.filter("days", board.days)
register.filter("chance", board.chance)
register.filter("by_value", board.by_value)
register.filter("danger", board.danger)
register.filter("account", board.account)
register.filter("coins_are_reconstructed", board.coins_are_reconstructed)


@register.simple_tag(takes_context=True)
def stands(context: Context) -> list[board.Stand]:
    """List the dwarves, the reader's own first."""
    seat = context.get("seat")
    return board.stands(context["view"], context["names"], seat.number if seat else None)


@register.simple_tag(takes_context=True)
def stages(context: Context) -> list[board.Stage]:
    """List the bravery spaces."""
    return board.stages(context["view"], context["names"])


@register.simple_tag(takes_context=True)
def discarded(context: Context) -> list[board.Leaf]:
    """List the cards on the discard pile."""
    return board.leaves(context["view"], context["names"], context["view"].discard)
