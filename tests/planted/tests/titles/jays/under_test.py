"""What Jays provides for the tests of every game."""

from __future__ import annotations

from tests.kit.titles import TitleTests
from tests.titles.jays.golden import GOLDEN
from tests.titles.jays.paragraphs import BOOK
from tests.titles.jays.worlds import UNDER_TEST

TESTS = TitleTests(rulebook=BOOK, golden=GOLDEN, worlds=(UNDER_TEST,))
