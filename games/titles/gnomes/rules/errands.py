"""What to work for the trade goal that is nearest, by what everybody knows of a hand (GN-30)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import HAND_LIMIT, cost
from games.titles.gnomes.rules.state import Open

SHOP = "shop"
MINES_AND_SHOP = ("ruby_mine", "emerald_mine", "diamond_mine", "topaz_mine", SHOP)


def errands(table: Open, seat: Seat, mine: Mapping[str, int]) -> list[str]:
    """List the kingdom cards to work for the nearest goal: mines for what is missing, then a shop.

    `mine`: the seat's dwarves by place.
    """
    begun = within_reach(table, seat, mine)
    if SHOP not in begun:
        return []
    nearest, least = "", 0
    for goal in table.row:
        actions = effort(table, seat, goal, begun)
        if actions is not None and (not nearest or actions < least):
            nearest, least = goal, actions
    return errands_for(table, seat, nearest) if nearest else []


def within_reach(table: Open, seat: Seat, mine: Mapping[str, int]) -> dict[str, int]:
    """Count the dwarves who are already at each mine or shop that can be worked; -1 for a card to build."""
    workable, hand = table.land.workable, table.kingdom[seat]
    found: dict[str, int] = {}
    for card in MINES_AND_SHOP:
        if card in workable:
            there = workable[card]
            found[card] = max([mine.get(place, 0) for place in there]) if mine else 0
        elif card in hand:
            found[card] = -1
    return found


def effort(table: Open, seat: Seat, goal: str, begun: dict[str, int]) -> int | None:
    """Count the actions that a goal takes, about, dwarves and cards to build; None if it is out of reach."""
    sure, piles, kingdom = table.sure[seat], table.piles, table.tables.kingdom
    actions = kingdom[SHOP].need - begun[SHOP]
    for gem, mine, count in mined_for(goal):
        missing = count - sure.get(gem, 0)
        if missing > 0:
            if mine not in begun or missing > piles.get(gem, 0):
                return None
            kind = kingdom[mine]
            actions += kind.need * -(-missing // kind.gives) - begun[mine]
    return actions


def errands_for(table: Open, seat: Seat, goal: str) -> list[str]:
    """List the cards to work for a goal, as often as they have to be."""
    sure, kingdom, found = table.sure[seat], table.tables.kingdom, list[str]()
    for gem, mine, count in mined_for(goal):
        missing = max(0, count - sure.get(gem, 0))
        found += [mine] * -(-missing // kingdom[mine].gives)
    return [*found, SHOP]


@lru_cache(1024)
def mined_for(goal: str) -> tuple[tuple[str, str, int], ...]:
    """List what a goal costs: each gem, its mine, how many."""
    return tuple([(gem, f"{gem}_mine", count) for gem, count in cost(goal).items()])


def has_full_hand(table: Open, seat: Seat) -> bool:
    """Tell whether a gem more would have to be discarded, ogres left aside."""
    return len(table.kingdom[seat]) + table.gem_count(seat) >= HAND_LIMIT
