"""What a view shows of the other seats: who is inside, who is rich, what could be taken.

Shared by the robot, the plans and the standing orders. Only public facts of the others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.rules.kernel.questions import things
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.quartz.rules.gems import by_value, valuable, worth
from games.titles.quartz.rules.view import Dwarf, Sight


def others_in(view: Sight) -> list[Dwarf]:
    """List the other dwarves inside, clockwise from the reader."""
    around = clockwise_from(view.order, Seat(view.reader))[:-1]
    return [view.dwarves[seat] for seat in around if view.dwarves[seat].inside]


def worth_in(view: Sight, dwarf: Dwarf) -> int:
    """Give the public worth of a cart: face values, or under covers how many crystals it holds."""
    if dwarf.cart is None or view.covered:
        return dwarf.crystals - dwarf.obsidian
    return worth(dwarf.cart, view.values)


def richest(view: Sight, among: Collection[int | str] | None = None) -> Dwarf | None:
    """Find the richest other dwarf inside; of equals the first clockwise."""
    found = [dwarf for dwarf in others_in(view) if among is None or dwarf.seat in among]
    return max(found, key=lambda dwarf: worth_in(view, dwarf), default=None)


def richest_with_obsidian(view: Sight, among: Collection[int | str] | None = None) -> Dwarf | None:
    """Find the richest other dwarf whose cart holds obsidian."""
    found = [dwarf for dwarf in others_in(view) if dwarf.obsidian and (among is None or dwarf.seat in among)]
    return max(found, key=lambda dwarf: worth_in(view, dwarf), default=None)


def take_from(dwarf: Dwarf, count: int, values: Mapping[str, int]) -> list[str]:
    """List the most valuable crystals in an open cart."""
    return by_value(things(valuable(dwarf.cart or {})), values)[:count]
