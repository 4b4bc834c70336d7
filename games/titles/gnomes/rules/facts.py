"""Public facts about the table: actions, slots, what can be worked and what stops it.

Nothing here looks into what a hand hides. So states and views answer alike, and whether a question is open
never depends on more.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import cost
from games.titles.gnomes.rules.land import Land, by_row
from games.titles.gnomes.rules.state import Open, Standing

ACTIONS = 3


def actions_left(table: Open) -> int:
    """Count the actions that may still be made, looked at before each of them (GN-7)."""
    return max(0, ACTIONS + (table.active in table.land.fourth) - table.actions)


# --- dwarves


def standing(table: Open, place: str, seat: Seat) -> int:
    """Count a seat's dwarves on a card."""
    here = table.dwarves.get(place)
    return here[seat] if here else 0


def free_slots(land: Land, dwarves: Mapping[str, Standing]) -> dict[str, int]:
    """Count the free slots of every place that has one."""
    free = land.slots.copy()
    for place, here in dwarves.items():
        free[place] -= sum(here)
        if not free[place]:
            del free[place]
    return free


def own_places(table: Open, seat: Seat) -> list[str]:
    """List the places where a seat has dwarves, in reading order."""
    found = [place for place, here in table.dwarves.items() if here[seat]]
    return sorted(found, key=by_row) if len(found) > 1 else found


# --- work


def to_work(table: Open) -> list[str]:
    """List the places that the active player has still to work in this turn (GN-11)."""
    need, seat, worked = table.land.need, table.active, table.worked
    found = [
        place for place, here in table.dwarves.items() if here[seat] >= need[place] and place not in worked
    ]
    return sorted(found, key=by_row) if len(found) > 1 else found


def hindrance(table: Open, place: str) -> str:
    """Say what makes a work come to nothing by public facts, or "" (GN-11)."""
    land = table.land
    card = land.top[place]
    work = land.kingdom[card].work
    if work == "gem":
        if place in land.stopped:
            return "dragon"
        return "" if table.piles.get(land.kingdom[card].gem, 0) else "empty"
    if work == "dig":
        if land.areas[place].is_haunted:
            return "monster"
        return "" if diggable(table) else "no_stack"
    if work == "trade":
        return "" if may_pay(table, table.active) else "no_trade"
    return ""


def may_pay(table: Open, seat: Seat) -> bool:
    """Tell whether a hand can pay an open trade goal, for all that everybody knows of it (GN-13)."""
    sure = table.sure[seat]
    doubtful = table.gem_count(seat) - sum(sure.values())
    return any(
        sum(max(0, count - sure.get(gem, 0)) for gem, count in cost(goal).items()) <= doubtful
        for goal in table.row
    )


def diggable(table: Open) -> tuple[str, ...]:
    """List the stacks whose top card may be dug under: those without dwarves (GN-12)."""
    return tuple([place for place in table.land.piles if place not in table.dwarves])


def leaves_a_choice(table: Open, place: str) -> bool:
    """Tell whether there is something to choose in working a place: what to dig or to buy."""
    work = table.land.kingdom[table.land.top[place]].work
    return work in ("dig", "trade") and not hindrance(table, place)


def is_free(table: Open, place: str) -> bool:
    """Tell whether there is a free slot on a place."""
    slots = table.land.slots.get(place, 0)
    return slots > sum(table.dwarves.get(place, ()))


def has_all_out(table: Open) -> bool:
    """Tell whether the active player may show that all dwarves are on cards: before the first work (GN-4)."""
    return table.part == "work" and not table.worked and all_are_out(table)


def all_are_out(table: Open) -> bool:
    """Tell whether the active player has all dwarves on cards, and a secret goal that isn't shown."""
    return not table.supply[table.active] and not table.shown[table.active]
