"""What the tests of every game need of Quartz."""

from __future__ import annotations

from tests.kit.titles import TitleTests
from tests.titles.quartz.golden import GOLDEN
from tests.titles.quartz.paragraphs import BOOK
from tests.titles.quartz.worlds import COVERED, OPEN

TESTS = TitleTests(rulebook=BOOK, golden=GOLDEN, worlds=(OPEN, COVERED))
