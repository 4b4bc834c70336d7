"""The golden games of the card game."""

from __future__ import annotations

from pathlib import Path

from games.titles.quartz_cards.rules import QUARTZ_CARDS
from tests.kit.golden_games import GoldenGames

GOLDEN = GoldenGames(QUARTZ_CARDS, Path(__file__).parent / "golden", most_bytes=1_000_000)
