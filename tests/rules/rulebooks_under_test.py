"""The rulebook of every game. A game of the catalogue without its row here turns a test red."""

from __future__ import annotations

from tests.rules.quartz.paragraphs import BOOK as QUARTZ
from tests.rules.quartz_cards.paragraphs import BOOK as QUARTZ_CARDS
from tests.rules.rulebooks import Rulebook

ALL: tuple[Rulebook, ...] = (QUARTZ, QUARTZ_CARDS)
