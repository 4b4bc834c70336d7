"""Dwarves, one for each seat: hat, beard and initial tell them apart as well as colour does."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop


class Outfit(NamedTuple):
    """What one dwarf wears: the outlines of hat and beard, and the trim of the hat."""

    hat: str
    trim: str
    beard: str


OUTFITS = (
    # A miner's helmet with its lamp, and a beard that ends in a point.
    Outfit(
        "M16 26c0-13 7-19 16-19s16 6 16 19z",
        "M13 23h38v5H13zM28 9h8v8h-8z",
        "M18 33c4 5 24 5 28 0 3 12-4 25-14 29-10-4-17-17-14-29z",
    ),
    # A pointed hood, and a forked beard.
    Outfit(
        "M14 28C18 14 26 8 36 1c0 8 12 15 14 27z",
        "M13 25c12-5 26-5 38 0v4c-12-4-26-4-38 0z",
        "M18 33c4 5 24 5 28 0 4 10 3 20-4 29l-10-13-10 13c-7-9-8-19-4-29z",
    ),
    # A helmet with horns, and a beard cut straight.
    Outfit(
        "M17 27c0-12 6-17 15-17s15 5 15 17z",
        "M17 20C9 19 6 13 8 4c3 5 6 8 12 9zM47 20c8-1 11-7 9-16-3 5-6 8-12 9zM14 24h36v4H14z",
        "M17 33c5 5 25 5 30 0l2 24H15z",
    ),
    # A broad felt hat, and a round beard.
    Outfit(
        "M20 24c0-10 3-15 12-15s12 5 12 15z",
        "M7 26c4-5 46-5 50 0-8 4-42 4-50 0z",
        "M18 33c4 5 24 5 28 0 8 14-3 25-14 25s-22-11-14-25z",
    ),
    # A knitted cap with a bobble, and two plaits.
    Outfit(
        "M15 27c0-12 7-17 17-17s17 5 17 17z",
        "M32 2a5 5 0 1 1 0 10 5 5 0 1 1 0-10zM13 23h38v6H13z",
        "M18 33c4 6 24 6 28 0 3 6 4 10 2 14l-3 13-6-1 1-13c-5 3-11 3-16 0l1 13-6 1-3-13c-2-4-1-8 2-14z",
    ),
)


class Attire(NamedTuple):
    """What `table.css` gives each class of a dwarf, for a picture that is looked at without it."""

    wool: str
    trim: str
    whiskers: str


COLOURS = (
    Attire("#b1402f", "#f0c04a", "#efe3cd"),
    Attire("#2f67a8", "#dfe9f2", "#b4682c"),
    Attire("#7d868e", "#efe6d2", "#5a3b26"),
    Attire("#3d7d46", "#285a30", "#d9a441"),
    Attire("#7d4ba0", "#e2c7f2", "#8d8a87"),
)
CALLED = (
    gettext_noop("Red dwarf"),
    gettext_noop("Blue dwarf"),
    gettext_noop("Grey dwarf"),
    gettext_noop("Green dwarf"),
    gettext_noop("Violet dwarf"),
)
INK, SKIN, NOSE = "#2b1a14", "#e5ac80", "#d8906a"


def called(seat: int) -> str:
    """Name the dwarf of a seat by its colour, where its player isn't named."""
    return gettext(CALLED[seat % len(CALLED)])


def painted(seat: int) -> SafeString:
    """Draw the dwarf of a seat with its colours, 64 wide and high, for a picture of its own."""
    outfit, colours = OUTFITS[seat % len(OUTFITS)], COLOURS[seat % len(COLOURS)]
    return format_html(
        '<g stroke="{ink}" stroke-width="1.5" stroke-linejoin="round">'
        '<path fill="{wool}" d="M3 64c2-15 12-22 29-22s27 7 29 22z"/>'
        '<path fill="{skin}" d="M19 22h26v14a13 11 0 0 1-26 0z"/>'
        '<path fill="{whiskers}" d="{beard}"/><path fill="{wool}" d="{hat}"/>'
        '<path fill="{trim}" d="{hatband}"/>'
        '<path fill="{whiskers}" d="M32 36c-5-3-10-1-12 3 5 2 9 1 12-1 3 2 7 3 12 1-2-4-7-6-12-3z"/>'
        '<circle fill="{nose}" cx="32" cy="34" r="4"/>'
        '<path fill="none" stroke-width="4" stroke-linecap="round" d="M26 30h.1M38 30h.1"/></g>',
        ink=INK,
        skin=SKIN,
        nose=NOSE,
        beard=outfit.beard,
        hat=outfit.hat,
        hatband=outfit.trim,
        **colours._asdict(),
    )


@lru_cache(1000)
def dwarf(seat: int, initial: str) -> SafeString:
    """Draw the dwarf of a seat, with its player's initial."""
    outfit = OUTFITS[seat % len(OUTFITS)]
    return format_html(
        '<svg class="dwarf-face seat-{}" viewBox="0 0 64 64" aria-hidden="true">'
        '<path class="coat" d="M3 64c2-15 12-22 29-22s27 7 29 22z"/>'
        '<path class="skin" d="M19 22h26v14a13 11 0 0 1-26 0z"/>'
        '<path class="whiskers" d="{}"/><path class="hat" d="{}"/><path class="trim" d="{}"/>'
        '<path class="whiskers lip" d="M32 36c-5-3-10-1-12 3 5 2 9 1 12-1 3 2 7 3 12 1-2-4-7-6-12-3z"/>'
        '<circle class="nose" cx="32" cy="34" r="4"/><path class="eye" d="M26 30h.1M38 30h.1"/>'
        '<circle class="badge" cx="52" cy="52" r="11"/><text x="52" y="57">{}</text></svg>',
        seat % len(OUTFITS),
        outfit.beard,
        outfit.hat,
        outfit.trim,
        initial,
    )


def initial(name: str) -> str:
    """Give the first letter of a name, in any script."""
    return next((letter for letter in name if letter.isalnum()), name[:1]).upper()[:1]
