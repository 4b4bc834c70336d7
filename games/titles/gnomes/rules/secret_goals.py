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

#: A seat, a goal that it may meet, and what makes it worth another look.
Likely = tuple[Seat, str, tuple[int, ...]]


def likely(table: Open) -> set[Likely]:
    """List the secret goals that seats may meet by public facts, if they hold them and haven't shown them."""
    found = kingdom_goals(table.land)
    for seat in table.order:
        if len(table.slain[seat]) >= HUNTED:
            found.add((seat, "hunter", ()))
        if table.ogre_count(seat) >= WARBAND:
            found.add((seat, "warlord", ()))
        kinds, doubtful = sure_kinds(table, seat)
        if kinds + doubtful >= len(GEMS):
            found.add((seat, "treasurer", (kinds, doubtful)))
    return {one for one in found if not table.shown[one[0]]}


def kingdom_goals(land: Land) -> set[Likely]:
    """List the goals that kingdoms meet; the map keeps them."""
    if land.goals is None:
        areas = [(seat, land.areas[castle]) for seat, castle in land.castles.items()]
        land.goals = frozenset(
            [
                (seat, goal, ())
                for seat, area in areas
                for goal, is_so in KINGDOMS.items()
                if is_so(land, area)
            ]
        )
    return {*land.goals}


def sure_kinds(table: Open, seat: Seat) -> tuple[int, int]:
    """Count the kinds of gem that everybody knows a hand to hold, and the gems that are in doubt."""
    sure = table.sure[seat]
    return len(sure), table.gem_count(seat) - sum(sure.values())
