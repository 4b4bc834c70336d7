"""What emails may show of a question when its player keeps the hand out of them: an onlooker's view, no more.

The cards of a helping hand are the attacker's alone to see: which to keep is left to the page with the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace as turned

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Choices, Question
from games.rules.kernel.seats import Seat
from games.rules.kernel.telling import Seen
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
    """List what a question offers, as far as anybody could know it."""
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
    """Give the move that silence makes, if anybody could tell: not where a secret answer stands."""
    found = SILENCE.get(question.kind)
    return found(view, question.seat) if found else None


def public_ahead(view: Sight, seat: Seat, orders: Orders, since: Sequence[Seen]) -> str | None:
    """Say why a plan is sure to ask at its owner's next turn, which hangs on no card."""
    return answers.ahead(turned(view, reader=seat), orders, since)
