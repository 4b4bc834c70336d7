"""The golden games of Gnomes."""

from __future__ import annotations

from pathlib import Path

from games.titles.gnomes.rules import GNOMES
from tests.kit.golden_games import GoldenGames

GOLDEN = GoldenGames(GNOMES, Path(__file__).parent / "golden", most_bytes=1_500_000)
