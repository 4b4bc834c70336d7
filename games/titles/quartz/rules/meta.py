"""What is known of Quartz without loading its rules."""

from __future__ import annotations

from games.rules.kernel.meta import Meta

META = Meta(
    slug="quartz",
    title="Quartz",
    least_seats=3,
    most_seats=5,
    about="Dwarves push their luck in a mine: dig for crystals and leave before the second obsidian.",
)
