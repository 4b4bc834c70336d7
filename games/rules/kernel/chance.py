"""Chance: urns, what is drawn from them and put back, and the dice that decide which.

An urn is a multiset of named things, sorted by name. So an index decides which one is drawn, and
anybody who knows the contents can check it afterwards.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from games.rules.kernel.refusal import HistoryBroken

Urn = dict[str, int]
Urns = dict[str, Urn]
K = TypeVar("K")

#: The prefix of the names of urns that are filled, drawn from once and forgotten.
ONCE = "once "


class Put(msgspec.Struct, frozen=True, gc=False):
    """What goes into an urn.

    Within one event: first urns that are used once are filled, then the draws are made, and last things
    go into lasting urns, so what was drawn may go straight back.
    """

    urn: str
    items: dict[str, int]


class Draw(msgspec.Struct, frozen=True, gc=False):
    """What came out: `number` counts over the whole log, rewound parts included."""

    number: int
    urn: str
    size: int
    index: int
    item: str


class Dice(Protocol):
    def index(self, number: int, urn: Mapping[str, int], size: int) -> int:
        """Choose which of the `size` things in the urn comes out at the draw with this number."""


class MatchDice:
    """Chance that nobody can predict and everybody can check once the secret is shown."""

    def __init__(self, secret: bytes, words: Sequence[str]) -> None:
        label = b"draw" + hashlib.sha256("\n".join(words).encode()).digest()
        self._ready = hmac.new(secret, label, "sha256")  # copying it costs half of making another

    def index(self, number: int, urn: Mapping[str, int], size: int) -> int:
        # Values above the last whole multiple of `size` would favour the first things: try again.
        bound = 2**64 - 2**64 % size
        for attempt in range(256):
            made = self._ready.copy()
            made.update(number.to_bytes(8, "big") + attempt.to_bytes(1, "big"))
            value = int.from_bytes(made.digest()[:8], "big")
            if value < bound:
                return value % size
        raise HistoryBroken("256 rejections in a row do not happen")


def multiset(items: Iterable[str] | dict[str, int]) -> dict[str, int]:
    """Count things, sorted by name: a record must not show in which order they came."""
    counts: dict[str, int] = {}  # a Counter costs five times as much for so few things
    counted = items if isinstance(items, dict) else None
    for item in sorted(items):
        counts[item] = counted[item] if counted else counts.get(item, 0) + 1
    return counts


def item_at(urn: Mapping[str, int], index: int) -> str:
    """Find the thing at `index`, counting through the urn by name; raise HistoryBroken beyond its end."""
    for item in sorted(urn):
        index -= urn[item]
        if index < 0:
            return item
    raise HistoryBroken("a draw from beyond the end of an urn")


def take(urn: Urn, item: str, count: int = 1) -> None:
    """Take things out of a multiset, leaving no entry of 0; raise HistoryBroken if they aren't there."""
    left = urn.get(item, 0) - count
    if left > 0:
        urn[item] = left
    elif left == 0:
        del urn[item]
    else:
        raise HistoryBroken(f"no {item} there to take")


def add(urn: Urn, items: Mapping[str, int]) -> None:
    """Add things to a multiset."""
    for item, count in items.items():
        if count:
            urn[item] = urn.get(item, 0) + count


def copied(urns: Mapping[K, Mapping[str, int]]) -> dict[K, dict[str, int]]:
    """Copy several multisets, keyed by name or by seat."""
    return {key: dict(urn) for key, urn in urns.items()}


def spend(urns: Urns, puts: Sequence[Put], draws: Sequence[Draw]) -> None:
    """Apply the draws and puts of a record to the urns."""
    for draw in draws:
        if not draw.urn.startswith(ONCE):
            take(urns[draw.urn], draw.item)
    for put in puts:
        if not put.urn.startswith(ONCE):
            add(urns.setdefault(put.urn, {}), put.items)
