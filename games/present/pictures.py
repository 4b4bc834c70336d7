"""A game's pictures of its cards, as inline SVG, coloured by `table.css`.

Screen readers skip them, as they do glyphs: the card's name is next to each.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

#: How every picture begins, so that it can be opened by itself.
STANDALONE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72">'
INLINE = '<svg class="art" viewBox="0 0 72 72" aria-hidden="true">'


def folder(slug: str) -> Path:
    return Path(settings.BASE_DIR, "games", "titles", slug, "pictures")


@cache
def picture(slug: str, key: str) -> SafeString:
    """Draw a card; nothing if the game has no such picture. Each file is read once."""
    path = folder(slug) / f"{key}.svg"
    if not key.isidentifier() or not path.is_file():
        return SafeString()
    drawn = path.read_text().strip().replace(STANDALONE, INLINE, 1)
    return mark_safe(drawn)  # nosec B308 # a file of ours, not anybody's words
