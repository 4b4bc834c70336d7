"""Whole turns for emails: the most useful ones by public facts, found without search (GN-30).

Each is a text of steps: "+0/0" places a dwarf, "0/0>1/0" moves one, "tavern@2/0:1" plays a kingdom card
with a quarter turn. They are looked for in a fixed order, so the same table always offers the same turns.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules.facts import ACTIONS, free_slots, has_fourth
from games.titles.gnomes.rules.land import ACROSS, FIRST, Laid, Land, neighbours, turned
from games.titles.gnomes.rules.state import Open

#: In which order kingdom cards are built: what brings most first.
BUILD = ("castle", "ruby_mine", "topaz_mine", "diamond_mine", "emerald_mine", "shop", "tavern")


def whole_turns(table: Open, seat: Seat) -> dict[str, str]:
    """Find the whole turns to offer: their steps by what they aim at, no two alike."""
    found: dict[str, str] = {}
    for aim, steps in _candidates(table, seat):
        if steps and steps not in found.values():
            found[aim] = steps
    return found


def _candidates(table: Open, seat: Seat) -> Iterator[tuple[str, str]]:
    if table.land.stacks:
        yield "work", Turn(table, seat).work()
        if table.land.monsters:
            yield "hunt", Turn(table, seat).hunt()
        if table.land.shops:
            yield "trade", Turn(table, seat).trade()
    yield "build", Turn(table, seat).build()


class Turn:
    """A turn in the making: what it has changed so far, and its steps."""

    def __init__(self, table: Open, seat: Seat) -> None:
        self.table, self.seat = table, seat
        self.land = table.land
        self.steps: list[str] = []
        self.supply = table.supply[seat]
        self.mine = {place: here[seat] for place, here in table.dwarves.items() if here[seat]}
        self.free = free_slots(self.land, table.dwarves)

    @property
    def left(self) -> int:
        return ACTIONS + has_fourth(self.land, self.seat) - len(self.steps)

    # --- aims

    def work(self) -> str:
        """Complete what can be worked in this turn, then stand where most is to be had."""
        self._complete(self.land.prizes)
        self._stand(self.land.prizes)
        return " ".join(self.steps)

    def hunt(self) -> str:
        """Gather round the monster that needs the fewest more."""
        return self._gather(self.land.monsters)

    def trade(self) -> str:
        """Gather in a shop, if there are gems enough for some goal."""
        gems = self.table.gem_count(self.seat)
        if not any(len(goal) <= gems for goal in self.table.row):
            return ""
        return self._gather(self.land.shops)

    def build(self) -> str:
        """Play the next kingdom card beside the own kingdom, then work."""
        hand = self.table.kingdom[self.seat]
        card = next((card for card in BUILD if card in hand), None)
        if card is None or self.left < 1:
            return ""
        place, turn, self.land = grown(self.land, self.seat, card)
        self.steps.append(f"{card}@{place}:{turn}")
        self.free[place] = self.land.slots[place]
        return self.work()

    # --- means

    def _gather(self, targets: tuple[str, ...]) -> str:
        ready = [
            one for one in targets if self.free.get(one, 0) + self.mine.get(one, 0) >= self.land.need[one]
        ]
        open_ones = [one for one in ready if self._missing(one) > 0]
        if not open_ones:
            return ""
        best = min(open_ones, key=self._missing)
        self._bring(best, self._missing(best))
        if not self.steps:
            return ""
        return self.work()

    def _missing(self, place: str) -> int:
        return self.land.need[place] - self.mine.get(place, 0)

    def _complete(self, targets: tuple[str, ...]) -> None:
        for place in targets:
            if not self.supply or self.left < 1:
                return
            missing = self._missing(place)
            if 0 < missing <= min(self.left, self.supply, self.free.get(place, 0)):
                self._bring(place, missing)

    def _stand(self, targets: tuple[str, ...]) -> None:
        for place in targets:
            if not self.supply or self.left < 1:
                return
            if (missing := self._missing(place)) > 0:
                self._bring(place, missing)

    def _bring(self, place: str, count: int) -> None:
        """Place dwarves out of the supply, as many as can be."""
        some = min(count, self.left, self.supply, self.free.get(place, 0))
        self.steps += [f"+{place}"] * some
        self.supply -= some
        self.mine[place] = self.mine.get(place, 0) + some
        self.free[place] = self.free.get(place, 0) - some


def grown(land: Land, seat: Seat, card: str) -> tuple[str, int, Land]:
    """Build a card: give its place and turn, and the map with it, which is reckoned once for each map."""
    found = land.grown.get((seat, card))
    if found is None:
        place, turn = site(land, seat, card)
        found = land.grown[seat, card] = place, turn, land.with_card(place, Laid(card, seat, turn))
    return found


def site(land: Land, seat: Seat, card: str) -> tuple[str, int]:
    """Choose where to build beside the own kingdom, and how to turn the card so that it is open to most."""
    if not land.stacks:
        return FIRST, 0
    area = land.area_of(seat)
    home = frozenset(area.places) if area is not None else frozenset(land.stacks)
    best = max(land.edge, key=lambda place: len(_doors(land, home, place)))
    return best, _best_turn(land.kingdom[card].walls, _doors(land, home, best))


def _doors(land: Land, home: frozenset[str], place: str) -> str:
    """List the sides of an empty place that lead into some places."""
    return "".join(
        [side for side, other in neighbours(place) if other in home and ACROSS[side] not in land.walls(other)]
    )


def _best_turn(walls: str, doors: str) -> int:
    return min(range(4), key=lambda turn: len(set(turned(walls, turn)) & set(doors)))
