"""How orders and plans answer for their owner, by the owner's view alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import msgspec

from games.rules.kernel.contract import Further
from games.rules.kernel.events import Command
from games.rules.kernel.messages import Message, Seen
from games.rules.kernel.questions import Question
from games.rules.kernel.robots import choices_in
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import plans
from games.titles.gnomes.rules.choices import SHOW
from games.titles.gnomes.rules.facts import all_are_out
from games.titles.gnomes.rules.orders import Orders
from games.titles.gnomes.rules.plans import is_on, next_step
from games.titles.gnomes.rules.steward import steward
from games.titles.gnomes.rules.view import Sight

Since = Sequence[Seen]


def answer(view: Sight, question: Question, orders: Orders, since: Since, late: bool) -> Command | None:
    """Answer by the standing orders, or return None to ask their owner."""
    if orders.show == "when_met" and SHOW in choices_in(view, question):
        return c.ShowGoal()
    by_order = BY_ORDER.get(question.kind)
    return by_order(view, question, orders, since) if by_order else None


def act(view: Sight, question: Question, orders: Orders, since: Since) -> Command | None:
    """Go on with the plan, unless something stops it."""
    plan = orders.plan
    if plan is None or not is_on(view, plan, since) or plans.stopped(view, plan, since):
        return None
    if plan.robot:
        return steward(view, question, random.Random(0))
    found = next_step(view, plan, since)
    return c.Done() if isinstance(found, c.FinishTurn) and may_oversee_next(view, orders) else found


def may_oversee_next(view: Sight, orders: Orders) -> bool:
    """Tell whether the overseer is to be shown as soon as the actions are over."""
    return orders.show == "when_met" and view.me.secret == "overseer" and all_are_out(view)


def work(view: Sight, question: Question, orders: Orders, since: Since) -> Command | None:
    plan = orders.plan
    if plan is not None and plan.robot and is_on(view, plan, since):
        return steward(view, question, random.Random(0))
    return c.FinishTurn() if orders.work == "by_itself" else None


def discard(view: Sight, question: Question, orders: Orders, since: Since) -> Command | None:
    return c.DiscardCheapest() if orders.discard == "cheapest" else None


BY_ORDER: dict[str, Callable[[Sight, Question, Orders, Since], Command | None]] = {
    "act": act,
    "work": work,
    "discard": discard,
}


def ahead(view: Sight, orders: Orders, since: Since) -> str | None:
    """Say why the plan will certainly ask on its owner's next turn, or None."""
    plan = orders.plan
    if plan is None or view.over or view.active == view.reader or not is_on(view, plan, since):
        return None
    return plans.stopped(view, plan, since)


def stopped(view: Sight, question: Question, orders: Orders, since: Since) -> str | None:
    """Say why a plan has left its owner's turn to them, or None."""
    plan = orders.plan
    if question.kind != "act" or plan is None or plan.robot or not is_on(view, plan, since):
        return None
    return plans.stopped(view, plan, since) or plans.left_to_owner(view, plan, since)


def planned(view: Sight, orders: Orders, since: Since) -> Command | None:
    """Say what a plan would do if its owner's turn came now, or None."""
    plan = orders.plan
    if plan is None or plan.robot or view.over or view.active == view.reader or not is_on(view, plan, since):
        return None
    table = plans.on_own_turn(view)
    if plans.stopped(view, plan, since) or plans.left_to_owner(table, plan, since):
        return None
    return plans.next_step(table, plan, since)


def further(view: Sight, orders: Orders, since: Since) -> Further | None:
    """Offer the plan that goes on past what has stopped it, or is sure to."""
    found = plans.past(view, orders.plan, since) if orders.plan and not view.over else None
    if found is None:
        return None
    row, plan = found
    return Further(Message(row), msgspec.structs.replace(orders, plan=plan))


def left(view: Sight, orders: Orders, since: Since) -> Orders:
    """Leave out a plan whose turn has passed."""
    plan = orders.plan if orders.plan and is_on(view, orders.plan, since) else None
    return msgspec.structs.replace(orders, plan=plan)


# --- which orders would answer a question from now on


SETTLING: dict[str, tuple[dict[str, str], ...]] = {
    "work": ({"work": "by_itself"},),
    "discard": ({"discard": "cheapest"},),
}


def settling(view: Sight, question: Question) -> Sequence[Mapping[str, str]]:
    """List the orders that would answer this question now and from now on."""
    return SETTLING.get(question.kind, ())
