"""What happens before the first turn: seats, the slide, ornaments to choose from."""

from __future__ import annotations

from games.rules.kernel.seats import EventNumber
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.state import Ledger, Piece, State, ask, close


def sat_down(state: State, event: e.SatDown, number: EventNumber) -> None:
    seats = len(event.order)
    state.order, state.first, state.active = event.order, event.first, event.first
    state.windows, state.rounds = event.windows, event.rounds
    state.worth, state.bonus, state.copies = event.points, tuple(event.bonus), event.cards
    state.carts = [[] for _ in range(seats)]
    state.pieces = [[] for _ in range(seats)]
    state.hands = [[] for _ in range(seats)]
    state.points, state.ledgers, state.dealt = [0] * seats, [Ledger()] * seats, [()] * seats


def slide_filled(state: State, event: e.SlideFilled, number: EventNumber) -> None:
    state.slide = list(event.shown)


def ornaments_dealt(state: State, event: e.OrnamentsDealt, number: EventNumber) -> None:
    state.dealt[event.seat] = tuple(event.ornaments)
    ask(state, number, event.seat, "keep", together="keep")


def ornaments_kept(state: State, event: e.OrnamentsKept, number: EventNumber) -> None:
    close(state, "keep", event.seat)
    state.dealt[event.seat] = ()
    state.pieces[event.seat] = [Piece(key) for key in event.kept]
    state.scrap.extend(event.discarded)
