"""The robot of every game: it plays a legal move at random."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from games.rules.kernel.events import one_of
from games.rules.kernel.questions import Choice, Choices, Field, Question, Value
from games.rules.kernel.refusal import HistoryBroken

if TYPE_CHECKING:
    from games.rules.kernel.contract import AnyRules, C, V, View


def robot_name(names: Sequence[str], match: str, seat: int) -> str:
    """Choose what the robot in a seat is called: no name twice in a match; "" if there are too few.

    The public id of the match decides and nothing that happens in it: a name gives nothing away, and stays.
    """
    drawn = _drawn(tuple(names), match)
    return drawn[seat] if seat < len(drawn) else ""


@lru_cache(1000)
def _drawn(names: tuple[str, ...], match: str) -> list[str]:
    return sorted(names, key=lambda name: hashlib.sha256(f"{match} {name}".encode()).digest())


def choices_in(view: View, question: Question) -> Choices:
    """Find the choices of a question in its seat's view; raise HistoryBroken if it isn't there."""
    for asked in view.asked:
        if asked.question == question:
            return asked.choices
    raise HistoryBroken(f"{question.kind!r} isn't asked of this view's reader")


def fill_at_random(choice: Choice, dice: random.Random) -> dict[str, object]:
    """Fill the blanks of a choice at random, without listing every way to."""
    filled: dict[str, object] = {"kind": choice.command}
    for field in choice.fields:
        filled[field.name] = _fill(field, dice)
    return filled


def _fill(field: Field, dice: random.Random) -> Value | list[Value]:
    if not field.many:
        return dice.choice(field.values)
    size = dice.randint(field.least, min(field.most, len(field.values)))
    return sorted(dice.sample(field.values, size), key=str)


def random_robot(commands: tuple[type[C], ...]) -> Callable[[V, Question, random.Random], C]:
    """Make the robot that picks one of its choices at random."""
    # Through bytes: a decoder is made once, where convert would study the types at every call.
    decoder = msgspec.json.Decoder(one_of(commands))

    def play(view: V, question: Question, dice: random.Random) -> C:
        choice = dice.choice(choices_in(view, question))
        command: C = decoder.decode(msgspec.json.encode(fill_at_random(choice, dice)))
        return command

    return play


def reflex(rules: AnyRules, robot: str, view: Any, question: Question) -> Any | None:
    """Answer a moment by the orders that a robot lays; None if it lays none, or they don't act."""
    lay = rules.automation.bot_orders.get(robot)
    return None if lay is None else rules.automation.answer(view, question, lay(view), (), False)
