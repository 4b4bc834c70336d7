"""What players bring along to a table: an option that holds one number a seat, said by whoever sits down.

A game marks such an option in its type's remarks: {"by": "seat"}, and under "when" which other options
have to be how for it to matter; "known" is what a player's settings call it.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from msgspec.inspect import IntType, Metadata, StructType, Type, VarTupleType

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused


@dataclass(frozen=True)
class Brought:
    """One number that each player may name, nothing being 0."""

    name: str  # of the option
    least: int
    most: int
    known: str  # what a player's settings call it, where they may hold it

    def check(self, number: int) -> int:
        """Give the number back; raise Refused for one that is out of bounds."""
        if not self.least <= number <= self.most:
            raise Refused("brought", least=self.least, most=self.most)
        return number


def by_seat(rules: AnyRules) -> dict[str, Metadata]:
    """Find the options of a game that are said by seat, with what their types remark."""
    info = msgspec.inspect.type_info(rules.core.options)
    assert isinstance(info, StructType)
    return {
        one.encode_name: one.type
        for one in info.fields
        if isinstance(one.type, Metadata) and (one.type.extra or {}).get("by") == "seat"
    }


def brought_to(rules: AnyRules, options: object) -> list[Brought]:
    """List what is asked of those who sit down at a table with these options."""
    return [
        _bounds(name, marked)
        for name, marked in by_seat(rules).items()
        if all(
            getattr(options, other) == value for other, value in (marked.extra or {}).get("when", {}).items()
        )
    ]


def _bounds(name: str, marked: Metadata) -> Brought:
    kind = marked.type
    assert isinstance(kind, VarTupleType)
    item = plain(kind.item_type)
    assert isinstance(item, IntType)
    return Brought(name, item.ge or 0, item.le or 0, (marked.extra or {}).get("known", ""))


def plain(kind: Type) -> Type:
    """Take remarks off a type."""
    return kind.type if isinstance(kind, Metadata) else kind
