"""What a plan does on its owner's turn, and why it stops (GE-25)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import orders as o
from games.titles.gem_edge.rules.cards import ANY, HAND_LIMIT, ORNAMENTS
from games.titles.gem_edge.rules.pieces import handable, is_blue
from games.titles.gem_edge.rules.plays import MOST_THROUGH
from games.titles.gem_edge.rules.public import can_take, finished, fitting, inserts
from games.titles.gem_edge.rules.silence import STONE_NAMES, dearest
from games.titles.gem_edge.rules.state import playable, room
from games.titles.gem_edge.rules.view import Sight
from games.titles.gem_edge.rules.whole_turns import best, best_pair

Since = Sequence[Seen]

#: The events with which a player acts on their own turn.
OWN_ACTIONS = ("stone_discarded", "handed_in", "turn_named", "ornament_taken")
ATTACKS = ("card_played", "card_cancelled")


def is_on(view: Sight, plan: o.Plan, since: Since) -> bool:
    """Tell whether a plan still counts: one for the next turn serves one turn, maybe this one."""
    if plan.for_ == "every_turn":
        return True
    turns, acted_at_once = 0, False
    for seen in since:
        if seen.kind == "turn_began" and seen.seat("seat") == view.reader:
            turns += 1
        elif not turns and is_own_action(view, seen):
            acted_at_once = True
    return turns + acted_at_once <= 1


def is_own_action(view: Sight, seen: Seen) -> bool:
    """Tell whether this is something the reader did with an action, or handed in."""
    if "seat" not in seen.fields or seen.seat("seat") != view.reader:
        return False
    return seen.kind in OWN_ACTIONS or seen.fields.get("why") == "action"


# --- why a plan stops


def stop(view: Sight, plan: o.Plan, since: Since) -> str | None:
    """Say why a plan asks before it does anything, or None."""
    return next(iter(reasons(view, plan, since)), None)


def reasons(view: Sight, plan: o.Plan, since: Since) -> list[str]:
    """List the reasons to stop that hold now."""
    rivals = [one.points for one in view.jewellers if one.seat != view.reader]
    found = {
        "attacked": plan.stops.attacked and attacked_lately(view, since),
        "finished": plan.stops.finished and bool(finished(view, Seat(view.reader))),
        "rival": plan.stops.rival is not None and max(rivals) >= plan.stops.rival,
    }
    return [reason for reason, is_so in found.items() if is_so]


def attacked_lately(view: Sight, since: Since) -> bool:
    """Tell whether a card was played against the reader since their last turn began, this one left out."""
    rounds: list[bool] = [False]
    for seen in since:
        if seen.kind == "turn_began" and seen.seat("seat") == view.reader:
            rounds.append(False)
        elif seen.kind in ATTACKS and seen.fields.get("target") == view.reader:
            rounds[-1] = True
    return any(rounds[-2:] if view.active == view.reader else rounds[-1:])


# --- what it does


def act(view: Sight, plan: o.Plan, since: Since) -> Command | None:
    """Hand in what is due, or do the first line that can be done; else ask."""
    if stop(view, plan, since):
        return None
    if due := to_hand_in(view, plan):
        return c.HandIn(list(due))
    return first_line(view, plan)


def first_line(view: Sight, plan: o.Plan) -> Command | None:
    done = (LINES[type(line)](view, line) for line in plan.lines)
    return next((command for command in done if command), None)


def hand_in(view: Sight, plan: o.Plan, since: Since) -> Command | None:
    if stop(view, plan, since):
        return None
    due = to_hand_in(view, plan)
    return c.HandIn(list(due)) if due else c.EndTurn()


def to_hand_in(view: Sight, plan: o.Plan) -> tuple[str, ...] | None:
    """Choose what to hand in now: brown ornaments, and blue ones when the set is large enough."""
    me = Seat(view.reader)
    if not handable(view.pieces[me]):
        return None
    group = dearest(view, me)
    brown = [(piece.key,) for piece in finished(view, me) if not is_blue(piece)]
    least = {"at_once": 1, "two": 2, "three": 3}[plan.hand_in]
    return group if len(group) >= least else next(iter(brown), None)


def market(view: Sight, plan: o.Plan, since: Since) -> Command | None:
    """Take what has most points a stone, what wants one of the colours named first."""
    named = [] if plan.market is None else plan.market.named

    def rank(key: str) -> tuple[int, float]:
        sockets = ORNAMENTS[key].sockets
        return len({*sockets} & {*named, ANY} if named else ()), view.worth[key] / len(sockets)

    return c.Choose(max(view.market, key=rank))


# --- lines


def insert(view: Sight, line: o.InsertLine) -> Command | None:
    ways = list(inserts(view, Seat(view.reader)))
    if not ways:
        return None
    stone, key = best(view, Seat(view.reader), ways)
    return c.Insert(STONE_NAMES[stone], key)


def take(view: Sight, line: o.TakeLine) -> Command | None:
    ready = can_take(view, Seat(view.reader)) and getattr(line, view.slide[0])
    return c.Take() if ready else None


def discard(view: Sight, line: o.DiscardLine) -> Command | None:
    found = (stone for stone in view.me.cart if getattr(line, stone))
    return next((c.Discard(STONE_NAMES[stone]) for stone in found), None)


def draw(view: Sight, line: o.DrawLine) -> Command | None:
    return c.Draw() if view.can_draw and view.me.hand_count < HAND_LIMIT else None


def deft_hands(view: Sight, line: o.DeftHandsLine) -> Command | None:
    me = Seat(view.reader)
    pair = best_pair(view, me) if holds(view, "deft_hands") else None
    if pair is None:
        return None
    (first, key), (second, key_2) = pair
    return c.DeftHands(STONE_NAMES[first], key, STONE_NAMES[second], key_2)


def pick_through(view: Sight, line: o.PickThroughLine) -> Command | None:
    """Keep as many of the first three stones as fit; the others go back in their order."""
    me = Seat(view.reader)
    if not holds(view, "pick_through") or len(view.slide) < MOST_THROUGH:
        return None
    first = view.slide[:MOST_THROUGH]
    kept: list[str] = []
    for stone in first:
        if fitting(view, me, stone) and len(kept) < min(room(view, me), MOST_THROUGH - 1):
            kept.append(stone)
    back = list(first)
    for stone in kept:
        back.remove(stone)
    if not kept:
        return None
    return c.PickThrough([STONE_NAMES[one] for one in kept], [STONE_NAMES[one] for one in back])


def holds(view: Sight, card: str) -> bool:
    return card in playable(view.me.hand or [])


LINES: dict[type, Callable[[Sight, Any], Command | None]] = {
    o.InsertLine: insert,
    o.TakeLine: take,
    o.DiscardLine: discard,
    o.DrawLine: draw,
    o.DeftHandsLine: deft_hands,
    o.PickThroughLine: pick_through,
}
