"""What the tests of every game need of the card game."""

from __future__ import annotations

from tests.kit.titles import TitleTests
from tests.titles.quartz_cards.golden import GOLDEN
from tests.titles.quartz_cards.paragraphs import BOOK
from tests.titles.quartz_cards.worlds import FULL, LIGHT

TESTS = TitleTests(rulebook=BOOK, golden=GOLDEN, worlds=(LIGHT, FULL))
