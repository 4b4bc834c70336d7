"""The commands of Quartz. A card is played with everything it names."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.kernel.events import Command

Gem = Literal["quartz", "amethyst", "emerald", "sapphire", "ruby", "amber"]
AnyGem = Literal["quartz", "amethyst", "emerald", "sapphire", "ruby", "amber", "obsidian"]
Player = Annotated[int, msgspec.Meta(extra={"of": "seat"})]


class Mine(Command, frozen=True):
    pass


class Leave(Command, frozen=True):
    pass


class HereWeGo(Command, frozen=True):
    pass


class Eureka(Command, frozen=True):
    pass


class ComeCloser(Command, frozen=True):
    target: Player
    give: Gem
    take: Gem | None = None  # no colour is named in a covered cart


class OutOfMyWay(Command, frozen=True):
    pass


class WhatCrystal(Command, frozen=True):
    gem: AnyGem


class GimmeAHand(Command, frozen=True):
    target: Player


class DontBelong(Command, frozen=True):
    target: Player
    gems: Annotated[list[Gem], msgspec.Meta(max_length=2)] = msgspec.field(default_factory=list)


class NotMine(Command, frozen=True):
    target: Player


class React(Command, frozen=True):
    """Play the reaction from the hand."""

    pass_to: Player | None = None
    take: Gem | None = None


class ReactIfHeld(Command, frozen=True):
    """Play the reaction if it is in the hand; without it, let it happen."""

    pass_to: Player | None = None
    take: Gem | None = None


class Let(Command, frozen=True):
    pass


class Keep(Command, frozen=True):
    gems: Annotated[list[Gem], msgspec.Meta(max_length=68)]


class Replace(Command, frozen=True):
    give: Gem
    take: Gem


class ReplaceNothing(Command, frozen=True):
    pass


class Share(Command, frozen=True):
    """Take one of the two crystals."""

    take: AnyGem


class ShareNothing(Command, frozen=True):
    pass


class SpendToken(Command, frozen=True):
    pass


class HaveAccident(Command, frozen=True):
    pass


class Store(Command, frozen=True):
    gems: Annotated[list[Gem], msgspec.Meta(max_length=68)]


class TakeBonus(Command, frozen=True):
    pass


class GiveUpBonus(Command, frozen=True):
    pass


class DrawOn(Command, frozen=True):
    pass


class Stop(Command, frozen=True):
    pass


COMMANDS: tuple[type[Command], ...] = (
    Mine,
    Leave,
    HereWeGo,
    Eureka,
    ComeCloser,
    OutOfMyWay,
    WhatCrystal,
    GimmeAHand,
    DontBelong,
    NotMine,
    React,
    ReactIfHeld,
    Let,
    Keep,
    Replace,
    ReplaceNothing,
    Share,
    ShareNothing,
    SpendToken,
    HaveAccident,
    Store,
    TakeBonus,
    GiveUpBonus,
    DrawOn,
    Stop,
)
