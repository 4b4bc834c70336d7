"""What charts of a match show: everybody's points as far as they are known, and what was drawn."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.fortune import Fortune
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.cards import MONSTER_POINTS, SECRET_POINTS
from games.titles.gnomes.rules.state import State
from games.titles.gnomes.rules.view import Player, Sight

#: Events after which somebody has more points or fewer.
SCORED = frozenset(
    {
        "kingdom_played",
        "gems_mined",
        "stack_dug",
        "monster_slain",
        "goal_bought",
        "goal_shown",
        "cards_discarded",
        "gem_stolen",
        "gem_given",
    }
)


def score(view: Sight) -> tuple[int, ...]:
    """Count what would count if the match ended now; gems only in hands the reader sees."""
    return tuple([sum(points_of(view, one).values()) for one in view.players])


def fortune(state: State, event: Event) -> Fortune | None:
    """Count ogres by their kinds, hired or stolen; value a stolen gem by its points, for both concerned.

    Secret goals are worth the same, and an opened trade goal is there for everybody: that is nobody's luck.
    """
    if isinstance(event, e.OgreHired):
        return Fortune(event.seat, "ogres", is_counted=True)
    if isinstance(event, e.OgreStolen):
        return Fortune(event.seat, is_counted=True)
    if isinstance(event, e.GemStolen):
        return Fortune(event.seat, worth=state.tables.points, loser=event.rival)
    return None


def points_of(view: Sight, player: Player) -> dict[str, int]:
    """Count a player's points by where they come from, as far as the reader knows."""
    return {
        "goals": sum(goal.points for goal in player.bought),
        "secret": SECRET_POINTS * player.shown,
        "monsters": MONSTER_POINTS * len(player.slain),
        "gems": sum(view.tables.points[gem] * count for gem, count in (player.gems or {}).items()),
        "kingdom": player.worth,
    }


OGRES = {e.Bounced: "bouncer", e.GemStolen: "thief", e.OgreStolen: "sharp", e.DwarvesSwapped: "changer"}


def plays(event: Event) -> str | None:
    """Give the kingdom card or ogre that is played; a shover moves up to two dwarves, and is played once."""
    if isinstance(event, e.KingdomPlayed):
        return event.card
    if isinstance(event, e.DwarfShoved):
        return None if event.again else "shover"
    return OGRES.get(type(event))
