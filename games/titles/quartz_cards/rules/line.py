"""Crystals and lines: read the names of mine cards, find accidents, count points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from games.rules.kernel.chance import multiset
from games.titles.quartz_cards.rules.cards import ALL_MINE_CARDS, POSITIONS

Gems = dict[str, int]  # crystals and how many, in the order of names

PRESENT = "little_present"
SET, SET_BONUS = 4, 5  # five points for every four equal cards (QC-20)


def crystal_of(card: str) -> str:
    return card.partition(" ")[0]


def icon_of(card: str) -> str:
    return card.partition(" ")[2]


def is_unstable(card: str) -> bool:
    return icon_of(card).isdigit()


def is_hire(card: str) -> bool:
    return icon_of(card) == "hire"


def mine_cards_in(line: Sequence[str]) -> list[str]:
    """Leave the presents out of a line."""
    return [card for card in line if card != PRESENT]


def gives_way(line: Sequence[str]) -> bool:
    """Tell whether a line has an accident, which its last card brings about (QC-7, QC-11)."""
    positions: set[str] = set()
    for place, card in enumerate(line):
        if card == PRESENT:
            if PRESENT in line[:place]:
                return True
        elif is_unstable(card):
            if icon_of(card) in positions or PRESENT in line[:place]:
                return True
            positions.add(icon_of(card))
    return False


def unsafe(line: Sequence[str]) -> frozenset[str]:
    """List the mine cards that would bring down a line that stands: as `gives_way`, for all cards at once."""
    cracked = frozenset(POSITIONS if PRESENT in line else filter(str.isdigit, map(icon_of, line)))
    return _unsafe(cracked)


@lru_cache(64)
def _unsafe(cracked: frozenset[str]) -> frozenset[str]:
    return frozenset(card for card in ALL_MINE_CARDS if icon_of(card) in cracked)


def crystals(cards: Iterable[str]) -> Gems:
    """Count cards by their crystals."""
    return multiset(map(crystal_of, cards))


def points(gems: Mapping[str, int], values: Mapping[str, int]) -> int:
    """Give what crystals count at the end: their values, and five for every four equal ones."""
    return sum(values[gem] * count + SET_BONUS * (count // SET) for gem, count in gems.items())


def joined(*several: Mapping[str, int]) -> Gems:
    """Add multisets up."""
    return multiset([gem for gems in several for gem, count in gems.items() for _ in range(count)])


def without(gems: Mapping[str, int], taken: Mapping[str, int]) -> Gems:
    """Take things out of a multiset that holds them all."""
    return {gem: gems[gem] - taken.get(gem, 0) for gem in sorted(gems) if gems[gem] > taken.get(gem, 0)}


def holds(gems: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    return all(gems.get(gem, 0) >= count for gem, count in wanted.items())


def by_value(gems: Iterable[str], values: Mapping[str, int]) -> list[str]:
    """Sort crystals by value, highest first, then by name."""
    return sorted(gems, key=lambda gem: (-values[gem], gem))


def dearest_columns(columns: Mapping[str, int], values: Mapping[str, int]) -> list[str]:
    """Sort columns, the one with most points first; of equals the one of higher value."""
    return sorted(columns, key=lambda gem: (-points({gem: columns[gem]}, values), -values[gem], gem))
