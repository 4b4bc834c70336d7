"""A game's own files that browsers load: its emblem, and the styles of its board."""

from __future__ import annotations

from functools import cache

from django.contrib.staticfiles import finders
from django.templatetags.static import static


@cache
def title_file(slug: str, name: str) -> str | None:
    """Give the URL of a file in a game's static folder; None if the game has no such file."""
    path = f"titles/{slug}/{name}"
    return static(path) if finders.find(path) else None
