"""Stones, cards and points on their way: what several parts of a turn do alike."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import GOAL, IN_SIGHT, MARKS
from games.titles.gem_edge.rules.public import in_turn_order
from games.titles.gem_edge.rules.state import State

Table = Draft[State, Event]


def uncover(draft: Table, gone: int) -> list[str]:
    """Draw the stones that come into sight when so many leave the mouth (GE-1)."""
    state = draft.state
    missing = IN_SIGHT - (len(state.slide) - gone)
    unseen = sum(state.urns["mine"].values())
    return [draft.draw("mine") for _ in range(min(missing, unseen))]


def take_stone(draft: Table, seat: Seat, why: str) -> None:
    draft.emit(e.StoneTaken(seat, draft.state.slide[0], uncover(draft, 1), why))


def draw_card(draft: Table, seat: Seat, why: str) -> None:
    """Draw an action card, out of the shuffled discards if the pile is empty (GE-10)."""
    state = draft.state
    if not state.urns["cards"] and state.used:
        draft.put("cards", state.used)
        draft.emit(e.CardsShuffled(seat, sum(state.used.values())))
    if state.urns["cards"]:
        draft.emit(e.CardDrawn(seat, draft.draw("cards"), why))


def draw_ornament(draft: Table) -> str:
    """Draw an ornament, out of the shuffled discards if the pile is empty (GE-9)."""
    state = draft.state
    if not state.urns["ornaments"]:
        draft.put("ornaments", dict.fromkeys(state.scrap, 1))
        draft.emit(e.OrnamentsShuffled(len(state.scrap)))
    return draft.draw("ornaments")


def refill_market(draft: Table, place: int) -> None:
    ornament = draw_ornament(draft)
    draft.emit(e.MarketRefilled(place, ornament))


def follow_pawn(draft: Table, seat: Seat, before: int) -> None:
    """End the match at the goal (GE-12); else let those behind draw at each mark that was passed (GE-8)."""
    state = draft.state
    now = state.points[seat]
    if now >= GOAL:
        draft.emit(e.MatchEnded("goal"))
        return
    for mark in MARKS:
        if before < mark <= now:
            for other in in_turn_order(state):
                if other != seat and state.points[other] < mark:
                    draw_card(draft, other, "catch_up")
