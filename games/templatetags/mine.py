"""Quartz's board in templates: `{% load mine %}`. It reads the page's `view`, `names` and `seat`."""

from __future__ import annotations

from django import template
from django.template import Context

from games.boards import mine

register = template.Library()

register.filter("days", mine.days)
register.filter("chance", mine.chance)
register.filter("by_value", mine.by_value)
register.filter("danger", mine.danger)
register.filter("account", mine.account)
register.filter("coins_are_reconstructed", mine.coins_are_reconstructed)


@register.simple_tag(takes_context=True)
def stands(context: Context) -> list[mine.Stand]:
    """List the dwarves, the reader's own first."""
    seat = context.get("seat")
    return mine.stands(context["view"], context["names"], seat.number if seat else None)


@register.simple_tag(takes_context=True)
def stages(context: Context) -> list[mine.Stage]:
    """List the bravery spaces."""
    return mine.stages(context["view"], context["names"])


@register.simple_tag(takes_context=True)
def discarded(context: Context) -> list[mine.Leaf]:
    """List what lies on the discard pile."""
    return mine.leaves(context["view"], context["names"], context["view"].discard)
