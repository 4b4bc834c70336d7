"""What emails may show of a question when its player keeps the hand out of them: an onlooker's view, no more.

An answer may be named if all that it names lies open, and if what came of it does too. So what is sold and
stored is left to the page with the hand, from the first evening on, and so is a swap under covers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace as turned

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Choice, Choices, Question
from games.rules.kernel.seats import Seat, clockwise_from
from games.rules.kernel.telling import Seen
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
    """List to whom the obsidian may be passed on: not back to the one who just gave it (QZ-32)."""
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
    """List what a question offers, as far as anybody could know it."""
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
    """Give the move that silence makes, if anybody could tell."""
    found = SILENCE.get(question.kind)
    return found(view, question.seat) if found else None


# --- what a plan does


def public_ahead(view: Sight, seat: Seat, orders: Orders, since: Sequence[Seen]) -> str | None:
    """Say why a plan is sure to ask at its owner's next turn, whatever the hand holds."""
    return answers.ahead(turned(view, reader=seat), orders, since)
