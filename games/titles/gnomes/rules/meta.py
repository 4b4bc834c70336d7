"""What is known of Gnomes without loading its rules."""

from __future__ import annotations

from games.rules.kernel.meta import Meta

META = Meta(
    slug="gnomes",
    title="Gnomes",
    least_seats=2,
    most_seats=4,
    about="Build a kingdom card by card and send dwarves to work it, dragons included.",
)
