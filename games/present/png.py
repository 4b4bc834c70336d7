"""Turns a drawing into a PNG, for places that show no SVG: messengers, previews of links.

Letters need a font on the server. Where there is none, nothing is drawn rather than a picture without words.
"""

from __future__ import annotations

import functools
from hashlib import sha256
from typing import Final

import resvg_py
from django.core.cache import cache

KEPT: Final = 86_400  # seconds
FONT = "DejaVu Serif"
#: A letter of each alphabet that is written here.
LETTERS = "AÇЩ"
TRIAL = f'<svg xmlns="http://www.w3.org/2000/svg" width="64" height="16"><text y="14">{LETTERS}</text></svg>'
NOTHING = TRIAL.replace(LETTERS, "")


@functools.cache
def can_write() -> bool:
    """Tell whether this server has a font to write with."""
    return drawn(TRIAL) != drawn(NOTHING)


def kept(svg: str) -> bytes:
    """Draw an SVG once a day at most: it takes a tenth of a second, and anyone may ask for it."""
    key = f"png:{sha256(svg.encode()).hexdigest()}"
    found = cache.get(key) or drawn(svg)
    cache.set(key, found, KEPT)
    return bytes(found)


def drawn(svg: str) -> bytes:
    """Draw an SVG of ours, as large as it says it is."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_family=FONT, serif_family=FONT))
