"""The golden games of every game. A game of the catalogue without its row here turns a test red."""

from __future__ import annotations

from tests.kit.golden_games import GoldenGames
from tests.titles.quartz.golden import GOLDEN as QUARTZ
from tests.titles.quartz_cards.golden import GOLDEN as QUARTZ_CARDS

ALL: tuple[GoldenGames, ...] = (QUARTZ, QUARTZ_CARDS)
