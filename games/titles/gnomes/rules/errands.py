"""What to work for the trade goal that is nearest, by what everybody knows of a hand (GN-30)."""

from __future__ import annotations

from functools import lru_cache

from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import HAND_LIMIT, cost
from games.titles.gnomes.rules.state import Open

SHOP = "shop"
MINES = ("ruby_mine", "emerald_mine", "diamond_mine", "topaz_mine")


def errands(table: Open, seat: Seat) -> list[str]:
    """List the kingdom cards to work for the nearest goal: mines for what is missing, then a shop."""
    begun = within_reach(table, seat)
    if SHOP not in begun:
        return []
    nearest, least = list[str](), 0
    for goal in table.row:
        wanted = errands_for(table, seat, goal, begun)
        actions = effort(table, wanted, begun)
        if wanted and (not nearest or actions < least):
            nearest, least = wanted, actions
    return nearest


def within_reach(table: Open, seat: Seat) -> dict[str, int]:
    """Count the dwarves who are already at each mine or shop that can be worked; -1 for a card to build."""
    workable, hand, dwarves = table.land.workable, table.kingdom[seat], table.dwarves
    found: dict[str, int] = {}
    for card in (*MINES, SHOP):
        there = workable.get(card)
        if there is not None:
            found[card] = max([dwarves[place][seat] if place in dwarves else 0 for place in there])
        elif card in hand:
            found[card] = -1
    return found


def errands_for(table: Open, seat: Seat, goal: str, begun: dict[str, int]) -> list[str]:
    """List the cards to work for a goal; nothing if one of them is out of reach."""
    sure, found = table.sure[seat], list[str]()
    for gem, mine, count in mined_for(goal):
        missing = count - sure.get(gem, 0)
        if missing > 0:
            if missing > table.piles.get(gem, 0) or mine not in begun:
                return []
            found += [mine] * -(-missing // table.tables.kingdom[mine].gives)
    found.append(SHOP)
    return found


@lru_cache(1024)
def mined_for(goal: str) -> tuple[tuple[str, str, int], ...]:
    """List what a goal costs: each gem, its mine, how many."""
    return tuple([(gem, f"{gem}_mine", count) for gem, count in cost(goal).items()])


def effort(table: Open, wanted: list[str], begun: dict[str, int]) -> int:
    """Count the actions that errands take, about: dwarves to bring, and cards to build first."""
    kingdom = table.tables.kingdom
    return sum([kingdom[card].need for card in wanted]) - sum([begun[card] for card in {*wanted}])


def has_full_hand(table: Open, seat: Seat) -> bool:
    """Tell whether a gem more would have to be discarded, ogres left aside."""
    return len(table.kingdom[seat]) + table.gem_count(seat) >= HAND_LIMIT
