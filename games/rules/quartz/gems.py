"""The crystals (QZ-1), and what they sell for (QZ-42)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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

Gems = dict[str, int]


def valuable(gems: Mapping[str, int]) -> Gems:
    """Leave out the obsidian."""
    return {key: count for key, count in gems.items() if key != OBSIDIAN}


def counted(gems: Iterable[str]) -> Gems:
    """Make a multiset of a row of crystals."""
    counts: Gems = {}
    for gem in gems:
        counts[gem] = counts.get(gem, 0) + 1
    return counts


def joined(*several: Mapping[str, int]) -> Gems:
    """Pour multisets together."""
    counts: Gems = {}
    for gems in several:
        for gem, count in gems.items():
            counts[gem] = counts.get(gem, 0) + count
    return counts


def without(gems: Mapping[str, int], taken: Mapping[str, int]) -> Gems:
    """Give what is left of a multiset; the taken ones are all in it."""
    return {gem: count - taken.get(gem, 0) for gem, count in gems.items() if count > taken.get(gem, 0)}


def holds(gems: Mapping[str, int], wanted: Mapping[str, int]) -> bool:
    return all(gems.get(gem, 0) >= count for gem, count in wanted.items())


def worth(gems: Mapping[str, int], values: Mapping[str, int]) -> int:
    """Add up face values; obsidian has none."""
    return sum(values.get(gem, 0) * count for gem, count in gems.items())


def price(gems: Mapping[str, int], values: Mapping[str, int]) -> int:
    """Give what a day's sale brings: face values and the best single bonus (QZ-42)."""
    return worth(gems, values) + bonus(gems, values)


def bonus(gems: Mapping[str, int], values: Mapping[str, int]) -> int:
    """Find the best single bonus: it is used once a day, and never two of them."""
    sold = valuable(gems)
    best = {5: FIVE_COLOURS, 6: SIX_COLOURS}.get(len(sold), 0)
    for gem, count in sold.items():
        if count >= 3:
            others = sorted((values[key] * sold[key] for key in sold if key != gem), reverse=True)
            best = max(best, sum(others[: 2 if count >= 4 else 1]))
    return best


def by_value(gems: Iterable[str], values: Mapping[str, int]) -> list[str]:
    """Sort crystals, dearest first; where values are equal, by name."""
    return sorted(gems, key=lambda gem: (-values.get(gem, 0), gem))
