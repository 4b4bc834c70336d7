"""The commands of Gnomes. Each is one step of a turn, with everything it names; one plays a whole turn."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.kernel.events import Command

KingdomCard = Literal[
    "castle",
    "ruby_mine",
    "emerald_mine",
    "diamond_mine",
    "topaz_mine",
    "tavern",
    "shop",
    "dragon",
    "ice_giant",
]
Place = Annotated[str, msgspec.Meta(pattern=r"^(0|-?[1-9][0-9]?)/(0|-?[1-9][0-9]?)$")]
#: From a place to the next one: "0/0>1/0".
Way = Annotated[
    str,
    msgspec.Meta(pattern=r"^(0|-?[1-9][0-9]?)/(0|-?[1-9][0-9]?)>(0|-?[1-9][0-9]?)/(0|-?[1-9][0-9]?)$"),
]
Turn = Annotated[int, msgspec.Meta(ge=0, le=3)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3, extra={"of": "seat"})]
Aim = Literal["work", "build", "hunt", "trade", "dig"]


class PlayKingdom(Command, frozen=True):
    """`turn`: quarter turns clockwise."""

    card: KingdomCard
    place: Place
    turn: Turn = 0


class PlaceDwarf(Command, frozen=True):
    place: Place


class MoveDwarf(Command, frozen=True):
    way: Way


class Bounce(Command, frozen=True):
    rival: SeatNumber
    place: Place
    count: Annotated[int, msgspec.Meta(ge=1, le=2)]


class Shove(Command, frozen=True):
    """Move anybody's dwarf through walls; the next step may move another one with the same ogre."""

    owner: SeatNumber
    way: Way


class StealGem(Command, frozen=True):
    rival: SeatNumber


class StealOgre(Command, frozen=True):
    rival: SeatNumber


class Swap(Command, frozen=True):
    """Let a dwarf of `first` and one of `second` change places: "0/0>2/1" names where they stand."""

    first: SeatNumber
    second: SeatNumber
    way: Way


class ShowGoal(Command, frozen=True):
    pass


class Done(Command, frozen=True):
    """No more actions: the work begins."""


class FinishTurn(Command, frozen=True):
    """No more steps: everything is worked by itself, and the cheapest cards are discarded."""


class TakeTurn(Command, frozen=True):
    """Play a whole turn: these actions, then finish. `steps`: "+0/0" places a dwarf, "0/0>1/0" moves one,
    "tavern@2/0:1" plays a kingdom card with a quarter turn."""

    aim: Aim
    steps: Annotated[str, msgspec.Meta(max_length=200)]


class Work(Command, frozen=True):
    """Work a card where nothing is to be chosen."""

    place: Place


class Dig(Command, frozen=True):
    place: Place
    stack: Place


class Buy(Command, frozen=True):
    place: Place
    goal: Annotated[str, msgspec.Meta(max_length=6)]


class Rest(Command, frozen=True):
    """Dig or buy nothing: the dwarves go home."""

    place: Place


class Discard(Command, frozen=True):
    cards: Annotated[list[Annotated[str, msgspec.Meta(max_length=10)]], msgspec.Meta(max_length=40)]


class DiscardCheapest(Command, frozen=True):
    pass


class GoOn(Command, frozen=True):
    """Leave a moment to which no order had anything to say."""


COMMANDS: tuple[type[Command], ...] = (
    PlayKingdom,
    PlaceDwarf,
    MoveDwarf,
    Bounce,
    Shove,
    StealGem,
    StealOgre,
    Swap,
    ShowGoal,
    Done,
    FinishTurn,
    TakeTurn,
    Work,
    Dig,
    Buy,
    Rest,
    Discard,
    DiscardCheapest,
    GoOn,
)
