"""The golden games of Gem Edge."""

from __future__ import annotations

from pathlib import Path

from games.titles.gem_edge.rules import GEM_EDGE
from tests.kit.golden_games import GoldenGames

GOLDEN = GoldenGames(GEM_EDGE, Path(__file__).parent / "golden", most_bytes=1_500_000)
