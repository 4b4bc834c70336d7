"""Whole turns for emails: the most useful ones by public facts, found without search (GN-30).

Each is a text of steps: "+0/0" places a dwarf, "0/0>1/0" moves one, "tavern@2/0:1" plays a kingdom card
with a quarter turn. They are looked for in a fixed order, so the same table always offers the same turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.errands import errands, has_full_hand
from games.titles.gnomes.rules.facts import ACTIONS, diggable, free_slots
from games.titles.gnomes.rules.land import ACROSS, FIRST, Land, neighbours, turned
from games.titles.gnomes.rules.state import Open

#: In which order kingdom cards are built: what brings most first.
BUILD = ("castle", "ruby_mine", "topaz_mine", "diamond_mine", "emerald_mine", "shop", "tavern")
MOST_LOOKED_AT = 10  # places to work at, the best first
#: Aims after which their player still chooses what to buy or to dig; other turns are finished.
LEFT_OPEN = frozenset({"trade", "dig"})


def whole_turns(table: Open, seat: Seat, free: dict[str, int]) -> dict[str, str]:
    """Find the whole turns to offer: their steps by what they aim at, no two alike.

    The map keeps the last ones with all they were found by, so they are found once for offer and answer.
    """
    land, known = table.land, _known(table, seat)
    if land.turns is None or land.turns[0] != known:
        land.turns = known, _offers(table, seat, free)
    return land.turns[1]


def is_offered(table: Open, seat: Seat, aim: str, steps: str) -> bool:
    """Tell whether a whole turn is on offer."""
    land = table.land
    if land.turns is not None and land.turns[0] == _known(table, seat):
        return land.turns[1].get(aim) == steps
    return whole_turns(table, seat, free_slots(land, table.dwarves)).get(aim) == steps


def _known(table: Open, seat: Seat) -> tuple[object, ...]:
    """Gather all that whole turns are found by, besides the map."""
    return (
        *(seat, table.actions, table.supply[seat], table.kingdom[seat], table.gem_count(seat)),
        *({**table.dwarves}, {**table.sure[seat]}, {**table.piles}, [*table.row]),
    )


def _offers(table: Open, seat: Seat, free: dict[str, int]) -> dict[str, str]:
    found: dict[str, str] = {}
    for aim, steps in _candidates(Start(table, seat, free)):
        text = " ".join(steps)
        if text and text not in found.values():
            found[aim] = text
    return found


class Start:
    """What a turn begins with: the map, dwarves at home and on cards, free slots."""

    def __init__(self, table: Open, seat: Seat, free: dict[str, int]) -> None:
        self.table, self.seat, self.land, self.free = table, seat, table.land, free
        self.supply = table.supply[seat]
        self.mine = {place: here[seat] for place, here in table.dwarves.items() if here[seat]}

    def could_work(self, places: Sequence[str]) -> list[str]:
        """List the places that need more own dwarves and have room for them."""
        need, mine, free = self.land.need, self.mine, self.free
        return [place for place in places if 0 < need[place] - mine.get(place, 0) <= free.get(place, 0)]


def _candidates(start: Start) -> Iterator[tuple[str, list[str]]]:
    land, seat = start.land, start.seat
    if wanted := errands(start.table, seat, start.mine):
        yield "trade", Turn(start).run(wanted)
    if start.supply and land.stacks:
        yield "work", Turn(start).work()
        for aim, places in _gatherings(start):
            if targets := start.could_work(places):
                turn = Turn(start)
                turn.gather(targets)
                # Dwarves who went on to work might stand on the stack that is to be dug.
                yield aim, turn.steps if aim == "dig" or not turn.steps else turn.work()
    card = next_card(start.table, seat)
    if card is not None:
        yield "build", Turn(start).build(card)


def next_card(table: Open, seat: Seat) -> str | None:
    """Give the card in hand that is built first."""
    return next((card for card in BUILD if card in table.kingdom[seat]), None)


def _gatherings(start: Start) -> Iterator[tuple[str, Sequence[str]]]:
    """Give the places to gather at, by what for."""
    table, land = start.table, start.land
    if land.monsters:
        yield "hunt", land.monsters
    castle = land.castles.get(start.seat)
    if castle is not None and land.piles and not land.areas[castle].is_haunted and diggable(table):
        yield "dig", (castle,)


class Turn:
    """A turn in the making: what it has changed so far, and its steps."""

    def __init__(self, start: Start) -> None:
        self.table, self.seat, self.land, self.supply = start.table, start.seat, start.land, start.supply
        self.laid: dict[str, str] = {}
        self.mine, self.free = start.mine.copy(), start.free.copy()
        self.need, self.prizes = start.land.need, start.land.prizes
        self.steps: list[str] = []
        self.made = start.table.actions
        self.left = ACTIONS + (start.seat in start.land.fourth) - self.made

    def work(self) -> list[str]:
        """Complete what can be worked in this turn, then stand where most is to be had."""
        if self.supply and self.left:
            self._complete()
            self._stand()
        return self.steps

    def gather(self, targets: Sequence[str]) -> None:
        """Gather where the fewest more are needed, the nearest dwarves too."""
        best = min(targets, key=self._missing)
        self._bring(best, self._missing(best))
        self._fetch(best)

    def build(self, card: str) -> list[str]:
        """Play a kingdom card beside the own kingdom, then work; count on no fourth action near a giant."""
        self._lay(card)
        return self.work()

    def run(self, wanted: Sequence[str]) -> list[str]:
        """Work one card after the other, and build what isn't there or what fills the hand."""
        card = self._to_lay(wanted)
        if card is not None and self.left:
            self._lay(card)
        for errand in wanted:
            if self.left:
                self._call_at(errand)
        return self.work()

    # --- means

    def _to_lay(self, wanted: Sequence[str]) -> str | None:
        """Choose a card to build: the castle first, then what is wanted and isn't there."""
        table, hand = self.table, self.table.kingdom[self.seat]
        if "castle" in hand:
            return "castle"
        missing = next((card for card in wanted if card in hand and not self._nearest(card)), None)
        return missing or (next_card(table, self.seat) if has_full_hand(table, self.seat) else None)

    def _nearest(self, card: str) -> str:
        """Find the place of a card where the fewest dwarves are missing and have room, or ""."""
        need, mine, free = self.need, self.mine, self.free
        nearest, least = "", 0
        for place in self.land.workable.get(card, ()):
            missing = need[place] - mine.get(place, 0)
            if missing <= free.get(place, 0) and (not nearest or missing < least):
                nearest, least = place, missing
        return nearest

    def _call_at(self, card: str) -> None:
        """Bring dwarves to a card, out of the supply and from the cards next to it."""
        there = self.laid.get(card) or self._nearest(card)
        if there and (missing := self.need[there] - self.mine.get(there, 0)) > 0:
            self._bring(there, missing)
            self._fetch(there)

    def _lay(self, card: str) -> None:
        kind, land = self.land.kingdom[card], self.land
        place, doors = land.sites.get(self.seat) or site(land, self.seat)
        self.steps.append(f"{card}@{place}:{best_turn(kind.walls, doors)}")
        has_fourth = not land.has_giant and (card == "castle" or self.seat in land.fourth)
        self.left = ACTIONS + has_fourth - self.made - 1
        self.free[place], self.need = kind.slots, {**self.need, place: kind.need}
        self.prizes = (place, *self.prizes) if kind.work in ("gem", "hire") else self.prizes
        self.laid[card] = place

    def _missing(self, place: str) -> int:
        return self.need[place] - self.mine.get(place, 0)

    def _complete(self) -> None:
        need, mine, free = self.need, self.mine, self.free
        most = min(self.left, self.supply)
        for place in self.prizes[:MOST_LOOKED_AT]:
            missing = need[place] - mine.get(place, 0)
            if 0 < missing <= most and missing <= free.get(place, 0):
                self._bring(place, missing)
                most -= missing

    def _stand(self) -> None:
        need, mine = self.need, self.mine
        for place in self.prizes[:MOST_LOOKED_AT]:
            if not self.supply or not self.left:
                return
            if (missing := need[place] - mine.get(place, 0)) > 0:
                self._bring(place, missing)

    def _bring(self, place: str, count: int) -> None:
        """Place dwarves out of the supply, as many as can be."""
        room = self.free.get(place, 0)
        some = min(count, self.left, self.supply, room)
        if some:
            self.steps += [f"+{place}"] * some
            self.supply -= some
            self.left -= some
            self.mine[place] = self.mine.get(place, 0) + some
            self.free[place] = room - some

    def _fetch(self, place: str) -> None:
        """Move dwarves over from the cards next to a place, where they are not about to work."""
        mine, need, ways = self.mine, self.need, self.land.ways
        for start in [one for one in ways.get(place, ()) if one in mine]:
            room = self.free.get(place, 0)
            some = min(mine[start] % need[start], self.left, self._missing(place), room)
            if some:
                self.steps += [f"{start}>{place}"] * some
                self.left -= some
                mine[start] -= some
                mine[place] = mine.get(place, 0) + some
                self.free[place] = room - some


def site(land: Land, seat: Seat) -> tuple[str, str]:
    """Choose the place to build beside the own kingdom; give it with the sides that lead there."""
    if not land.stacks:
        return FIRST, ""
    area = land.area_of(seat)
    home = area.places if area is not None else land.ordered
    doors: dict[str, str] = {}
    for place in home:
        own = land.walls(place)
        for side, other in neighbours(place):
            if other not in land.stacks and side not in own:
                doors[other] = doors.get(other, "") + ACROSS[side]
    best = max(doors or dict.fromkeys(land.edge, ""), key=lambda place: len(doors.get(place, "")))
    land.sites[seat] = best, doors.get(best, "")
    return land.sites[seat]


@lru_cache(1024)
def best_turn(walls: str, doors: str) -> int:
    """Turn a card so that its walls close as few of these sides as can be."""
    return min(range(4), key=lambda turn: len(set(turned(walls, turn)) & set(doors)))
