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
from games.titles.gem_edge.rules import answers, choices, silence
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.orders import Orders
from games.titles.gem_edge.rules.view import Sight

CHOICES: dict[str, Callable[[Sight, Seat], Choices]] = {
    "act": choices.public_act,
    "hand_in": choices.hand_in,
    "market": choices.market,
    "swapped": choices.swapped,
    "cancel": lambda view, seat: choices.CANCEL_IF_HELD,
    "me_too": choices.me_too_if_held,
}
SILENCE: dict[str, Callable[[Sight, Seat], Command]] = {
    "act": silence.act,
    "hand_in": silence.hand_in,
    "market": silence.market,
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
