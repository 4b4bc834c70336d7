"""What a table may choose before it begins."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.kernel.refusal import Refused
from games.titles.quartz_cards.rules import cards

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table options; each has a sentence of help among the words."""

    windows: Literal["light", "full"] = "light"  # how often the others are asked (QC-14)
    first_player: Literal["random"] | SeatNumber = "random"
    seating: Literal["shuffled", "fixed"] = "shuffled"
    # Whole tables, in place of the reconstructed ones (QC-1, QC-2).
    mine_cards: dict[str, int] = {}
    crystal_values: dict[str, int] = {}
    helper_cards: dict[str, int] = {}

    @property
    def mine(self) -> dict[str, int]:
        """The mine cards of this match."""
        return self.mine_cards or cards.MINE

    @property
    def values(self) -> dict[str, int]:
        """What each crystal counts in this match."""
        return self.crystal_values or cards.VALUES

    @property
    def helpers(self) -> dict[str, int]:
        """The helper cards of this match, every kind listed."""
        return dict.fromkeys(cards.PACK, 0) | (self.helper_cards or cards.PACK)


def check(options: Options, seats: int) -> None:
    """Refuse options that make no sense together or break the totals of the rulebook."""
    _check_table("mine_cards", options.mine, cards.ALL_MINE_CARDS, cards.MINE_TOTAL)
    _check_table("helper_cards", options.helpers, cards.PACK, cards.HELPER_TOTAL)
    if options.values.keys() != cards.VALUES.keys() or not all(0 <= v <= 99 for v in options.values.values()):
        raise Refused("options", reason="crystal_values: a number from 0 to 99 for each crystal")
    if options.first_player != "random" and options.first_player >= seats:
        raise Refused("options", reason="first_player: a seat at this table, or random")


def _check_table(
    name: str, table: dict[str, int], known: tuple[str, ...] | dict[str, int], total: int
) -> None:
    lawful = set(table) <= set(known) and all(count >= 0 for count in table.values())
    if not lawful or sum(table.values()) != total:
        raise Refused("options", reason=f"{name}: known cards, {total} of them in all")
