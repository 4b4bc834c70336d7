"""Secret goals: when they are met (GN-4), and when they may be, for all that everybody knows (GN-10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import GEMS
from games.titles.gnomes.rules.land import Area, Land
from games.titles.gnomes.rules.state import Open

LARGE, RICH, HUNTED, WARBAND = 8, 10, 2, 3


def is_met(table: Open, seat: Seat, secret: str, gems: Mapping[str, int], ogres: Sequence[str]) -> bool:
    """Tell whether a seat meets a secret goal now, given what its hand hides."""
    if secret in KINGDOMS:
        area = table.land.area_of(seat)
        return area is not None and KINGDOMS[secret](table.land, area)
    if secret == "hunter":
        return len(table.slain[seat]) >= HUNTED
    if secret == "treasurer":
        return all(gems.get(gem) for gem in GEMS)
    if secret == "warlord":
        return len(ogres) >= WARBAND
    return secret == "overseer" and may_oversee(table, seat)


def may_oversee(table: Open, seat: Seat) -> bool:
    """Tell whether all dwarves of the active player are on cards, and no work is done yet."""
    before_work = table.active == seat and table.part == "work" and not table.worked
    return before_work and not table.supply[seat]


def architect(land: Land, area: Area) -> bool:
    return len(area.places) >= LARGE


def king(land: Land, area: Area) -> bool:
    return land.worth(area) >= RICH


def conqueror(land: Land, area: Area) -> bool:
    return len(area.castles) > 1 and not area.is_haunted


KINGDOMS: dict[str, Callable[[Land, Area], bool]] = {
    "architect": architect,
    "king": king,
    "conqueror": conqueror,
}

#: What makes a hand worth a look: a goal, and how much of it is in doubt.
Worth = tuple[str, int, int]


def kingdom_goals(land: Land) -> frozenset[tuple[Seat, str]]:
    """List the goals that kingdoms meet; the map keeps them."""
    if land.goals is None:
        areas = [(seat, land.areas[castle]) for seat, castle in land.castles.items()]
        met = [(seat, goal) for seat, area in areas for goal, is_so in KINGDOMS.items() if is_so(land, area)]
        land.goals = frozenset(met)
    return land.goals


def hand_goals(table: Open, seat: Seat) -> list[Worth]:
    """List the goals that a seat may meet with its hand or the monsters it has slain, by public facts."""
    found = [("hunter", 0, 0)] if len(table.slain[seat]) >= HUNTED else []
    if table.ogre_count(seat) >= WARBAND:
        found.append(("warlord", 0, 0))
    count = table.gem_count(seat)
    if count >= len(GEMS):
        sure = table.sure[seat]
        doubtful = count - sum(sure.values())
        if len(sure) + doubtful >= len(GEMS):
            found.append(("treasurer", len(sure), doubtful))
    return found
