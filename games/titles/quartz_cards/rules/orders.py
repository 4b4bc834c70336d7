"""What a player may lay down in advance: ambushes, standing orders, and a plan for own turns.

All of it is private, changes no rule, and only ever answers its owner's own questions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from games.titles.quartz_cards.rules.commands import AttackCard, Crystal

Cards = Annotated[int, msgspec.Meta(ge=0, le=72)]
Worth = Annotated[int, msgspec.Meta(ge=0, le=999)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3, extra={"of": "seat"})]
Use = Literal["ask", "always", "never"]


class Ambush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that strikes by itself when all that is said here holds (QC-14); what is open always does.

    `cards`: so many mine cards lie in the line, 0 being the moment of the announcement alone; `worth`: the
    line is worth so much or more; `last`: its last card is. `take`: what yours_no_more is to name.
    """

    card: AttackCard
    against: Literal["anybody"] | SeatNumber = "anybody"
    cards: Cards | None = None
    worth: Worth | None = None
    last: Worth | None = None
    take: Literal["dearest_two"] | Crystal = "dearest_two"


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dig until something said here is reached, then stop. With nothing said it explores, and asks.

    `risk`: the chance that the next card brings an accident is greater than so many percent. `protect`:
    rather protect the dearest column, if it counts so many points. `beauty`: lay down a what_a_beauty with
    "stop", if one is held, for the dearest column.
    """

    cards: Cards | None = None
    worth: Worth | None = None
    risk: Percent | None = None
    protect: Worth | None = None
    beauty: bool = False
    for_: Literal["next_turn", "every_turn"] = msgspec.field(default="next_turn", name="for")


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything one seat has laid down. The defaults ask."""

    plan: Plan | None = None
    ambushes: Annotated[tuple[Ambush, ...], msgspec.Meta(max_length=8)] = ()
    attack: Literal["ask", "pass"] = "ask"  # when asked, and no ambush strikes
    hire: Use = "ask"
    no_chance: Use = "ask"
    over_my_dead_body: Use = "ask"
    get_lost: Use = "ask"
    helping: Literal["ask", "dearest"] = "ask"


def unplanned(orders: Orders) -> Orders:
    """Leave the plan out: after a rewind every plan is off; ambushes and standing orders stay."""
    return msgspec.structs.replace(orders, plan=None)


#: One press each.
READY_MADE: dict[str, Plan] = {
    "careful": Plan(cards=2, worth=6, risk=20, for_="every_turn"),
    "steady": Plan(worth=9, risk=33, for_="every_turn"),
    "bold": Plan(worth=14, risk=50, beauty=True, for_="every_turn"),
}


def laying(plan: Plan) -> Callable[[Orders | None], Orders]:
    """Make what lays a plan beside whatever else is laid."""
    return lambda laid: msgspec.structs.replace(laid or Orders(), plan=plan)


LAYING = {name: laying(plan) for name, plan in READY_MADE.items()}
