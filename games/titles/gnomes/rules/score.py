"""What charts of a match show: everybody's points as far as they are known."""

from __future__ import annotations

from games.titles.gnomes.rules.cards import MONSTER_POINTS, SECRET_POINTS
from games.titles.gnomes.rules.view import Player, Sight


def score(view: Sight) -> tuple[int, ...]:
    """Count what would count if the match ended now; gems only in hands the reader sees."""
    return tuple([sum(points_of(view, one).values()) for one in view.players])


def points_of(view: Sight, player: Player) -> dict[str, int]:
    """Count a player's points by where they come from, as far as the reader knows."""
    return {
        "goals": sum(goal.points for goal in player.bought),
        "secret": SECRET_POINTS * player.shown,
        "monsters": MONSTER_POINTS * len(player.slain),
        "gems": sum(view.tables.points[gem] * count for gem, count in (player.gems or {}).items()),
        "kingdom": player.worth,
    }
