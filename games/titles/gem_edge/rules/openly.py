"""What emails show of a question if its player keeps the hand out of them, from an onlooker's view alone.

Which ornaments to keep at the start, and which cards to drop, is answered on the page with the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace as turned

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Choices, Question
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import answers
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.choices import (
    CANCEL_IF_HELD,
    hand_in,
    market,
    me_too_if_held,
    public_act,
    swapped,
)
from games.titles.gem_edge.rules.orders import CARD_LINES, Orders
from games.titles.gem_edge.rules.silence import act, hand_in_dearest, take_leftmost
from games.titles.gem_edge.rules.view import Sight

CHOICES: dict[str, Callable[[Sight, Seat], Choices]] = {
    "act": public_act,
    "hand_in": hand_in,
    "market": market,
    "swapped": swapped,
    "cancel": lambda view, seat: CANCEL_IF_HELD,
    "me_too": me_too_if_held,
}
SILENCE: dict[str, Callable[[Sight, Seat], Command]] = {
    "act": act,
    "hand_in": hand_in_dearest,
    "market": take_leftmost,
    "swapped": lambda view, seat: c.InsertNothing(),
    "cancel": lambda view, seat: c.LetPass(),
    "me_too": lambda view, seat: c.LetPass(),
}


def public_choices(view: Sight, question: Question) -> Choices:
    """List the choices of a question that everybody knows of."""
    found = CHOICES.get(question.kind)
    return found(view, question.seat) if found else ()


def public_silence(view: Sight, question: Question) -> Command | None:
    """Give the silence move, if everybody knows it."""
    found = SILENCE.get(question.kind)
    return found(view, question.seat) if found else None


def public_ahead(view: Sight, seat: Seat, orders: Orders, since: Sequence[Seen]) -> str | None:
    """Say why a plan will certainly ask on its owner's next turn; that depends on no card."""
    return answers.ahead(turned(view, reader=seat), orders, since)


def public_stopped(view: Sight, question: Question, orders: Orders, since: Sequence[Seen]) -> str | None:
    """Say why a plan has left this to its owner, whatever cards they hold."""
    reason = answers.stopped(turned(view, reader=question.seat), question, orders, since)
    return None if reason == "spent" and plays_cards(orders) else reason


def plays_cards(orders: Orders) -> bool:
    """Tell whether the cards in the hand decide what a plan does."""
    return orders.plan is not None and any(isinstance(line, CARD_LINES) for line in orders.plan.lines)
