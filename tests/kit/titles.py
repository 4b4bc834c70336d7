"""What each game provides for the tests of every game, found in tests/titles/<slug>/under_test.py."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

from games.rules.catalogue import GAMES
from tests.kit.golden_games import GoldenGames
from tests.kit.rulebooks import Rulebook
from tests.kit.worlds import UnderTest


@dataclass(frozen=True, eq=False, kw_only=True)
class TitleTests:
    """`worlds`: one for each way of playing the game that hides something different."""

    rulebook: Rulebook
    golden: GoldenGames
    worlds: tuple[UnderTest, ...]


def tests_of(slug: str) -> TitleTests:
    """Import a game's tests; raise ModuleNotFoundError if it has none."""
    found: TitleTests = importlib.import_module(f"tests.titles.{slug}.under_test").TESTS
    return found


def all_titles() -> list[TitleTests]:
    """List the tests of every game in the catalogue, in order."""
    return [tests_of(rules.meta.slug) for rules in GAMES]
