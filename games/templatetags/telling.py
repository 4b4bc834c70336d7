"""A game's words in templates: `{% load telling %}`."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Match
from games.present import words
from games.present.match_names import match_name, tag, unique_name
from games.present.title_files import title_file
from games.web.match.waiting import Waited

register = template.Library()

register.filter("title_of", words.title)
register.filter("about", words.about)
register.filter("match_name", match_name)
register.filter("unique_name", unique_name)


@register.simple_tag
def emblem(slug: str) -> SafeString:
    """Show a game's emblem, or a crystal if it has none."""
    address = title_file(slug, "emblem.svg") or static("games/gem.svg")
    return format_html('<img class="emblem" src="{}" alt="">', address)


@register.filter
def game(match: Match) -> str:
    """Name a match's game in the reader's language."""
    return words.title(match.rules.meta)


@register.filter
def tag_of(match: Match) -> str:
    """Return the few letters that tag a match in the subjects of its emails."""
    return tag(match)


@register.filter
def is_slow(who: Waited, now: datetime) -> bool:
    """Tell whether more than half of a player's time has passed."""
    return who.is_slow(now)


@register.filter
def is_new(who: Waited, now: datetime) -> bool:
    """Tell whether it has only just become a player's turn."""
    return who.is_new(now)
