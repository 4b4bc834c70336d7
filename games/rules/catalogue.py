"""The games that can be played."""

from __future__ import annotations

from games.rules.kernel.contract import AnyRules
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gnomes.rules import GNOMES
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz_cards.rules import QUARTZ_CARDS

GAMES: tuple[AnyRules, ...] = (QUARTZ, QUARTZ_CARDS, GNOMES, GEM_EDGE)


def by_slug() -> dict[str, AnyRules]:
    """Map slugs to games."""
    return {rules.meta.slug: rules for rules in GAMES}
