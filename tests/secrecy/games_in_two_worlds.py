"""Every game that is tried in two worlds. A game of the catalogue without its row here turns a test red."""

from __future__ import annotations

from tests.kit.worlds import UnderTest
from tests.titles.quartz.worlds import COVERED as QUARTZ_COVERED
from tests.titles.quartz.worlds import OPEN as QUARTZ
from tests.titles.quartz_cards.worlds import FULL as QUARTZ_CARDS_FULL
from tests.titles.quartz_cards.worlds import LIGHT as QUARTZ_CARDS
from tests.toy.worlds import UNDER_TEST as MAGPIES

ALL: tuple[UnderTest, ...] = (MAGPIES, QUARTZ, QUARTZ_COVERED, QUARTZ_CARDS, QUARTZ_CARDS_FULL)
