"""What is known of the card game without loading its rules."""

from __future__ import annotations

from games.rules.kernel.meta import Meta

META = Meta(
    slug="quartz_cards",
    title="Quartz: The Card Game",
    least_seats=2,
    most_seats=4,
    about="Dig card by card along an unstable line while the others plot to spoil it.",
)
