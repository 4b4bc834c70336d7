"""Dice for tests, which are told by name what to draw."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from games.rules.kernel.chance import Dice


class CannotEcho(Exception):
    """Raised when the other world's urn lacks what was drawn in the first: the pair is given up."""


def index_of(urn: Mapping[str, int], item: str) -> int:
    """Find the first index of an item in an urn, in the order of names."""
    return sum(count for name, count in urn.items() if name < item)


class Scripted:
    """Dice that follow a script; any other draw is an error."""

    def __init__(self, *items: str) -> None:
        self.items = list(items)

    def index(self, number: int, urn: Mapping[str, int], size: int) -> int:
        assert self.items, f"draw {number} was not in the script; the urn holds {dict(urn)}"
        item = self.items.pop(0)
        assert urn.get(item), f"the script says {item!r}, the urn holds {dict(urn)}"
        return index_of(urn, item)


class Echo:
    """Dice that repeat, draw by draw, what another world drew.

    Further draws come from spare dice; the harness compares what the reader learns of them.
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
    """Return the probability of at least this much unevenness (chi-squared by Wilson and Hilferty)."""
    expected, free = sum(counts.values()) / size, size - 1
    unevenness = sum((counts[index] - expected) ** 2 / expected for index in range(size))
    if free == 1:
        return math.erfc(math.sqrt(unevenness / 2))
    spread = 2 / (9 * free)
    z = ((unevenness / free) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2
