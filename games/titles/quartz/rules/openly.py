"""What emails show of a question if its player keeps the hand out of them, from an onlooker's view alone.

A choice is offered if all it names is open and its outcome will be too. So what to sell and store is answered
on the page with the hand, from the first evening on, and so is a swap between covered carts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace as turned

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Choice, Choices, Question
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.quartz.rules import answers
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules.choices import (
    LEAVE,
    LET,
    MINE,
    SHARE_NOTHING,
    SPEND,
    THRILL,
    THRILL_MORE,
    TOKEN,
    keeping,
    reaction_fields,
    replacing,
    sharing,
)
from games.titles.quartz.rules.orders import Orders
from games.titles.quartz.rules.plans import REASONS, consult, may_still_act
from games.titles.quartz.rules.silence import best_swap, dearest_share, keep_all
from games.titles.quartz.rules.state import Attack
from games.titles.quartz.rules.view import Sight

# --- what may be answered


def window(view: Sight, seat: Seat) -> Choices:
    attack = view.attack
    assert attack is not None
    fields = reaction_fields(attack, receivers(view, attack), view.dwarves[attack.player].cart)
    return (Choice("react_if_held", fields), LET)


def receivers(view: Sight, attack: Attack) -> list[Seat]:
    """List the dwarves who may receive the obsidian: not the one who just gave it (QZ-32)."""
    others = clockwise_from(view.order, attack.target)[:-1]
    return [seat for seat in others if view.dwarves[seat].inside and seat != attack.giver]


def keep(view: Sight, seat: Seat) -> Choices:
    return () if view.tray is None else keeping(view.tray)


def replace(view: Sight, seat: Seat) -> Choices:
    cart = view.dwarves[seat].cart
    return () if view.tray is None or cart is None else replacing(cart, view.tray)


def share(view: Sight, seat: Seat) -> Choices:
    return (SHARE_NOTHING,) if view.tray is None else sharing(view.tray)


CHOICES: dict[str, Callable[[Sight, Seat], Choices]] = {
    "turn": lambda view, seat: (MINE, LEAVE),
    "window": window,
    "token": lambda view, seat: TOKEN,
    "spend": lambda view, seat: SPEND,
    "keep": keep,
    "replace": replace,
    "share": share,
    "thrill": lambda view, seat: THRILL,
    "thrill_more": lambda view, seat: THRILL_MORE,
}


def public_choices(view: Sight, question: Question) -> Choices:
    """List the choices of a question that everybody knows of."""
    found = CHOICES.get(question.kind)
    return found(view, question.seat) if found else ()


# --- what silence does


def turn_unanswered(view: Sight, seat: Seat) -> Command:
    mines = view.silence == "mine_once" and not view.dwarves[seat].obsidian
    return c.Mine() if mines else c.Leave()


def replace_unanswered(view: Sight, seat: Seat) -> Command | None:
    cart = view.dwarves[seat].cart
    return None if view.tray is None or cart is None else best_swap(cart, view.tray, view.values)


SILENCE: dict[str, Callable[[Sight, Seat], Command | None]] = {
    "turn": turn_unanswered,
    "window": lambda view, seat: c.Let(),
    "token": lambda view, seat: c.SpendToken(),
    "spend": lambda view, seat: c.SpendToken(),
    "keep": lambda view, seat: None if view.tray is None else keep_all(view.tray),
    "replace": replace_unanswered,
    "share": lambda view, seat: None if view.tray is None else dearest_share(view.tray, view.values),
    "thrill": lambda view, seat: c.TakeBonus(),
    "thrill_more": lambda view, seat: c.Stop(),
}


def public_silence(view: Sight, question: Question) -> Command | None:
    """Give the silence move, if everybody knows it."""
    found = SILENCE.get(question.kind)
    return found(view, question.seat) if found else None


# --- what a plan does


def public_ahead(view: Sight, seat: Seat, orders: Orders, since: Sequence[Seen]) -> str | None:
    """Say why a plan will certainly ask on its owner's next turn, whatever cards they hold."""
    return answers.ahead(turned(view, reader=seat), orders, since)


def public_stopped(view: Sight, question: Question, orders: Orders, since: Sequence[Seen]) -> str | None:
    """Say why a plan has left the turn to its owner, whatever cards they hold."""
    plan, seen_by = orders.plan, turned(view, reader=question.seat)
    if plan is None or question.kind != "turn":
        return None
    found = consult(seen_by, plan, since)
    if found in ("spent", "obsidian") and may_still_act(seen_by, plan, since):
        return None
    return found if found in REASONS else None
