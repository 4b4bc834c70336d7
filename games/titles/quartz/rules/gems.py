"""The crystals (QZ-1), and what they sell for (QZ-42)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.rules.kernel.chance import multiset

OBSIDIAN = "obsidian"

#: key -> (sells for, how many in the bag); obsidian is never sold.
GEMS: dict[str, tuple[int, int]] = {
    "quartz": (1, 15),
    "amethyst": (2, 12),
    "emerald": (3, 10),
    "sapphire": (4, 7),
    "ruby": (6, 4),
    "amber": (8, 2),
    OBSIDIAN: (0, 18),
}
VALUABLE = tuple(key for key in GEMS if key != OBSIDIAN)
VALUES = {key: value for key, (value, _) in GEMS.items() if key != OBSIDIAN}
BAG = {key: count for key, (_, count) in GEMS.items()}

FIVE_COLOURS, SIX_COLOURS = 8, 12

Gems = dict[str, int]  # sorted by name, so that nothing shows in which order crystals came


def valuable(gems: Mapping[str, int]) -> Gems:
    """Leave out the obsidian."""
    return {gem: gems[gem] for gem in sorted(gems) if gem != OBSIDIAN}


def joined(*several: Mapping[str, int]) -> Gems:
    """Add multisets up."""
    counts: Gems = {}
    for gems in several:
        for gem, count in gems.items():
            counts[gem] = counts.get(gem, 0) + count
    return multiset(counts)


def without(gems: Mapping[str, int], taken: Mapping[str, int]) -> Gems:
    """Take things out of a multiset that holds them all."""
    return {gem: gems[gem] - taken.get(gem, 0) for gem in sorted(gems) if gems[gem] > taken.get(gem, 0)}


def holds(gems: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    return all(gems.get(gem, 0) >= count for gem, count in wanted.items())


def worth(gems: Mapping[str, int], values: Mapping[str, int]) -> int:
    """Add up face values; obsidian has none."""
    return sum(values.get(gem, 0) * count for gem, count in gems.items())


class Sum(NamedTuple):
    """The parts of a day's sale (QZ-42): what each colour brings, and the best single bonus."""

    colours: tuple[tuple[str, int, int], ...]  # crystal, how many, what they bring at face value
    doubled: tuple[str, ...]  # the colours that count double
    variety: int  # coins for five or six colours
    coins: int


def reckon(gems: Mapping[str, int], values: Mapping[str, int]) -> Sum:
    """Work out a day's sale part by part; only one bonus counts."""
    sold = valuable(gems)
    faces = {gem: values[gem] * count for gem, count in sold.items()}
    variety = {5: FIVE_COLOURS, 6: SIX_COLOURS}.get(len(sold), 0)
    doubled = best_doubled(sold, faces)
    extra = sum(faces[gem] for gem in doubled)
    if variety >= extra:
        doubled, extra = (), variety
    colours = tuple((gem, sold[gem], faces[gem]) for gem in sold)
    return Sum(colours, doubled, 0 if doubled else variety, sum(faces.values()) + extra)


def best_doubled(sold: Mapping[str, int], faces: Mapping[str, int]) -> tuple[str, ...]:
    """Choose the colours that count double: one for three of a colour, two for four."""
    best: tuple[str, ...] = ()
    for gem, count in sold.items():
        if count >= 3:
            others = sorted((key for key in sold if key != gem), key=lambda key: -faces[key])
            way = tuple(others[: 2 if count >= 4 else 1])
            best = max(best, way, key=lambda keys: sum(faces[key] for key in keys))
    return best


def price(gems: Mapping[str, int], values: Mapping[str, int]) -> int:
    """Give what a day's sale brings."""
    return reckon(gems, values).coins


def by_value(gems: Iterable[str], values: Mapping[str, int]) -> list[str]:
    """Sort crystals by value, highest first, then by name."""
    return sorted(gems, key=lambda gem: (-values.get(gem, 0), gem))
