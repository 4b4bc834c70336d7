"""The odds in a view: how many stones lie before the next one of a colour."""

from __future__ import annotations

from games.titles.gem_edge.rules.cards import STONES
from games.titles.gem_edge.rules.view import Sight


def reach(view: Sight) -> dict[str, int | None]:
    """Say how many stones have to be taken until one of each colour comes; None beyond those in sight."""
    return {stone: view.slide.index(stone) + 1 if stone in view.slide else None for stone in STONES}
