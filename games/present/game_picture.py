"""A picture of a game, for messengers that show where a link leads: its emblem and its name.

It shows nothing of any match.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.utils.html import format_html

from games.present.share_card import FONT, HEIGHT, LAMP, PAPER, WIDTH, mine
from games.present.words import title
from games.rules.kernel.contract import AnyRules

LARGE, LETTERS = 72, 13  # how large the name is, and how many letters fit then


def game_picture(rules: AnyRules, site: str) -> str:
    """Draw a game's picture as an SVG of its own, with the name of the site."""
    name = title(rules.meta)
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}"'
        ' font-family="{font}">{mine}<image x="90" y="110" width="340" height="340" href="{emblem}"/>'
        '<text x="540" y="300" font-size="{size}" font-weight="bold" fill="{paper}">{name}</text>'
        '<text x="540" y="372" font-size="34" fill="{lamp}">{site}</text></svg>',
        w=WIDTH,
        h=HEIGHT,
        font=FONT,
        mine=mine(),
        emblem=_emblem(rules.meta.slug),
        size=LARGE if len(name) <= LETTERS else LARGE * LETTERS // len(name),
        paper=PAPER,
        lamp=LAMP,
        name=name,
        site=site,
    )


@cache
def _emblem(slug: str) -> str:
    """Read a game's emblem, or a crystal if it has none, into an address of its own."""
    found = finders.find(f"titles/{slug}/emblem.svg") or finders.find("games/gem.svg")
    assert isinstance(found, str)
    return f"data:image/svg+xml;base64,{b64encode(Path(found).read_bytes()).decode()}"
