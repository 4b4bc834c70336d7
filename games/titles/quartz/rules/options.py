"""What a table may choose before it begins."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.kernel.refusal import Refused
from games.titles.quartz.rules import cards, gems
from games.titles.quartz.rules.state import LAST_DAY

Days = Annotated[int, msgspec.Meta(ge=1, le=5)]
Edition = Literal["2016", "2019"]
Beard = Annotated[int, msgspec.Meta(ge=0, le=999)]
Beards = Annotated[
    tuple[Beard, ...],
    msgspec.Meta(extra={"by": "seat", "known": "beard", "when": {"first_player": "beard"}}),
]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table options; each has a sentence of help among the words."""

    edition: Edition = "2016"  # the words shown, nothing else (QZ-61)
    thrill: bool = False  # the last dwarf inside may give up the bonus and draw on (QZ-60)
    covered_carts: bool = False  # others see only how much a cart holds (QZ-62)
    silence: Literal["leave", "mine_once"] = "leave"  # what happens on a turn nobody answers
    first_player: Literal["random", "beard"] = "random"
    seating: Literal["shuffled", "fixed"] = "shuffled"
    beards: Beards = ()  # centimetres, by seat; nothing or 0 is no beard
    card_values: dict[str, int] = {}
    bravery_coins: tuple[int, ...] = ()  # left out, they are the reconstructed ones
    crystal_values: dict[str, int] = {}
    days: Days = LAST_DAY  # how many the match lasts (QZ-63)

    @property
    def values(self) -> dict[str, int]:
        """What each crystal sells for in this match."""
        return gems.VALUES | self.crystal_values

    @property
    def sale(self) -> dict[str, int]:
        """What each card sells for in this match."""
        return cards.VALUES | self.card_values

    @property
    def coins(self) -> tuple[int, ...]:
        """The coins on the bravery board in this match, from the left."""
        return self.bravery_coins or cards.BRAVERY_COINS

    @property
    def reconstructed_cards(self) -> frozenset[str]:
        """List the cards that sell for a reconstructed figure: the match sets none for them."""
        ours = cards.VALUES if cards.VALUES_ARE_RECONSTRUCTED else {}
        return frozenset(ours.keys() - self.card_values.keys())

    @property
    def has_reconstructed_coins(self) -> bool:
        """Tell whether no option sets the coins, so that ours are used."""
        return cards.VALUES_ARE_RECONSTRUCTED and not self.bravery_coins


def check(options: Options, seats: int) -> None:
    """Refuse options that make no sense together."""
    for name, known in (("card_values", cards.VALUES), ("crystal_values", gems.VALUES)):
        replaced: dict[str, int] = getattr(options, name)
        if not replaced.keys() <= known.keys() or not all(0 <= value <= 99 for value in replaced.values()):
            raise Refused("options", reason=f"{name}: known names, and values from 0 to 99")
    coins = options.coins
    if not seats - 1 <= len(coins) <= len(cards.BRAVERY_COINS) or not all(0 <= each <= 99 for each in coins):
        raise Refused("options", reason="bravery_coins: a number from 0 to 99 for each space, four at most")
    if len(options.beards) > seats or not all(0 <= beard <= 999 for beard in options.beards):
        raise Refused("options", reason="beards: at most one for each seat, from 0 to 999 centimetres")


def check_new(seats: int, options: Options) -> None:
    """Refuse bravery coins that don't match the number of spaces; older matches cut them (QZ-4)."""
    if options.bravery_coins and len(options.bravery_coins) != seats - 1:
        raise Refused("options", reason=f"bravery_coins: {seats - 1} numbers, one for each space")
