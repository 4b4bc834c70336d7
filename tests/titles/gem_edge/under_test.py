"""What the tests of every game need of Gem Edge."""

from __future__ import annotations

from tests.kit.titles import TitleTests
from tests.titles.gem_edge.golden import GOLDEN
from tests.titles.gem_edge.paragraphs import BOOK
from tests.titles.gem_edge.worlds import FULL, LIGHT

TESTS = TitleTests(rulebook=BOOK, golden=GOLDEN, worlds=(LIGHT, FULL))
