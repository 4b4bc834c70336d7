"""What a player may decide in advance: standing orders, and a plan for their turns (GN-34).

They are private, change no rule, and only answer their owner's own questions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from games.titles.gnomes.rules.commands import KingdomCard, Place, Turn, Way


class _Step(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """One step of a plan; the first one that can't be made stops it."""


class PlayStep(_Step, frozen=True, tag="play_kingdom"):
    card: KingdomCard = "castle"
    place: Place = "0/0"
    turn: Turn = 0


class PlaceStep(_Step, frozen=True, tag="place_dwarf"):
    place: Place = "0/0"


class MoveStep(_Step, frozen=True, tag="move_dwarf"):
    way: Way = "0/0>1/0"


Step = PlayStep | PlaceStep | MoveStep


class Stops(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stops a plan before its turn, since the last own one or since it was saved.

    `crowded`: a rival came to a place it names; `ogre`: an ogre was played on its owner; `goal`: a rival has
    met a second goal.
    """

    crowded: bool = True
    ogre: bool = False
    goal: bool = False


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make these steps, then do the rest of the turn. `robot`: the sensible robot plays instead."""

    steps: Annotated[tuple[Step, ...], msgspec.Meta(max_length=4)] = ()
    then: Literal["ask", "finish", "trade", "work", "build", "hunt"] = "finish"
    stops: Stops = Stops()
    for_: Literal["next_turn", "every_turn"] = msgspec.field(default="next_turn", name="for")
    robot: bool = False


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All orders of one seat. The defaults ask."""

    plan: Plan | None = None
    show: Literal["ask", "when_met"] = "ask"  # the secret goal, in others' turns too (GN-10)
    work: Literal["ask", "by_itself"] = "ask"  # what to dig and to buy, and in which order
    discard: Literal["ask", "cheapest"] = "ask"


def unplanned(orders: Orders) -> Orders:
    """Leave the plan out: a rewind turns every plan off and keeps standing orders."""
    return msgspec.structs.replace(orders, plan=None)


#: What stops those that are ready-made.
NEAR_THE_END = Stops(goal=True)
#: One press each.
READY_MADE: dict[str, Plan] = {
    "trader": Plan(then="trade", stops=NEAR_THE_END, for_="every_turn"),
    "builder": Plan(then="build", stops=NEAR_THE_END, for_="every_turn"),
    "steward": Plan(robot=True, for_="every_turn"),
}

#: The orders beside a ready-made plan for a seat without any: otherwise each purchase would ask.
STANDING = Orders(show="when_met", work="by_itself", discard="cheapest")


def orders_with(plan: Plan) -> Callable[[Orders | None], Orders]:
    """Make the function that saves a plan; standing orders come with it only if none were ever saved."""
    return lambda laid: msgspec.structs.replace(STANDING if laid is None else laid, plan=plan)


READY_MADE_ORDERS = {name: orders_with(plan) for name, plan in READY_MADE.items()}
