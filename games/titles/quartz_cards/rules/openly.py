"""What emails show of a question if its player keeps the hand out of them, from an onlooker's view alone.

Only the attacker sees the cards of a helping hand: which to keep is answered on the page with the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace as turned

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Choices, Question
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules import answers
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.cards import defences_against
from games.titles.quartz_cards.rules.choices import DIG, HIRE, answers_if_held, attack_if_held, turn
from games.titles.quartz_cards.rules.orders import Orders
from games.titles.quartz_cards.rules.silence import protect_dearest
from games.titles.quartz_cards.rules.state import attack_of
from games.titles.quartz_cards.rules.view import Sight


def defend(view: Sight, seat: Seat) -> Choices:
    return answers_if_held(view, defences_against(attack_of(view).aim.card))


CHOICES: dict[str, Callable[[Sight, Seat], Choices]] = {
    "turn": turn,
    "dig": lambda view, seat: DIG,
    "hire": lambda view, seat: HIRE,
    "attack": lambda view, seat: attack_if_held(view),
    "defend": defend,
    "get_lost": lambda view, seat: answers_if_held(view, ("get_lost",)),
}


def public_choices(view: Sight, question: Question) -> Choices:
    """List the choices of a question that everybody knows of."""
    found = CHOICES.get(question.kind)
    return found(view, question.seat) if found else ()


def turn_unanswered(view: Sight, seat: Seat) -> Command:
    return protect_dearest(view.columns[seat], view.values) or c.DigOne()


SILENCE: dict[str, Callable[[Sight, Seat], Command]] = {
    "turn": turn_unanswered,
    "dig": lambda view, seat: c.Stop(),
    "hire": lambda view, seat: c.DeclineHire(),
    "defend": lambda view, seat: c.Let(),
    "get_lost": lambda view, seat: c.Let(),
}


def public_silence(view: Sight, question: Question) -> Command | None:
    """Give the silence move, if everybody knows it: not if a secret answer was given before."""
    found = SILENCE.get(question.kind)
    return found(view, question.seat) if found else None


def public_ahead(view: Sight, seat: Seat, orders: Orders, since: Sequence[Seen]) -> str | None:
    """Say why a plan will certainly ask on its owner's next turn; that depends on no card."""
    return answers.ahead(turned(view, reader=seat), orders, since)


def public_stopped(view: Sight, question: Question, orders: Orders, since: Sequence[Seen]) -> str | None:
    """Say why a plan has left the turn to its owner; that depends on no card."""
    return answers.stopped(turned(view, reader=question.seat), question, orders, since)
