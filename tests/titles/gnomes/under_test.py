"""What the tests of every game need of Gnomes."""

from __future__ import annotations

from tests.kit.titles import TitleTests
from tests.titles.gnomes.golden import GOLDEN
from tests.titles.gnomes.paragraphs import BOOK
from tests.titles.gnomes.worlds import HIDDEN

TESTS = TitleTests(rulebook=BOOK, golden=GOLDEN, worlds=(HIDDEN,))
