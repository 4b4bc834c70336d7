"""Experience tokens, and the accidents they undo."""

from __future__ import annotations

from games.rules.kernel.chance import multiset
from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import OBSIDIAN
from games.titles.quartz.rules.public import inside_count
from games.titles.quartz.rules.state import State

Table = Draft[State, Event]


def spend(draft: Table, seat: Seat, command: c.SpendToken) -> None:
    """Put one obsidian back into the bag; while the question is open there is one, and a token."""
    draft.put("bag", {OBSIDIAN: 1})
    draft.emit(e.TokenSpent(seat))


def have_accident(draft: Table, seat: Seat, command: c.HaveAccident) -> None:
    draft.emit(e.AccidentTaken(seat))


def in_trouble(state: State) -> Seat | None:
    """Find the dwarf whose cart holds two obsidian: there is never more than one."""
    for seat, cart in enumerate(state.carts):
        if cart.get(OBSIDIAN, 0) > 1:
            return Seat(seat)
    return None


def accident(draft: Table, seat: Seat) -> None:
    """Empty the cart into the bag (QZ-14, 16) and, with two still inside, the next space (QZ-15)."""
    lost = multiset(draft.state.carts[seat])
    draft.put("bag", lost)
    draft.emit(e.AccidentHappened(seat, lost, not draft.state.tokens[seat]))
    if inside_count(draft.state) > 1:
        space = draft.state.board[0]
        draft.emit(e.SpaceEmptied(space.card, space.coins))
