"""The map: stacks of cards on places, walls between them, and the areas they make (GN-8, GN-16).

A place is called "x/y", counted from the first card: x to the east, y to the north. A map never changes: a
card that is played, dug or slain makes another one. So what follows from the cards alone is reckoned once for
each map, and dwarves, who come and go, don't disturb it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TypeVar

import msgspec

from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.cards import MONSTERS, Kingdom

T = TypeVar("T")

SIDES = "NESW"  # a quarter turn moves each wall one on
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
FIRST = "0/0"
#: What works bring beside each other.
RATES = {"topaz": 1, "emerald": 2, "diamond": 2, "ruby": 3, "ogre": 2}


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A kingdom card on the table. `turn`: quarter turns clockwise; `owner`: whose card it was."""

    card: str
    owner: Seat
    turn: int


Stack = tuple[Laid, ...]  # from top to bottom


class Area(msgspec.Struct, frozen=True, gc=False):
    """Places that can be reached from each other without crossing a wall."""

    places: tuple[str, ...]
    cards: tuple[Laid, ...]  # the top cards, by place
    kinds: frozenset[str]  # of the top cards

    @property
    def castles(self) -> tuple[Seat, ...]:
        """Give the owners of the castles in it."""
        return tuple([one.owner for one in self.cards if one.card == "castle"])

    @property
    def is_haunted(self) -> bool:
        """Tell whether a monster lies open in it."""
        return not self.kinds.isdisjoint(MONSTERS)


@lru_cache(8192)
def xy(place: str) -> tuple[int, int]:
    """Read a place's coordinates."""
    x, y = place.split("/")
    return int(x), int(y)


@lru_cache(8192)
def neighbours(place: str) -> tuple[tuple[str, str], ...]:
    """List the four places round a place, each with the side it is on."""
    x, y = xy(place)
    return tuple([(side, f"{x + dx}/{y + dy}") for side, (dx, dy) in STEPS.items()])


@lru_cache(8192)
def by_row(place: str) -> tuple[int, int]:
    """Order places as they are read: from north to south, from west to east."""
    x, y = xy(place)
    return -y, x


@lru_cache(1024)
def turned(walls: str, turn: int) -> str:
    """Give the walls of a card after some quarter turns clockwise."""
    moved = {SIDES[(SIDES.index(side) + turn) % 4] for side in walls}
    return "".join(side for side in SIDES if side in moved)


def inserted(places: tuple[str, ...], place: str) -> tuple[str, ...]:
    """Add a place to others, in reading order."""
    found = list(places)
    insort(found, place, key=by_row)
    return tuple(found)


def gain(kind: Kingdom) -> int:
    """Rate what a work brings beside others: gems, or an ogre."""
    if kind.work == "gem":
        return kind.gives * RATES[kind.gem]
    return RATES["ogre"] if kind.work == "hire" else 0


class Land:
    """The cards on the table. `kingdom`: the figures of each kind of card."""

    def __init__(self, kingdom: Mapping[str, Kingdom], stacks: Mapping[str, Stack]) -> None:
        self.kingdom = kingdom
        self.stacks = stacks
        #: Where each seat would build next, and the sides there that lead into its kingdom.
        self.sites: dict[Seat, tuple[str, str]] = {}
        #: The whole turns found last, with what they were found by.
        self.turns: tuple[tuple[object, ...], dict[str, str]] | None = None
        #: The secret goals that kingdoms meet, once somebody has looked.
        self.goals: frozenset[tuple[Seat, str]] | None = None
        #: How views show the map while nobody stands on it, once one has.
        self.shown: object = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Land) and self.stacks == other.stacks

    __hash__ = None  # type: ignore[assignment]  # as of any collection

    def __repr__(self) -> str:
        return f"Land({self.stacks})"

    # --- other maps

    def with_card(self, place: str, laid: Laid) -> Land:
        """Lay a card on top of a place."""
        found = Land(self.kingdom, {**self.stacks, place: (laid, *self.stacks.get(place, ()))})
        if "slots" in vars(self):  # this map was played on, not only passed by as a log is read
            found._take_over(self, place, laid)
        return found

    def _take_over(self, before: Land, place: str, laid: Laid) -> None:
        """Reckon from what followed before a card was laid."""
        self.rates = before.rates
        self.ways = self.ways_from(before.ways, place)
        self.castles = {**before.castles, laid.owner: place} if laid.card == "castle" else before.castles
        if place in before.stacks:
            self.edge, self.ordered = before.edge, before.ordered
        else:
            self._grow_from(before, place, laid.card)

    def _grow_from(self, before: Land, place: str, card: str) -> None:
        """Reckon from what followed before a card was laid on an empty place."""
        kind = self.kingdom[card]
        self.edge = self.edge_from(before.edge, place)
        self.ordered = inserted(before.ordered, place)
        self.top = self._ranged(before.top, place, card)
        self.need = self._ranged(before.need, place, kind.need)
        self.slots = self._ranged(before.slots, place, kind.slots)
        self.areas = self.areas_from(before.areas, place)
        self.monsters = inserted(before.monsters, place) if card in MONSTERS else before.monsters
        self.cover = before.cover
        if kind.pile != "none" and card not in MONSTERS:
            self.cover = {**before.cover, kind.pile: inserted(before.cover[kind.pile], place)}

    def _ranged(self, before: dict[str, T], place: str, figure: T) -> dict[str, T]:
        """Add the figure of a place in reading order."""
        more = {**before, place: figure}
        return more if place == self.ordered[-1] else {one: more[one] for one in self.ordered}

    def with_stack(self, place: str, stack: Stack) -> Land:
        """Put another stack on a place, or none."""
        stacks = {**self.stacks, place: stack}
        if not stack:
            del stacks[place]
        return Land(self.kingdom, stacks)

    # --- what follows from the cards

    @cached_property
    def ordered(self) -> tuple[str, ...]:
        """List the places in reading order."""
        return tuple(sorted(self.stacks, key=by_row))

    @cached_property
    def top(self) -> dict[str, str]:
        """Name the top card of each place."""
        return {place: self.stacks[place][0].card for place in self.ordered}

    @cached_property
    def need(self) -> dict[str, int]:
        """Say how many dwarves work each place."""
        return {place: self.kingdom[card].need for place, card in self.top.items()}

    @cached_property
    def slots(self) -> dict[str, int]:
        """Say how many dwarves each place has room for."""
        return {place: self.kingdom[card].slots for place, card in self.top.items()}

    @cached_property
    def edge(self) -> tuple[str, ...]:
        """List the empty places where a card may be laid; on an empty table the first one."""
        around = {other for place in self.stacks for _, other in neighbours(place)}
        return tuple(sorted(around - self.stacks.keys(), key=by_row)) or (FIRST,)

    def edge_from(self, edge: tuple[str, ...], place: str) -> tuple[str, ...]:
        """Give the edge after a card was laid on an empty place, from the edge before."""
        found = {*edge, *[other for _, other in neighbours(place) if other not in self.stacks]}
        return tuple(sorted(found - {place}, key=by_row))

    @cached_property
    def cover(self) -> dict[str, tuple[str, ...]]:
        """List the places whose top card may be covered, by pile type (GN-8)."""
        found: dict[str, list[str]] = {"none": [], "mine": [], "house": []}
        for place in self.ordered:
            if self.top[place] not in MONSTERS:
                found[self.kingdom[self.top[place]].pile].append(place)
        return {pile: tuple(places) for pile, places in found.items() if pile != "none"} | {"none": ()}

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """List the places with more than one card."""
        return tuple([place for place in self.ordered if len(self.stacks[place]) > 1])

    @cached_property
    def beside(self) -> dict[str, tuple[str, ...]]:
        """List the laid cards next to each place, whatever walls are between."""
        return {
            place: tuple([other for _, other in neighbours(place) if other in self.stacks])
            for place in self.stacks
        }

    @cached_property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """List the places to which a dwarf can go from each place: a wall on either card closes a side."""
        return {place: self._ways(place) for place in self.stacks}

    def ways_from(self, ways: dict[str, tuple[str, ...]], place: str) -> dict[str, tuple[str, ...]]:
        """Give the ways after a place has changed, from those before."""
        there = [place, *[other for _, other in neighbours(place)]]
        return {**ways, **{one: self._ways(one) for one in there if one in self.stacks}}

    def _ways(self, place: str) -> tuple[str, ...]:
        own, stacks = self.walls(place), self.stacks
        return tuple(
            [
                other
                for side, other in neighbours(place)
                if other in stacks and side not in own and ACROSS[side] not in self.walls(other)
            ]
        )

    def walls(self, place: str) -> str:
        """Give the walls of the top card, as it is turned."""
        return self.sides(self.stacks[place][0])

    def sides(self, laid: Laid) -> str:
        """Give the walls of a card, as it is turned."""
        return turned(self.kingdom[laid.card].walls, laid.turn)

    @cached_property
    def areas(self) -> dict[str, Area]:
        """Find the area of each place (GN-16)."""
        found: dict[str, Area] = {}
        for place in self.ordered:
            if place not in found:
                places = self._reach(place)
                found |= dict.fromkeys(places, self._area(places))
        return found

    def areas_from(self, areas: dict[str, Area], place: str) -> dict[str, Area]:
        """Give the areas after a card was laid on an empty place, from those before: it may join some."""
        joined = {areas[other].places: None for other in self.ways[place]}
        places = tuple(sorted([place, *[one for there in joined for one in there]], key=by_row))
        return {**areas, **dict.fromkeys(places, self._area(places))}

    def _area(self, places: tuple[str, ...]) -> Area:
        cards = tuple([self.stacks[one][0] for one in places])
        return Area(places, cards, frozenset([one.card for one in cards]))

    def _reach(self, start: str) -> tuple[str, ...]:
        ways, reached, left = self.ways, {start}, [start]
        while left:
            for other in ways[left.pop()]:
                if other not in reached:
                    reached.add(other)
                    left.append(other)
        return tuple(sorted(reached, key=by_row))

    @cached_property
    def castles(self) -> dict[Seat, str]:
        """Find the castles that lie on the table, by owner."""
        return {
            stack[0].owner: place for place, stack in sorted(self.stacks.items()) if stack[0].card == "castle"
        }

    @cached_property
    def stopped(self) -> frozenset[str]:
        """Name the mines that a dragon stops."""
        if not self.monsters:
            return frozenset()
        mines = [place for place, card in self.top.items() if self.kingdom[card].work == "gem"]
        return frozenset([place for place in mines if "dragon" in self.areas[place].kinds])

    @cached_property
    def workable(self) -> dict[str, tuple[str, ...]]:
        """List the places of each kind of card that lies open: of mines those away from dragons."""
        found: dict[str, list[str]] = {}
        for place, card in self.top.items():
            if place not in self.stopped:
                found.setdefault(card, []).append(place)
        return {card: tuple(places) for card, places in found.items()}

    @cached_property
    def prizes(self) -> tuple[str, ...]:
        """List the mines and taverns that no dragon stops, those that bring most for each dwarf first."""
        rates, top, stopped = self.rates, self.top, self.stopped
        places = [place for place in self.ordered if top[place] in rates and place not in stopped]
        return tuple(sorted(places, key=lambda place: -rates[top[place]]))

    @cached_property
    def rates(self) -> dict[str, float]:
        """Rate the cards whose work brings gems or an ogre beside others, for each dwarf."""
        return {card: gain(kind) / kind.need for card, kind in self.kingdom.items() if gain(kind)}

    @cached_property
    def monsters(self) -> tuple[str, ...]:
        """List the places where monsters lie open."""
        return tuple([place for place, card in self.top.items() if card in MONSTERS])

    @cached_property
    def shops(self) -> tuple[str, ...]:
        """List the places where shops lie open."""
        return tuple([place for place, card in self.top.items() if card == "shop"])

    @cached_property
    def fourth(self) -> frozenset[Seat]:
        """Name the seats with a fourth action: their castle lies open, with no ice giant near it (GN-7)."""
        if not self.has_giant:
            return frozenset(self.castles)
        return frozenset(
            [seat for seat, place in self.castles.items() if "ice_giant" not in self.areas[place].kinds]
        )

    @cached_property
    def has_giant(self) -> bool:
        """Tell whether an ice giant lies on the table."""
        return "ice_giant" in [self.top[place] for place in self.monsters]

    def area_of(self, seat: Seat) -> Area | None:
        """Give a seat's kingdom, if its castle is on the table."""
        castle = self.castles.get(seat)
        return None if castle is None else self.areas[castle]

    def worth(self, area: Area) -> int:
        """Add the stars of the top cards."""
        return sum([self.kingdom[one.card].star for one in area.cards])

    def listed_areas(self) -> list[Area]:
        """List each area once, in reading order."""
        found = {area.places[0]: area for area in self.areas.values()}
        return [found[place] for place in sorted(found, key=by_row)]
