"""Secret goals: when they are met (GN-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import GEMS
from games.titles.gnomes.rules.land import Area
from games.titles.gnomes.rules.state import Open

LARGE, RICH, HUNTED, WARBAND = 8, 10, 2, 3


def is_met(table: Open, seat: Seat, secret: str, gems: Mapping[str, int], ogres: Sequence[str]) -> bool:
    """Tell whether a seat meets a secret goal now, given what its hand hides."""
    if secret in KINGDOMS:
        area = table.land.area_of(seat)
        return area is not None and KINGDOMS[secret](table, seat, area)
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


def architect(table: Open, seat: Seat, area: Area) -> bool:
    return len(area.places) >= LARGE


def king(table: Open, seat: Seat, area: Area) -> bool:
    return table.land.worth(area) >= RICH


def conqueror(table: Open, seat: Seat, area: Area) -> bool:
    return len(area.castles) > 1 and not area.is_haunted


KINGDOMS: dict[str, Callable[[Open, Seat, Area], bool]] = {
    "architect": architect,
    "king": king,
    "conqueror": conqueror,
}
