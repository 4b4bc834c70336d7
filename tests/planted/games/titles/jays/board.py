"""The nests, prepared for drawing."""

from __future__ import annotations

from dataclasses import dataclass

from games.present.names import Names
from games.titles.jays.rules import View


@dataclass(frozen=True)
class Nest:
    name: str
    cards: str  # what is in it, or how many cards if that is hidden


def nests(view: View, names: Names) -> list[Nest]:
    """List the nests, clockwise."""
    return [Nest(names.seat(seat), contents(nest)) for seat, nest in view.nests.items()]


def contents(nest: dict[str, int] | int) -> str:
    return str(nest) if isinstance(nest, int) else ", ".join(f"{card} ×{nest[card]}" for card in sorted(nest))
