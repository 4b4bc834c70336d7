"""Helper cards, ready to draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.present.names import Names
from games.titles.quartz_cards.rules.cards import HELPERS


@dataclass(frozen=True)
class Helper:
    """A helper card: `does` is what it is good for, in the reader's language."""

    key: str
    name: str
    kind: str
    does: str
    count: int = 1


def helper(key: str, names: Names, count: int = 1) -> Helper:
    return Helper(key, names.word(f"card.{key}"), HELPERS[key].kind, names.word(f"help.{key}"), count)


def helpers(cards: Mapping[str, int], names: Names) -> list[Helper]:
    """Sort helpers by what they are for, as in the list of all helpers."""
    return [helper(key, names, cards[key]) for key in HELPERS if cards.get(key)]
