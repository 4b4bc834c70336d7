"""Which paragraphs of RULES.md a test shows: `@qc("QC-12", "QC-13")`."""

from __future__ import annotations

from pathlib import Path

from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules.orders import Ambush
from tests.kit.rulebooks import Rulebook

BOOK = Rulebook(
    QUARTZ_CARDS,
    "QC",
    numbers=(*range(1, 17), 20, 21),
    tests=Path(__file__).parent,
    also_known=frozenset(Ambush.__struct_fields__),
)
qc = BOOK.shows
