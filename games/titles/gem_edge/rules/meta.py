"""What is known of Gem Edge without loading its rules."""

from __future__ import annotations

from games.rules.kernel.meta import Meta

META = Meta(
    slug="gem_edge",
    title="Gem Edge",
    least_seats=2,
    most_seats=4,
    about="Take stones from the slide, set them into ornaments, and react to what the others play.",
)
