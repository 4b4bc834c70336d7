"""Which paragraphs of RULES.md a test shows: `@jy("JY-1")`."""

from __future__ import annotations

from pathlib import Path

from games.titles.jays.rules import JAYS
from tests.kit.rulebooks import Rulebook

BOOK = Rulebook(JAYS, "JY", numbers=(1, 2), tests=Path(__file__).parent)
jy = BOOK.shows
