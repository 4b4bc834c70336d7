"""What a player may decide in advance: standing orders, and a plan for their turns (QZ-70 to QZ-73).

They are private, change no rule, and only answer their owner's own questions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from games.titles.quartz.rules import commands as c

Then = Literal["ask", "leave", "go_on"]
Times = Annotated[int, msgspec.Meta(ge=1, le=12)]
Hours = Annotated[int, msgspec.Meta(ge=3, le=24)]
Worth = Annotated[int, msgspec.Meta(ge=0, le=999)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=4, extra={"of": "seat"})]


class _Line(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """One line of a plan: the first that is legal and whose condition holds acts."""


class MineLine(_Line, frozen=True, tag="mine"):
    times: Times = 1


class HereWeGoLine(_Line, frozen=True, tag="here_we_go"):
    pass


class DontBelongLine(_Line, frozen=True, tag="dont_belong"):
    """`at_least`: worth of what is taken. Left open it is 5, or two crystals from a covered cart."""

    on: Literal["richest"] | SeatNumber = "richest"
    at_least: Worth | None = None


class ComeCloserLine(_Line, frozen=True, tag="come_closer"):
    """`gain`: what the crystal taken is worth more than the one given. Not under covered carts."""

    on: Literal["best"] | SeatNumber = "best"
    gain: Worth = 4


class NotMineLine(_Line, frozen=True, tag="not_mine"):
    on: Literal["richest_with_obsidian_else_richest"] | SeatNumber = "richest_with_obsidian_else_richest"


class LeaveLine(_Line, frozen=True, tag="leave"):
    pass


#: Put into a plan only where the colours of others' carts are seen.
OpenTrade = Annotated[ComeCloserLine, msgspec.Meta(extra={"when": {"covered_carts": False}})]
Line = MineLine | HereWeGoLine | DontBelongLine | OpenTrade | NotMineLine | LeaveLine


class _Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reason to stop; `go_on` is the same as none at all."""


class AtObsidian(_Stop, frozen=True):
    at_worth: Worth = 4
    then: Then = "ask"


class AtWorth(_Stop, frozen=True):
    x: Worth = 18
    then: Then = "ask"


class WhenAttacked(_Stop, frozen=True):
    then: Then = "go_on"


class WhenFew(_Stop, frozen=True):
    k: Annotated[int, msgspec.Meta(ge=2, le=5)] = 2
    then: Then = "go_on"


class WhenSpent(_Stop, frozen=True):
    then: Literal["ask", "leave"] = "ask"


class Stops(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a plan stops; looked at when the turn comes."""

    obsidian: AtObsidian | None = AtObsidian()
    worth: AtWorth | None = None
    attacked: WhenAttacked | None = None
    inside: WhenFew | None = None
    spent: WhenSpent = WhenSpent()


class IfSilent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens some hours after the plan has asked, if nobody answers it."""

    after_hours: Hours
    then: Literal["leave", "mine", "next_line"] = "leave"


TurnCommand = (
    c.Mine
    | c.Leave
    | c.HereWeGo
    | c.Eureka
    | c.ComeCloser
    | c.OutOfMyWay
    | c.WhatCrystal
    | c.GimmeAHand
    | c.DontBelong
    | c.NotMine
)


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do on one's own turns. `robot`: the game's sensible robot plays them instead of the lines.

    A plan that waits to be confirmed is saved again when its owner confirms it, with that day.
    """

    lines: Annotated[tuple[Line, ...], msgspec.Meta(max_length=12)] = ()
    stops: Stops = Stops()
    if_silent: IfSilent | None = None
    next: TurnCommand | None = None
    for_: Literal["today", "tomorrow", "every_day"] = msgspec.field(default="today", name="for")
    start: Literal["at_once", "when_i_confirm"] = "at_once"
    confirmed: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    robot: bool = False


class WhenWorth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    when_worth: Worth


class WhenCartWorth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    when_cart_worth: Worth


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All orders of one seat. The defaults ask, except that crystals drawn are kept."""

    plan: Plan | None = None
    on_my_break: Literal["ask", "always", "never", "when_i_hold_obsidian"] = "ask"
    unacceptable: Literal["ask", "always", "never"] | WhenWorth = "ask"
    not_mine_either: Literal["ask", "always", "never"] = "ask"
    pass_to: Literal["next_seat", "richest_with_obsidian"] = "next_seat"
    token: Literal["ask", "always", "never"] | WhenCartWorth = "ask"
    keep: Literal["all", "ask"] = "all"
    replace: Literal["ask", "best"] = "ask"
    share: Literal["ask", "dearest"] = "ask"
    sale: Literal["ask", "rule"] = "ask"


def unplanned(orders: Orders) -> Orders:
    """Leave the plan out: a rewind turns every plan off and keeps standing orders."""
    return msgspec.structs.replace(orders, plan=None)


#: One press each (QZ-76).
READY_MADE: dict[str, Plan] = {
    "careful": Plan(
        lines=(MineLine(2),),
        stops=Stops(obsidian=AtObsidian(0), worth=AtWorth(10), attacked=WhenAttacked("ask")),
        for_="every_day",
    ),
    "digger": Plan(
        lines=(MineLine(6),),
        stops=Stops(obsidian=AtObsidian(0), worth=AtWorth(18)),
        for_="every_day",
    ),
    "bold": Plan(
        lines=(HereWeGoLine(), DontBelongLine(), ComeCloserLine(), NotMineLine(), MineLine(9)),
        stops=Stops(obsidian=AtObsidian(4), worth=AtWorth(18)),
        for_="every_day",
    ),
    "sleepwalker": Plan(robot=True, for_="every_day"),
}

#: The orders beside a ready-made plan for a seat without any: otherwise each attack and sale would ask.
STANDING = Orders(
    on_my_break="always",
    unacceptable="always",
    not_mine_either="always",
    token="always",
    replace="best",
    share="dearest",
    sale="rule",
)


def orders_with(plan: Plan) -> Callable[[Orders | None], Orders]:
    """Make the function that saves a plan; standing orders come with it only if none were ever saved."""
    return lambda laid: msgspec.structs.replace(STANDING if laid is None else laid, plan=plan)


READY_MADE_ORDERS = {name: orders_with(plan) for name, plan in READY_MADE.items()}
