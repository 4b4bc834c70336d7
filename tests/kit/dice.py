"""Dice for tests: they are told what comes out, by name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from games.rules.kernel.chance import Dice


class CannotEcho(Exception):
    """Raised when what came out in the first world isn't in the other's urn: the pair is given up."""


def index_of(urn: Mapping[str, int], item: str) -> int:
    """Find the first place of a thing in an urn, counting in the order of names."""
    return sum(count for name, count in urn.items() if name < item)


class Scripted:
    """Chance as a test writes it down. What isn't written must not be drawn."""

    def __init__(self, *items: str) -> None:
        self.items = list(items)

    def index(self, number: int, urn: Mapping[str, int], size: int) -> int:
        assert self.items, f"draw {number} was not in the script; the urn holds {dict(urn)}"
        item = self.items.pop(0)
        assert urn.get(item), f"the script says {item!r}, the urn holds {dict(urn)}"
        return index_of(urn, item)


class Echo:
    """Chance that repeats, draw for draw, what came out in another world.

    Draws beyond those are the spare dice's: what the reader learns of them is for the harness to compare.
    """

    def __init__(self, items: Iterable[str], spare: Dice) -> None:
        self._items = list(items)
        self._spare = spare

    def index(self, number: int, urn: Mapping[str, int], size: int) -> int:
        if not self._items:
            return self._spare.index(number, urn, size)
        item = self._items.pop(0)
        if not urn.get(item):
            raise CannotEcho(item)
        return index_of(urn, item)


def p_value(counts, size):
    """Say how likely at least so much unevenness is (Wilson and Hilferty's way to chi-squared)."""
    expected, free = sum(counts.values()) / size, size - 1
    unevenness = sum((counts[index] - expected) ** 2 / expected for index in range(size))
    if free == 1:
        return math.erfc(math.sqrt(unevenness / 2))
    spread = 2 / (9 * free)
    z = ((unevenness / free) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2
