"""What a player may decide in advance: standing orders (GE-20), and a plan for their turns (GE-25).

They are private, change no rule, and only answer their owner's own questions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

Card = Literal[
    "swap_ornament",
    "swap_stone",
    "pry_out",
    "three_cards",
    "tip_out",
    "pick_through",
    "pickpocket",
    "deft_hands",
    "not_so_fast",
    "me_too_take",
    "me_too_insert",
]
Points = Annotated[int, msgspec.Meta(ge=1, le=19)]


class Spared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of card that not_so_fast is not spent on."""

    card: Card


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    red: bool = True
    green: bool = True
    yellow: bool = True
    blue: bool = True

    @property
    def named(self) -> list[str]:
        return [name for name in self.__struct_fields__ if getattr(self, name)]


class _Line(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """One line of a plan: the first that can be done acts."""


class InsertLine(_Line, frozen=True, tag="insert"):
    """Insert what fits, as silence would."""


class TakeLine(_Line, frozen=True, tag="take"):
    """Take while the mouth shows one of these colours."""

    red: bool = True
    green: bool = True
    yellow: bool = True
    blue: bool = True


class DiscardLine(_Line, frozen=True, tag="discard"):
    """Discard a stone of one of these colours."""

    red: bool = False
    green: bool = False
    yellow: bool = False
    blue: bool = False


class DrawLine(_Line, frozen=True, tag="draw"):
    """Draw an action card while there is room in the hand."""


class DeftHandsLine(_Line, frozen=True, tag="deft_hands"):
    """Play the card if two stones fit."""


class PickThroughLine(_Line, frozen=True, tag="pick_through"):
    """Play the card if one of the stones that it reaches fits somewhere."""


CARD_LINES = (DeftHandsLine, PickThroughLine)
Line = InsertLine | TakeLine | DiscardLine | DrawLine | DeftHandsLine | PickThroughLine


class Stops(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a plan stops and asks; looked at before each action."""

    attacked: bool = True
    finished: bool = False
    rival: Points | None = 15


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do on one's own turns.

    `hand_in`: what is finished at once, or blue ones only as a set of two or three. `market`: ornaments with
    most points a stone, those for one of these colours first.
    """

    lines: Annotated[tuple[Line, ...], msgspec.Meta(max_length=12)] = ()
    stops: Stops = Stops()
    hand_in: Literal["at_once", "two", "three"] = "at_once"
    market: Colours | None = None
    for_: Literal["next_turn", "every_turn"] = msgspec.field(default="next_turn", name="for")


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All orders of one seat. The defaults ask.

    `me_too_take`: take too if one of these colours is at the mouth. `me_too_insert`: insert too if that
    finishes an ornament, or if the stone fits at all. `copying`: what to do when asked and no order is set.
    """

    plan: Plan | None = None
    not_so_fast: Literal["ask", "never", "against_me", "anybody"] = "ask"
    spared: Annotated[tuple[Spared, ...], msgspec.Meta(max_length=11)] = ()
    me_too_take: Colours | None = None
    me_too_insert: Literal["ask", "finish", "feed"] = "ask"
    copying: Literal["ask", "pass"] = "ask"
    dropping: Literal["ask", "last"] = "ask"


def unplanned(orders: Orders) -> Orders:
    """Leave the plan out: a rewind turns every plan off and keeps standing orders."""
    return msgspec.structs.replace(orders, plan=None)


WORK = (
    DeftHandsLine(),
    InsertLine(),
    PickThroughLine(),
    TakeLine(),
    DrawLine(),
    DiscardLine(red=True, green=True, yellow=True, blue=True),
)
#: One press each.
READY_MADE: dict[str, Plan] = {
    "careful": Plan(
        lines=(InsertLine(), TakeLine(), DrawLine()), stops=Stops(finished=True), for_="every_turn"
    ),
    "steady": Plan(lines=WORK, stops=Stops(attacked=False), for_="every_turn"),
    "collector": Plan(lines=WORK, stops=Stops(attacked=False, rival=None), hand_in="two", for_="every_turn"),
}
#: The orders beside a ready-made plan for a seat without any: otherwise each attack would ask.
STANDING = Orders(
    not_so_fast="against_me", me_too_take=Colours(), me_too_insert="feed", copying="pass", dropping="last"
)


def orders_with(plan: Plan) -> Callable[[Orders | None], Orders]:
    """Make the function that saves a plan; standing orders come with it only if none were ever saved."""
    return lambda laid: msgspec.structs.replace(STANDING if laid is None else laid, plan=plan)


READY_MADE_ORDERS = {name: orders_with(plan) for name, plan in READY_MADE.items()}
