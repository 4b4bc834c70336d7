"""What a table may choose before it begins."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.kernel.refusal import Refused
from games.titles.gem_edge.rules import cards

Rounds = Annotated[int, msgspec.Meta(ge=1, le=200)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table options; each has a sentence of help among the words."""

    windows: Literal["light", "full"] = "light"  # how often the others are asked (GE-20)
    rounds: Rounds = 60  # the match is counted after this one (GE-22)
    head_start: Literal["none", "stone", "card"] = "none"  # what the later seats begin with (GE-5)
    # Whole tables, in place of the reconstructed ones (GE-2 to GE-4).
    ornament_points: dict[str, int] = {}
    set_bonus: tuple[int, ...] = ()
    action_cards: dict[str, int] = {}

    @property
    def points(self) -> dict[str, int]:
        """What each ornament counts in this match."""
        return self.ornament_points or cards.POINTS

    @property
    def bonus(self) -> tuple[int, ...]:
        """What two and three blue ornaments of a set count more in this match."""
        return self.set_bonus or cards.SET_BONUS

    @property
    def pack(self) -> dict[str, int]:
        """The action cards of this match, every kind listed."""
        return dict.fromkeys(cards.PACK, 0) | (self.action_cards or cards.PACK)


def check(options: Options) -> None:
    """Refuse tables that are incomplete or break the totals of the rulebook."""
    points, bonus, pack = options.points, options.bonus, options.pack
    if points.keys() != cards.POINTS.keys() or not all(0 <= value <= 20 for value in points.values()):
        raise Refused("options", reason="ornament_points: a number from 0 to 20 for each ornament")
    if len(bonus) != len(cards.SET_BONUS) or not all(0 <= value <= 20 for value in bonus):
        raise Refused("options", reason="set_bonus: two numbers from 0 to 20")
    lawful = pack.keys() == cards.PACK.keys() and all(count >= 0 for count in pack.values())
    if not lawful or sum(pack.values()) != cards.CARD_TOTAL:
        raise Refused("options", reason=f"action_cards: known cards, {cards.CARD_TOTAL} of them in all")
