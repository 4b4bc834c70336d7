"""The map of Gnomes once more: cards on squares, and which squares belong together (GN-8, GN-9, GN-16).

It shares nothing with the game: turned walls, ways and kingdoms are reckoned in other ways.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

Square = tuple[int, int]
#: GN-1: pile type, dwarves needed, slots, star, walls as compass degrees.
KINDS: dict[str, tuple[str, int, int, int, tuple[int, ...]]] = {
    "castle": ("", 2, 3, 2, (0,)),
    "ruby_mine": ("mine", 3, 4, 1, (0, 90)),
    "emerald_mine": ("mine", 2, 3, 1, (0, 90)),
    "diamond_mine": ("mine", 2, 3, 1, (0, 180)),
    "topaz_mine": ("mine", 2, 3, 2, (0, 180)),
    "tavern": ("house", 2, 3, 1, (0, 90)),
    "shop": ("house", 3, 4, 1, (0, 180)),
    "dragon": ("mine", 5, 5, -2, (0,)),
    "ice_giant": ("", 5, 5, -2, (0,)),
}
MONSTERS = {"dragon", "ice_giant"}
AHEAD = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}


class Card(NamedTuple):
    kind: str
    owner: int
    closed: frozenset[int]  # the degrees at which walls are now

    @classmethod
    def turned(cls, kind: str, owner: int, turns: int) -> Card:
        return cls(kind, owner, frozenset((degree + 90 * turns) % 360 for degree in KINDS[kind][4]))


def square(place: str) -> Square:
    x, _, y = place.partition("/")
    return int(x), int(y)


class Ground:
    """Stacks with the top card last."""

    def __init__(self) -> None:
        self.stacks: dict[Square, list[Card]] = {}

    def top(self, at: Square) -> str:
        return self.stacks[at][-1].kind

    def need(self, at: Square) -> int:
        return KINDS[self.top(at)][1]

    def slots(self, at: Square) -> int:
        return KINDS[self.top(at)][2]

    def touch(self, one: Square, other: Square) -> bool:
        return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1

    def is_open(self, one: Square, other: Square) -> bool:
        """GN-9: whether nothing is between two cards that lie next to each other."""
        if not self.touch(one, other) or one not in self.stacks or other not in self.stacks:
            return False
        for degree, (x, y) in AHEAD.items():
            if (one[0] + x, one[1] + y) == other:
                back = (degree + 180) % 360
                return degree not in self.stacks[one][-1].closed and back not in self.stacks[other][-1].closed
        raise AssertionError("two squares that touch lie in one of four directions")

    def may_lay(self, kind: str, at: Square, dwarves: int) -> bool:
        """GN-8."""
        if not self.stacks:
            return True
        if at not in self.stacks:
            return any(self.touch(at, other) for other in self.stacks)
        below, pile = self.top(at), KINDS[kind][0]
        return not dwarves and below not in MONSTERS and bool(pile) and KINDS[below][0] == pile

    def together(self, at: Square) -> set[Square]:
        """GN-16: spread out until nothing is added."""
        found, size = {at}, 0
        while size != len(found):
            size = len(found)
            found |= {other for other in self.stacks for one in found if self.is_open(one, other)}
        return found

    def kinds(self, squares: Iterable[Square]) -> list[str]:
        return [self.top(one) for one in squares]

    def kingdom(self, seat: int) -> set[Square]:
        """Give the squares of a seat's kingdom; none while the castle isn't on the table."""
        for at, stack in self.stacks.items():
            if (stack[-1].kind, stack[-1].owner) == ("castle", seat):
                return self.together(at)
        return set()

    def stars(self, squares: Iterable[Square]) -> int:
        return sum(KINDS[kind][3] for kind in self.kinds(squares))
