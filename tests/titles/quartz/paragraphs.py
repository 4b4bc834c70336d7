"""Which paragraphs of RULES.md a test shows: `@qz("QZ-12", "QZ-13")`."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from games.titles.quartz.rules import QUARTZ
from tests.kit.rulebooks import Rulebook

CHAPTERS = ((20, 27), (30, 35), (40, 46), (50, 52), (60, 63), (70, 76))

BOOK = Rulebook(
    QUARTZ,
    "QZ",
    numbers=(*range(1, 19), "19a", *chain.from_iterable(range(first, last + 1) for first, last in CHAPTERS)),
    tests=Path(__file__).parent,
)
qz = BOOK.shows
