"""Which paragraphs of RULES.md a test shows: `@gn("GN-8", "GN-9")`."""

from __future__ import annotations

from pathlib import Path

from games.titles.gnomes.rules import GNOMES
from tests.kit.rulebooks import Rulebook

BOOK = Rulebook(
    GNOMES,
    "GN",
    numbers=(*range(1, 18), *range(20, 24), *range(30, 36)),
    tests=Path(__file__).parent,
)
gn = BOOK.shows
