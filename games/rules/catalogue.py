"""The games that can be played, and those that are only announced."""

from __future__ import annotations

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.meta import Meta
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz_cards.rules import QUARTZ_CARDS

ANNOUNCED: tuple[Meta, ...] = (
    Meta(
        slug="gnomes",
        title="Gnomes",
        least_seats=2,
        most_seats=4,
        about="Build a kingdom card by card and send dwarves to work it, dragons included.",
    ),
)

#: The games that can be played.
GAMES: tuple[AnyRules, ...] = (QUARTZ, QUARTZ_CARDS, GEM_EDGE)


def by_slug() -> dict[str, AnyRules]:
    """Map slugs to games."""
    return {rules.meta.slug: rules for rules in GAMES}
