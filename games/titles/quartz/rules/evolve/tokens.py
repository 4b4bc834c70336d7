"""Tokens and accidents."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.kernel.chance import take
from games.rules.kernel.seats import EventNumber
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.evolve.leaving import go_out
from games.titles.quartz.rules.evolve.questions import ask, close
from games.titles.quartz.rules.gems import OBSIDIAN
from games.titles.quartz.rules.state import State


def token_spent(state: State, event: e.TokenSpent, number: EventNumber) -> None:
    """Take an obsidian out of the cart; an open turn offers other cards then, so it is asked anew."""
    state.tokens[event.seat] = False
    take(state.carts[event.seat], OBSIDIAN)
    close(state, "spend", event.seat)
    close(state, "token", event.seat)
    turn = close(state, "turn", event.seat)
    if turn:
        ask(state, number, event.seat, "turn", replaces=turn.opened)


def accident_taken(state: State, event: e.AccidentTaken, number: EventNumber) -> None:
    close(state, "token", event.seat)


def accident_happened(state: State, event: e.AccidentHappened, number: EventNumber) -> None:
    state.carts[event.seat] = {}
    state.tokens[event.seat] = True
    ledger = state.ledgers[event.seat]
    state.ledgers[event.seat] = replace(ledger, accidents=ledger.accidents + 1)
    go_out(state, event.seat, number)
