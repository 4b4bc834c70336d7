"""How orders and plans answer for their owner, by the owner's view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import msgspec

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Question
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import plans
from games.titles.quartz_cards.rules.ambushes import ambush, attack, unspent
from games.titles.quartz_cards.rules.cards import defences_against
from games.titles.quartz_cards.rules.line import by_value
from games.titles.quartz_cards.rules.orders import Orders, Plan, Use
from games.titles.quartz_cards.rules.silence import keep_dearest
from games.titles.quartz_cards.rules.view import Sight

Since = Sequence[Seen]


def answer(view: Sight, question: Question, orders: Orders, since: Since, late: bool) -> Command | None:
    """Answer by the standing orders, or return None to ask their owner."""
    by_order = BY_ORDER.get(question.kind)
    return by_order(view, orders, since) if by_order else None


def ahead(view: Sight, orders: Orders, since: Since) -> str | None:
    """Say why the plan will certainly ask on its owner's next turn, or None."""
    plan = orders.plan
    if plan is None or view.over or view.active == view.reader or not plans.is_on(view, plan, since):
        return None
    return "presents" if plans.is_doomed(view) and plans.begin(view, plan) is None else None


def stopped(view: Sight, question: Question, orders: Orders, since: Since) -> str | None:
    """Say why a plan has left its owner's turn to them, or None."""
    plan = orders.plan
    if plan is None or question.kind not in STOPPED or not plans.is_on(view, plan, since):
        return None
    answered, reason = STOPPED[question.kind]
    return reason if answered(view, plan) is None else None


STOPPED: dict[str, tuple[Callable[[Sight, Plan], Command | None], str]] = {
    "turn": (plans.begin, "presents"),
    "dig": (plans.dig, "no_limit"),
}


def planned(view: Sight, orders: Orders, since: Since) -> Command | None:
    """Say what a plan would do if its owner's turn came now, or None."""
    if view.over or view.active == view.reader:
        return None
    return turn(view, orders, since)


def left(view: Sight, orders: Orders, since: Since) -> Orders:
    """Leave out what is used up: an ambush that has struck, a plan whose turn has passed."""
    plan = orders.plan if orders.plan and plans.is_on(view, orders.plan, since) else None
    return msgspec.structs.replace(orders, plan=plan, ambushes=unspent(view, orders, since))


# --- own turns


def turn(view: Sight, orders: Orders, since: Since) -> Command | None:
    plan = orders.plan
    return plans.begin(view, plan) if plan and plans.is_on(view, plan, since) else None


def dig(view: Sight, orders: Orders, since: Since) -> Command | None:
    plan = orders.plan
    return plans.dig(view, plan) if plan and plans.is_on(view, plan, since) else None


def hire(view: Sight, orders: Orders, since: Since) -> Command | None:
    return {"ask": None, "always": c.Hire(), "never": c.DeclineHire()}[orders.hire]


def help_(view: Sight, orders: Orders, since: Since) -> Command | None:
    return keep_dearest(view.tray or [], view.values) if orders.helping == "dearest" else None


# --- defences: at once, held or not, so that nothing shows


def defend(view: Sight, orders: Orders, since: Since) -> Command | None:
    assert view.attack is not None
    return by_orders(view, orders, defences_against(view.attack.aim.card))


def get_lost(view: Sight, orders: Orders, since: Since) -> Command | None:
    return by_orders(view, orders, ("get_lost",))


def by_orders(view: Sight, orders: Orders, cards: Sequence[str]) -> Command | None:
    """Answer by the orders, unless one of the cards that fit is set to "ask", held or not."""
    uses: dict[str, Use] = {card: getattr(orders, card) for card in cards}
    if "ask" in uses.values():
        return None
    ready = [card for card, use in uses.items() if use == "always" and card in (view.me.hand or {})]
    return c.Defend(cast("c.DefenceCard", ready[0]), dearest_of(view, ready[0])) if ready else c.Let()


def dearest_of(view: Sight, card: str) -> c.Crystal | None:
    """Choose the thief's most valuable open card for over_my_dead_body."""
    assert view.attack is not None
    columns = view.miners[view.attack.attacker].columns
    if card != "over_my_dead_body" or not columns:
        return None
    return cast("c.Crystal", by_value(columns, view.values)[0])


BY_ORDER: dict[str, Callable[[Sight, Orders, Since], Command | None]] = {
    "turn": turn,
    "dig": dig,
    "hire": hire,
    "ambush": ambush,
    "attack": attack,
    "help": help_,
    "defend": defend,
    "get_lost": get_lost,
}


# --- which orders would answer a question from now on


def settling(view: Sight, question: Question) -> Sequence[Mapping[str, str]]:
    """List the orders that would answer this question now and from now on."""
    if question.kind == "defend" and view.attack is not None:
        return always_or_never(defences_against(view.attack.aim.card))
    return SETTLING.get(question.kind, ())


def always_or_never(cards: Sequence[str]) -> tuple[dict[str, str], ...]:
    """Set every card that fits: as long as one of them is set to "ask", its owner is asked."""
    return tuple(dict.fromkeys(cards, use) for use in ("always", "never"))


SETTLING: dict[str, tuple[dict[str, str], ...]] = {
    "hire": always_or_never(("hire",)),
    "attack": ({"attack": "pass"},),
    "help": ({"helping": "dearest"},),
    "get_lost": always_or_never(("get_lost",)),
}
