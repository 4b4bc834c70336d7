"""What to work for the trade goal that is nearest, by what everybody knows of a hand (GN-30)."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import HAND_LIMIT, cost
from games.titles.gnomes.rules.facts import standing
from games.titles.gnomes.rules.state import Open


def errands(table: Open, seat: Seat) -> list[str]:
    """List the kingdom cards to work for the nearest goal: mines for what is missing, then a shop."""
    found = [wanted for goal in table.row if (wanted := errands_for(table, seat, cost(goal)))]
    return min(found, key=lambda wanted: effort(table, seat, wanted), default=[])


def errands_for(table: Open, seat: Seat, gems: Mapping[str, int]) -> list[str]:
    """List the cards to work for gems and a shop; nothing if one of them is out of reach."""
    sure, kingdom, found = table.sure[seat], table.tables.kingdom, list[str]()
    for gem, count in gems.items():
        missing, mine = max(0, count - sure.get(gem, 0)), f"{gem}_mine"
        if missing > table.piles.get(gem, 0):
            return []
        found += [mine] * -(-missing // kingdom[mine].gives)
    found.append("shop")
    return found if all(places(table, card) or card in table.kingdom[seat] for card in found) else []


def places(table: Open, card: str) -> list[str]:
    """List the places where a card can be worked: mines only away from dragons."""
    land, is_mine = table.land, card.endswith("_mine")
    found = [place for place, top in land.top.items() if top == card]
    return [place for place in found if not (is_mine and "dragon" in land.areas[place].kinds)]


def effort(table: Open, seat: Seat, wanted: list[str]) -> int:
    """Count the actions that a goal takes, about: dwarves to bring, and cards to build first."""
    there = {card: places(table, card) for card in wanted}
    dwarves = sum(table.tables.kingdom[card].need for card in wanted)
    brought = sum(max((standing(table, place, seat) for place in there[card]), default=0) for card in there)
    return dwarves - brought + sum(not found for found in there.values())


def has_full_hand(table: Open, seat: Seat) -> bool:
    """Tell whether a gem more would have to be discarded, ogres left aside."""
    return len(table.kingdom[seat]) + table.gem_count(seat) >= HAND_LIMIT
