"""The commands of the card game. A card is played with everything it names."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.kernel.events import Command

Crystal = Literal["quartz", "amethyst", "emerald", "sapphire", "ruby", "amber"]
AttackCard = Literal["hand_it_over", "stop_stop_stop", "may_i_help", "little_present", "yours_no_more"]
DefenceCard = Literal["no_chance", "over_my_dead_body", "get_lost"]
NOTHING = "nothing"
TwoGems = Annotated[list[Crystal], msgspec.Meta(max_length=2)]


class Explore(Command, frozen=True):
    pass


class DigOne(Command, frozen=True):
    """Explore, dig one card and stop, in one go."""


class Protect(Command, frozen=True):
    crystal: Crystal


class GoOn(Command, frozen=True):
    """Go on as announced: the first card, or the end of a turn of one card."""


class DigOn(Command, frozen=True):
    pass


class Stop(Command, frozen=True):
    pass


class StopAndProtect(Command, frozen=True):
    """Stop, and play copies of what_a_beauty: columns by preference."""

    columns: Annotated[list[Crystal], msgspec.Meta(min_length=1, max_length=6)]
    copies: int = 1


class Hire(Command, frozen=True):
    pass


class DeclineHire(Command, frozen=True):
    pass


class Attack(Command, frozen=True):
    """Play an attack from the hand."""

    card: AttackCard
    column: Crystal | None = None
    gems: TwoGems = msgspec.field(default_factory=list)


class AttackIfHeld(Command, frozen=True):
    """Play an attack if it is in the hand; without it, pass."""

    card: AttackCard
    column: Crystal | None = None
    gems: TwoGems = msgspec.field(default_factory=list)


class LetPass(Command, frozen=True):
    """Attack nobody now."""


class Defend(Command, frozen=True):
    """Answer an attack from the hand."""

    card: DefenceCard
    take: Crystal | None = None


class DefendIfHeld(Command, frozen=True):
    """Answer an attack with a card if it is in the hand; without it, let it happen."""

    card: DefenceCard
    take: Crystal | None = None


class Let(Command, frozen=True):
    pass


class Keep(Command, frozen=True):
    """Keep this card of those drawn and lay the other; `NOTHING` lays a single one."""

    card: str


COMMANDS: tuple[type[Command], ...] = (
    Explore,
    DigOne,
    Protect,
    GoOn,
    DigOn,
    Stop,
    StopAndProtect,
    Hire,
    DeclineHire,
    Attack,
    AttackIfHeld,
    LetPass,
    Defend,
    DefendIfHeld,
    Let,
    Keep,
)
