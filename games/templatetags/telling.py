"""Words of games in templates: `{% load telling %}`."""

from __future__ import annotations

from datetime import datetime

from django import template

from games import telling
from games.models import Match
from games.pages.waiting import Waited
from games.readers.match_names import full_name, match_name, tag

register = template.Library()

register.filter("title_of", telling.title)
register.filter("about", telling.about)
register.filter("match_name", match_name)
register.filter("full_name", full_name)


@register.filter
def game(match: Match) -> str:
    """Say what a match is played of, in the reader's language."""
    return telling.title(match.rules.meta)


@register.filter
def tag_of(match: Match) -> str:
    """Call a match by the few letters that its mails have in their subjects."""
    return tag(match)


@register.filter
def is_slow(who: Waited, now: datetime) -> bool:
    """Tell whether more than half of somebody's time has passed."""
    return who.is_slow(now)


@register.filter
def is_new(who: Waited, now: datetime) -> bool:
    """Tell whether somebody has only just been asked."""
    return who.is_new(now)
