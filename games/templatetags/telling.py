"""Words of games in templates: `{% load telling %}`."""

from __future__ import annotations

from django import template

from games import telling
from games.models import Match

register = template.Library()

register.filter("title_of", telling.title)
register.filter("about", telling.about)


@register.filter
def game(match: Match) -> str:
    """Say what a match is played of, in the reader's language."""
    return telling.title(match.rules.meta)
