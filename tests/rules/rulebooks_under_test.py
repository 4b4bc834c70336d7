"""The rulebook of every game. A game of the catalogue without its row here turns a test red."""

from __future__ import annotations

from tests.kit.rulebooks import Rulebook
from tests.titles.quartz.paragraphs import BOOK as QUARTZ
from tests.titles.quartz_cards.paragraphs import BOOK as QUARTZ_CARDS

ALL: tuple[Rulebook, ...] = (QUARTZ, QUARTZ_CARDS)
