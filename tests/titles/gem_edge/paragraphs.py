"""Which paragraphs of RULES.md a test shows: `@ge("GE-7", "GE-9")`."""

from __future__ import annotations

from pathlib import Path

from games.titles.gem_edge.rules import GEM_EDGE
from tests.kit.rulebooks import Rulebook

BOOK = Rulebook(
    GEM_EDGE,
    "GE",
    numbers=(*range(1, 13), *range(20, 26)),
    tests=Path(__file__).parent,
    also_known=frozenset({"light", "full"}),
)
ge = BOOK.shows
