"""What charts of a match show: the score track, which is open to all."""

from __future__ import annotations

from games.titles.gem_edge.rules.view import Sight


def score(view: Sight) -> tuple[int, ...]:
    """Give everybody's points."""
    return tuple(view.points)
