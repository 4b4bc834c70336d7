"""The move made when a question's time is up and nothing else covers it (GE-22)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.cards import HAND_LIMIT, IN_FRONT, ORNAMENTS
from games.titles.gem_edge.rules.pieces import handable, worth
from games.titles.gem_edge.rules.public import can_take, inserts
from games.titles.gem_edge.rules.state import Open, State
from games.titles.gem_edge.rules.whole_turns import best


def keep(state: State, seat: Seat) -> Command:
    return c.Keep(cheapest(state.dealt[seat], state.worth))


def cheapest(dealt: Sequence[str], points: dict[str, int]) -> list[str]:
    """Choose ornaments of fewest stones, then of most points, then as they were dealt."""
    ranked = sorted(dealt, key=lambda key: (len(ORNAMENTS[key].sockets), -points[key]))
    return ranked[:IN_FRONT]


def act(state: Open, seat: Seat) -> Command:
    """Insert if a stone fits, else take, else discard the stone that lies longest, else draw."""
    ways = list(inserts(state, seat))
    if ways:
        stone, key = best(state, seat, ways)
        return c.Insert(stone_named(stone), key)
    if can_take(state, seat):
        return c.Take()
    cart = state.carts[seat]
    return c.Discard(stone_named(cart[0])) if cart else c.Draw()


def stone_named(stone: str) -> c.Stone:
    """Give a stone as commands name it."""
    return STONE_NAMES[stone]


STONE_NAMES: dict[str, c.Stone] = {"red": "red", "green": "green", "yellow": "yellow", "blue": "blue"}


def hand_in_dearest(state: Open, seat: Seat) -> Command:
    """Hand in what is worth most together; the rest follows."""
    return c.HandIn(list(dearest(state, seat)))


def dearest(state: Open, seat: Seat) -> tuple[str, ...]:
    groups = handable(state.pieces[seat])
    return max(groups, key=lambda keys: worth(keys, state.worth, state.bonus))


def take_leftmost(state: Open, seat: Seat) -> Command:
    return c.Choose(state.market[0])


def drop(state: State, seat: Seat) -> Command:
    return c.Drop(state.hands[seat][HAND_LIMIT:])


SILENCE: dict[str, Callable[[State, Seat], Command]] = {
    "keep": keep,
    "act": act,
    "hand_in": hand_in_dearest,
    "market": take_leftmost,
    "drop": drop,
    "swapped": lambda state, seat: c.InsertNothing(),
    "cancel": lambda state, seat: c.LetPass(),
    "me_too": lambda state, seat: c.LetPass(),
    "go_on": lambda state, seat: c.GoOn(),
}


def silence(state: State, question: Question) -> Command:
    """Give the move that is made when time runs out."""
    return SILENCE[question.kind](state, question.seat)
