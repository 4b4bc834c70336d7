"""The commands of Gem Edge. A card is played with everything it names."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.kernel.events import Command

Stone = Literal["red", "green", "yellow", "blue"]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3, extra={"of": "seat"})]
Key = Annotated[str, msgspec.Meta(max_length=40)]
UpToThreeKeys = Annotated[list[Key], msgspec.Meta(max_length=3)]
UpToThree = Annotated[list[Stone], msgspec.Meta(max_length=3)]
UpToFour = Annotated[list[Stone], msgspec.Meta(max_length=4)]


class Keep(Command, frozen=True):
    """Keep three of the ornaments dealt, from the left."""

    ornaments: UpToThreeKeys


# --- actions


class Take(Command, frozen=True):
    """Take the stone at the mouth."""


class Insert(Command, frozen=True):
    stone: Stone
    ornament: Key


class Discard(Command, frozen=True):
    stone: Stone


class Draw(Command, frozen=True):
    """Draw an action card."""


# --- both actions in one go


class TakeTwo(Command, frozen=True):
    pass


class TakeAndInsert(Command, frozen=True):
    """Take, then insert; `new`: hand in what that finishes, and take this from the market."""

    stone: Stone
    ornament: Key
    new: Key | None = None


class InsertAndTake(Command, frozen=True):
    stone: Stone
    ornament: Key
    new: Key | None = None


class InsertTwo(Command, frozen=True):
    stone: Stone
    ornament: Key
    stone_2: Stone
    ornament_2: Key
    new: Key | None = None


class DiscardAndTake(Command, frozen=True):
    stone: Stone


class DrawTwo(Command, frozen=True):
    pass


# --- handing in


class HandIn(Command, frozen=True):
    """Hand in together; `stones`: their way up the slide, as set if left out; `new`: of the market."""

    ornaments: UpToThreeKeys
    stones: Annotated[list[Stone], msgspec.Meta(max_length=12)] = msgspec.field(default_factory=list)
    new: Key | None = None


class EndTurn(Command, frozen=True):
    """Keep what is finished, and end the turn."""


class Refresh(Command, frozen=True):
    """Discard ornaments of the market before taking the first."""

    ornaments: UpToThreeKeys


class Choose(Command, frozen=True):
    """Take an ornament from the market."""

    ornament: Key


class Drop(Command, frozen=True):
    """Discard the cards beyond the limit of the hand."""

    cards: Annotated[list[Key], msgspec.Meta(max_length=12)]


# --- cards, each an action


class SwapOrnament(Command, frozen=True):
    """Give an own ornament for one of another player or of the market, both without stones."""

    give: Key
    take: Key


class SwapStone(Command, frozen=True):
    target: SeatNumber
    give: Stone
    take: Stone


class PryOut(Command, frozen=True):
    ornament: Key
    stone: Stone


class ThreeCards(Command, frozen=True):
    pass


class TipOut(Command, frozen=True):
    target: SeatNumber
    stones: UpToThree


class PickThrough(Command, frozen=True):
    """Keep some of the first stones of the slide; the others go back up, in this order."""

    keep: UpToThree
    back: UpToThree


class Pickpocket(Command, frozen=True):
    target: SeatNumber
    stones: UpToThree


class DeftHands(Command, frozen=True):
    stone: Stone
    ornament: Key
    stone_2: Stone | None = None
    ornament_2: Key | None = None


class InsertNow(Command, frozen=True):
    """Set a stone into the ornament just swapped for."""

    stone: Stone


class InsertNothing(Command, frozen=True):
    pass


# --- cards that are played at once


class NotSoFast(Command, frozen=True):
    """Cancel the card just played."""


class NotSoFastIfHeld(Command, frozen=True):
    """Cancel the card just played if the card is in the hand; without it, pass."""


class MeTooTake(Command, frozen=True):
    """Take a stone too, if one of these colours is at the mouth then; none named: any."""

    colours: UpToFour = msgspec.field(default_factory=list)


class MeTooTakeIfHeld(Command, frozen=True):
    colours: UpToFour = msgspec.field(default_factory=list)


class MeTooInsert(Command, frozen=True):
    stone: Stone
    ornament: Key


class MeTooInsertIfHeld(Command, frozen=True):
    stone: Stone
    ornament: Key


class LetPass(Command, frozen=True):
    """Play nothing now."""


class GoOn(Command, frozen=True):
    """Go on when the orders have been looked at."""


COMMANDS: tuple[type[Command], ...] = (
    Keep,
    Take,
    Insert,
    Discard,
    Draw,
    TakeTwo,
    TakeAndInsert,
    InsertAndTake,
    InsertTwo,
    DiscardAndTake,
    DrawTwo,
    HandIn,
    EndTurn,
    Refresh,
    Choose,
    Drop,
    SwapOrnament,
    SwapStone,
    PryOut,
    ThreeCards,
    TipOut,
    PickThrough,
    Pickpocket,
    DeftHands,
    InsertNow,
    InsertNothing,
    NotSoFast,
    NotSoFastIfHeld,
    MeTooTake,
    MeTooTakeIfHeld,
    MeTooInsert,
    MeTooInsertIfHeld,
    LetPass,
    GoOn,
)
