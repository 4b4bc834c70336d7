"""How orders and plans answer for their owner, by the owner's view alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import plans
from games.titles.gem_edge.rules.cards import HAND_LIMIT, ME_TOO_INSERT, ME_TOO_TAKE, NOT_SO_FAST
from games.titles.gem_edge.rules.orders import Orders, Plan
from games.titles.gem_edge.rules.public import inserts
from games.titles.gem_edge.rules.silence import STONE_NAMES
from games.titles.gem_edge.rules.state import moment_of, play_of
from games.titles.gem_edge.rules.view import Sight
from games.titles.gem_edge.rules.whole_turns import best, finishes

Since = Sequence[Seen]


def answer(view: Sight, question: Question, orders: Orders, since: Since, late: bool) -> Command | None:
    """Answer by the standing orders or the plan, or return None to ask their owner."""
    if question.kind in BY_ORDER:
        return BY_ORDER[question.kind](view, orders)
    plan, does = orders.plan, BY_PLAN.get(question.kind)
    return does(view, plan, since) if plan and does and plans.is_on(view, plan, since) else None


def ahead(view: Sight, orders: Orders, since: Since) -> str | None:
    """Say why the plan will certainly ask on its owner's next turn, or None."""
    plan = orders.plan
    if plan is None or view.over or not plans.is_on(view, plan, since):
        return None
    return plans.stop(view, plan, since)


def stopped(view: Sight, question: Question, orders: Orders, since: Since) -> str | None:
    """Say why a plan has left an action or what is finished to its owner, or None."""
    plan = orders.plan
    if plan is None or question.kind not in STOPPED or not plans.is_on(view, plan, since):
        return None
    spent = question.kind == "act" and plans.act(view, plan, since) is None
    return plans.stop(view, plan, since) or ("spent" if spent else None)


#: Questions that a plan may leave to its owner.
STOPPED = frozenset({"act", "hand_in"})


def planned(view: Sight, orders: Orders, since: Since) -> Command | None:
    """Say what a plan would do if its owner's turn came now, or None."""
    plan = orders.plan
    if plan is None or view.over or view.active == view.reader or not plans.is_on(view, plan, since):
        return None
    return plans.act(view, plan, since)


def left(view: Sight, orders: Orders, since: Since) -> Orders:
    """Leave out a plan whose turn has passed."""
    plan = orders.plan if orders.plan and plans.is_on(view, orders.plan, since) else None
    return msgspec.structs.replace(orders, plan=plan)


# --- cards that are played at once: an order answers held or not, so that nothing shows


def cancel(view: Sight, orders: Orders) -> Command | None:
    if orders.not_so_fast == "ask":
        return None
    return c.NotSoFast() if cancels(view, orders) else c.LetPass()


def cancels(view: Sight, orders: Orders) -> bool:
    """Tell whether the order spends a not_so_fast on the card just played (GE-20)."""
    play = play_of(view)
    card = NOT_SO_FAST if play.cancels else play.card
    wanted = orders.not_so_fast == "anybody" or (
        orders.not_so_fast == "against_me" and play.attacked == view.reader
    )
    return wanted and card not in [one.card for one in orders.spared] and plans.holds(view, NOT_SO_FAST)


def me_too(view: Sight, orders: Orders) -> Command | None:
    """Copy an action if an order is set for it, pass if that is the order; else ask."""
    at = moment_of(view).at
    is_set = orders.me_too_take is not None if at == "take" else orders.me_too_insert != "ask"
    if not is_set and orders.copying == "ask":
        return None
    return (copies(view, orders) if is_set else None) or c.LetPass()


def copies(view: Sight, orders: Orders) -> Command | None:
    return copied_take(view, orders) if moment_of(view).at == "take" else copied_insert(view, orders)


def copied_take(view: Sight, orders: Orders) -> Command | None:
    """Take too, whichever of the colours is at the mouth when the turn comes."""
    named = orders.me_too_take.named if orders.me_too_take else []
    if not named or not plans.holds(view, ME_TOO_TAKE):
        return None
    return c.MeTooTake([STONE_NAMES[stone] for stone in named])


def copied_insert(view: Sight, orders: Orders) -> Command | None:
    """Insert too what finishes an ornament, else what fits."""
    me = Seat(view.reader)
    ways = list(inserts(view, me))
    if not ways or not plans.holds(view, ME_TOO_INSERT):
        return None
    way = best(view, me, ways)
    if orders.me_too_insert == "finish" and not finishes(view, me, way):
        return None
    return c.MeTooInsert(STONE_NAMES[way[0]], way[1])


def reflex(view: Sight, orders: Orders) -> Command | None:
    """Let an order act in a moment in which nobody is asked."""
    if view.play is not None:
        return c.NotSoFast() if orders.not_so_fast == "anybody" and cancels(view, orders) else None
    if moment_of(view).at == "insert":
        return copied_insert(view, orders) if orders.me_too_insert != "ask" else None
    named = orders.me_too_take.named if orders.me_too_take else []
    return c.MeTooTake() if view.slide[0] in named and plans.holds(view, ME_TOO_TAKE) else None


def drop(view: Sight, orders: Orders) -> Command | None:
    return c.Drop((view.me.hand or [])[HAND_LIMIT:]) if orders.dropping == "last" else None


BY_ORDER: dict[str, Callable[[Sight, Orders], Command | None]] = {
    "cancel": cancel,
    "me_too": me_too,
    "reflex": reflex,
    "drop": drop,
}
BY_PLAN: dict[str, Callable[[Sight, Plan, Since], Command | None]] = {
    "act": plans.act,
    "hand_in": plans.hand_in,
    "market": plans.market,
}
