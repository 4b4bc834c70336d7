"""What emails show of a question if its player keeps the hand out of them, from an onlooker's view alone.

Which kingdom cards a hand has left is open, and so are dwarves and walls: only ogres, the secret goal, what
to buy and what to discard wait for the page with the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace as turned

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Choices, Question
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules import answers
from games.titles.gnomes.rules.choices import DISCARD_CHEAPEST, public_act, public_work
from games.titles.gnomes.rules.orders import Orders
from games.titles.gnomes.rules.silence import left_alone
from games.titles.gnomes.rules.view import Sight

CHOICES: dict[str, Callable[[Sight, Seat], Choices]] = {
    "act": public_act,
    "work": public_work,
    "discard": lambda view, seat: (DISCARD_CHEAPEST,),
}


def public_choices(view: Sight, question: Question) -> Choices:
    """List the choices of a question that everybody knows of."""
    found = CHOICES.get(question.kind)
    return found(view, question.seat) if found else ()


def public_silence(view: Sight, question: Question) -> Command | None:
    """Give the silence move: it is always the same one."""
    return left_alone(question)


def public_ahead(view: Sight, seat: Seat, orders: Orders, since: Sequence[Seen]) -> str | None:
    """Say why a plan will certainly ask on its owner's next turn; that depends on no card."""
    return answers.ahead(turned(view, reader=seat), orders, since)


def public_stopped(view: Sight, question: Question, orders: Orders, since: Sequence[Seen]) -> str | None:
    """Say why a plan has left the turn to its owner; that depends on no card."""
    return answers.stopped(turned(view, reader=question.seat), question, orders, since)
