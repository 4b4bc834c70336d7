"""The move made when a question's time is up and nothing else covers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Question, things
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.line import Gems, crystal_of, dearest_columns
from games.titles.quartz_cards.rules.public import is_possible
from games.titles.quartz_cards.rules.state import Aim, State

Values = Mapping[str, int]


def turn(state: State, seat: Seat) -> Command:
    return protect_dearest(state.columns[seat], state.values) or c.DigOne()


def attack(state: State, seat: Seat) -> Command:
    """Repeat the answer given before while it is possible (QC-14), otherwise pass."""
    aim = state.answers.get(seat)
    return as_command(aim) if aim is not None and is_possible(state, aim) else c.LetPass()


def help_(state: State, seat: Seat) -> Command:
    return keep_dearest(state.tray, state.values)


SILENCE: dict[str, Callable[[State, Seat], Command]] = {
    "turn": turn,
    "go_on": lambda state, seat: c.GoOn(),
    "dig": lambda state, seat: c.Stop(),
    "hire": lambda state, seat: c.DeclineHire(),
    "attack": attack,
    "help": help_,
    "defend": lambda state, seat: c.Let(),
    "get_lost": lambda state, seat: c.Let(),
}


def silence(state: State, question: Question) -> Command:
    """Give the move that is made when time runs out."""
    return SILENCE[question.kind](state, question.seat)


# --- rules of thumb, shared with orders and the robot: they see only what they are given


def protect_dearest(columns: Gems, values: Values) -> c.Protect | None:
    """Protect the column with most points, of equals the one of higher value; None without columns."""
    found = dearest_columns(columns, values)
    return c.Protect(cast("c.Crystal", found[0])) if found else None


def keep_dearest(cards: Sequence[str], values: Values) -> c.Keep:
    return c.Keep(max(sorted(cards), key=lambda card: values[crystal_of(card)]))


def as_command(aim: Aim) -> c.Attack:
    """Turn a named attack into its owner's command."""
    card, column = cast("c.AttackCard", aim.card), cast("c.Crystal | None", aim.column)
    return c.Attack(card, column, cast("list[c.Crystal]", list(things(aim.gems))))
