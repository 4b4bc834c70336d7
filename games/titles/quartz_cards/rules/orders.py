"""What a player may decide in advance: ambushes, standing orders, and a plan for their turns.

They are private, change no rule, and only answer their owner's own questions.
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
    """A card that is played automatically when every condition holds (QC-14); an empty one always does.

    `cards`: the number of mine cards in the line, 0 only at the announcement; `worth`: the least worth of
    the line; `last`: of its last card. `take`: what yours_no_more is to name.
    """

    card: AttackCard
    against: Literal["anybody"] | SeatNumber = "anybody"
    cards: Cards | None = None
    worth: Worth | None = None
    last: Worth | None = None
    take: Literal["dearest_two"] | Crystal = "dearest_two"


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dig until one of these limits is reached, then stop. Without any, explore and ask.

    `risk`: the chance of an accident by the next card, in percent. `protect`: protect the best column
    instead, if it counts so many points. `beauty`: play what_a_beauty with "stop" for the best column, if
    it is held.
    """

    cards: Cards | None = None
    worth: Worth | None = None
    risk: Percent | None = None
    protect: Worth | None = None
    beauty: bool = False
    for_: Literal["next_turn", "every_turn"] = msgspec.field(default="next_turn", name="for")


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All orders of one seat. The defaults ask."""

    plan: Plan | None = None
    ambushes: Annotated[tuple[Ambush, ...], msgspec.Meta(max_length=8)] = ()
    attack: Literal["ask", "pass"] = "ask"  # when asked, and no ambush strikes
    hire: Use = "ask"
    no_chance: Use = "ask"
    over_my_dead_body: Use = "ask"
    get_lost: Use = "ask"
    helping: Literal["ask", "dearest"] = "ask"


def unplanned(orders: Orders) -> Orders:
    """Leave the plan out: a rewind turns every plan off and keeps ambushes and standing orders."""
    return msgspec.structs.replace(orders, plan=None)


#: One press each.
READY_MADE: dict[str, Plan] = {
    "careful": Plan(cards=2, worth=6, risk=20, for_="every_turn"),
    "steady": Plan(worth=9, risk=33, for_="every_turn"),
    "bold": Plan(worth=14, risk=50, beauty=True, for_="every_turn"),
}


#: The orders beside a ready-made plan for a seat without any: otherwise each helper and attack would ask.
STANDING = Orders(
    hire="always",
    no_chance="always",
    over_my_dead_body="always",
    get_lost="always",
    helping="dearest",
)


def orders_with(plan: Plan) -> Callable[[Orders | None], Orders]:
    """Make the function that saves a plan; standing orders come with it only if none were ever saved."""
    return lambda laid: msgspec.structs.replace(STANDING if laid is None else laid, plan=plan)


READY_MADE_ORDERS = {name: orders_with(plan) for name, plan in READY_MADE.items()}
