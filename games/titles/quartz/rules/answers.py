"""How orders and plans answer for their owner (QZ-71 to QZ-75), by the owner's view alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import cast

import msgspec

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Question, offered
from games.rules.kernel.robots import choices_in
from games.rules.kernel.seats import clockwise_from
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import miner as robot
from games.titles.quartz.rules.gems import by_value, price, valuable, worth
from games.titles.quartz.rules.orders import Orders, WhenCartWorth, WhenWorth
from games.titles.quartz.rules.plans import OFF, ROBOT, consult, if_silent, may_still_act
from games.titles.quartz.rules.plans.since import has_turn
from games.titles.quartz.rules.public_view import others_in, richest_with_obsidian
from games.titles.quartz.rules.silence import best_swap, dearest_share, keep_all, sale_rule
from games.titles.quartz.rules.view import Sight

Since = Sequence[Seen]


def answer(view: Sight, question: Question, orders: Orders, since: Since, late: bool) -> Command | None:
    """Answer by the standing orders, or return None to ask their owner."""
    if question.kind == "turn":
        return turn(view, question, orders, since, late)
    by_order = BY_ORDER.get(question.kind)
    return by_order(view, question, orders) if by_order else None


def ahead(view: Sight, orders: Orders, since: Since) -> str | None:
    """Say why the plan will certainly ask on its owner's next turn, or None."""
    plan = orders.plan
    if plan is None or not view.me.inside or not others_in(view) or has_turn(view):
        return None
    found = consult(view, plan, since)
    if not isinstance(found, str) or found in (OFF, ROBOT):
        return None
    if found in ("spent", "obsidian") and may_still_act(view, plan, since):
        return None
    return found


def stopped(view: Sight, question: Question, orders: Orders, since: Since) -> str | None:
    """Say why a plan has left its owner's turn to them, or None."""
    if orders.plan is None or question.kind != "turn":
        return None
    found = consult(view, orders.plan, since)
    if isinstance(found, str):
        return None if found in (OFF, ROBOT) else found
    return None if on_offer(view, question, found) else "next_void"


def planned(view: Sight, orders: Orders, since: Since) -> Command | None:
    """Say what a plan would do if its owner's turn came now, or None."""
    if orders.plan is None or not view.me.inside or not others_in(view) or has_turn(view):
        return None
    found = consult(view, orders.plan, since)
    return None if isinstance(found, str) else found


def patience(orders: Orders, question: Question) -> int | None:
    """Give the hours after which a plan that asked what to do on a turn acts anyway, if it does."""
    silent = orders.plan.if_silent if orders.plan else None
    return silent.after_hours if silent and question.kind == "turn" else None


def turn(view: Sight, question: Question, orders: Orders, since: Since, late: bool) -> Command | None:
    plan = orders.plan
    if plan is None:
        return None
    found = consult(view, plan, since)
    if found == OFF:
        return None
    if found == ROBOT:
        return robot.miner(view, question, random.Random(0))
    if isinstance(found, str) or not on_offer(view, question, found):
        return if_silent(view, plan, since) if late and found != "confirm" else None
    return found


def on_offer(view: Sight, question: Question, command: Command) -> bool:
    """Tell whether a command is legal: a `next` may name a card not held, or a crystal that is gone."""
    asked_for = spelled_out(msgspec.to_builtins(command))
    return any(spelled_out(offer) == asked_for for offer in offered(choices_in(view, question)))


def spelled_out(command: Mapping[str, object]) -> dict[str, object]:
    """Give a command without empty fields, its lists sorted."""
    given = {name: value for name, value in command.items() if value not in (None, [])}
    return {name: sorted(value) if isinstance(value, list) else value for name, value in given.items()}


# --- reactions: answered at once, whether held or not, so that nothing shows


def window(view: Sight, question: Question, orders: Orders) -> Command | None:
    attack = view.attack
    assert attack is not None
    order = REACTION_ORDERS[attack.card](view, orders)
    if order is None:
        return None
    return react(view, question, orders) if order else c.Let()


def on_my_break(view: Sight, orders: Orders) -> bool | None:
    if orders.on_my_break == "when_i_hold_obsidian":
        return view.me.obsidian > 0
    return YES_OR_NO[orders.on_my_break]


def unacceptable(view: Sight, orders: Orders) -> bool | None:
    """Compare what would be stolen with the order: by value, or by number from a covered cart."""
    if isinstance(orders.unacceptable, WhenWorth):
        attack = view.attack
        assert attack is not None
        at_stake = worth(attack.crystals, view.values)
        if view.covered:
            at_stake = min(2, view.me.crystals - view.me.obsidian)
        return at_stake >= orders.unacceptable.when_worth
    return YES_OR_NO[orders.unacceptable]


def not_mine_either(view: Sight, orders: Orders) -> bool | None:
    return YES_OR_NO[orders.not_mine_either]


YES_OR_NO: dict[str, bool | None] = {"ask": None, "always": True, "never": False}
REACTION_ORDERS: dict[str, Callable[[Sight, Orders], bool | None]] = {
    "gimme_a_hand": on_my_break,
    "dont_belong": unacceptable,
    "not_mine": not_mine_either,
}


def react(view: Sight, question: Question, orders: Orders) -> Command:
    """Play the reaction if it is held, with what has to be named by the order."""
    offer = next(choice for choice in choices_in(view, question) if choice.command == "react_if_held")
    fields = {field.name: field.values for field in offer.fields}
    if "take" in fields:
        dearest = by_value(map(str, fields["take"]), view.values)[0]
        return c.ReactIfHeld(take=cast("c.Gem", dearest))
    if "pass_to" not in fields:
        return c.ReactIfHeld()
    chosen = richest_with_obsidian(view, fields["pass_to"]) if orders.pass_to != "next_seat" else None
    around = clockwise_from(view.order, question.seat)
    return c.ReactIfHeld(pass_to=chosen.seat if chosen else next(s for s in around if s in fields["pass_to"]))


# --- the other questions


def token(view: Sight, question: Question, orders: Orders) -> Command | None:
    order = orders.token
    if isinstance(order, WhenCartWorth):
        spends: bool | None = price(valuable(view.me.cart or {}), view.values) >= order.when_cart_worth
    else:
        spends = YES_OR_NO[order]
    if spends is None:
        return None
    return c.SpendToken() if spends else c.HaveAccident()


def keep(view: Sight, question: Question, orders: Orders) -> Command | None:
    return keep_all(view.tray or {}) if orders.keep == "all" else None


def replace(view: Sight, question: Question, orders: Orders) -> Command | None:
    best = orders.replace == "best"
    return best_swap(view.me.cart or {}, view.tray or {}, view.values) if best else None


def share(view: Sight, question: Question, orders: Orders) -> Command | None:
    return dearest_share(view.tray or {}, view.values) if orders.share == "dearest" else None


def sell(view: Sight, question: Question, orders: Orders) -> Command | None:
    if orders.sale == "ask":
        return None
    return sale_rule(view.goods, view.values)


BY_ORDER: dict[str, Callable[[Sight, Question, Orders], Command | None]] = {
    "window": window,
    "token": token,
    "keep": keep,
    "replace": replace,
    "share": share,
    "sell": sell,
}


# --- which orders would answer a question from now on


REACTION_FIELDS = {
    "gimme_a_hand": "on_my_break",
    "dont_belong": "unacceptable",
    "not_mine": "not_mine_either",
}
SETTLING: dict[str, tuple[dict[str, str], ...]] = {
    "token": ({"token": "always"}, {"token": "never"}),
    "keep": ({"keep": "all"},),
    "replace": ({"replace": "best"},),
    "share": ({"share": "dearest"},),
    "sell": ({"sale": "rule"},),
}


def settling(view: Sight, question: Question) -> Sequence[Mapping[str, str]]:
    """List the orders that would answer this question now and from now on."""
    if question.kind != "window" or view.attack is None:
        return SETTLING.get(question.kind, ())
    order = REACTION_FIELDS[view.attack.card]
    return ({order: "always"}, {order: "never"})
