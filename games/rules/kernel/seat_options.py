"""Options that hold one number for each seat, which each player names when joining (a beard, say).

A game marks such an option in the `extra` of its type: {"by": "seat"}. Under "when" are the values other
options must have for it to matter; "known" is its name in a player's settings.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from msgspec.inspect import IntType, Metadata, StructType, Type, VarTupleType

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused


@dataclass(frozen=True)
class SeatOption:
    """One number that each player may name; 0 means none."""

    name: str  # of the option
    least: int
    most: int
    known: str  # its name in a player's settings, empty if they don't hold it

    def check(self, number: int) -> int:
        """Return the number; raise Refused if it is out of bounds."""
        if not self.least <= number <= self.most:
            raise Refused("brought", least=self.least, most=self.most)
        return number


def by_seat(rules: AnyRules) -> dict[str, Metadata]:
    """Find the options of a game that are named by seat, with the metadata of their types."""
    info = msgspec.inspect.type_info(rules.core.options)
    assert isinstance(info, StructType)
    return {
        one.encode_name: one.type
        for one in info.fields
        if isinstance(one.type, Metadata) and (one.type.extra or {}).get("by") == "seat"
    }


def seat_options(rules: AnyRules, options: object) -> list[SeatOption]:
    """List the numbers to ask players for when they join a match with these options."""
    return [
        _bounds(name, marked)
        for name, marked in by_seat(rules).items()
        if all(
            getattr(options, other) == value for other, value in (marked.extra or {}).get("when", {}).items()
        )
    ]


def _bounds(name: str, marked: Metadata) -> SeatOption:
    kind = marked.type
    assert isinstance(kind, VarTupleType)
    item = plain(kind.item_type)
    assert isinstance(item, IntType)
    return SeatOption(name, item.ge or 0, item.le or 0, (marked.extra or {}).get("known", ""))


def plain(kind: Type) -> Type:
    """Strip the metadata off a type."""
    return kind.type if isinstance(kind, Metadata) else kind
