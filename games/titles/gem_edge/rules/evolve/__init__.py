"""Bookkeeping: how each event changes the state. It reads no card table and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Event
from games.rules.kernel.seats import EventNumber
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.evolve import cards, setup, turns
from games.titles.gem_edge.rules.state import MOMENTS, State

EVOLVE: dict[type[Event], Callable[[State, Any, EventNumber], None]] = {
    e.SatDown: setup.sat_down,
    e.SlideFilled: setup.slide_filled,
    e.OrnamentsDealt: setup.ornaments_dealt,
    e.OrnamentsKept: setup.ornaments_kept,
    e.MarketRefilled: turns.market_refilled,
    e.OrnamentsShuffled: turns.ornaments_shuffled,
    e.CardsShuffled: turns.cards_shuffled,
    e.TurnBegan: turns.turn_began,
    e.ActionBegan: turns.action_began,
    e.TurnNamed: turns.turn_named,
    e.StoneTaken: turns.stone_taken,
    e.StoneInserted: turns.stone_inserted,
    e.StoneDiscarded: turns.stone_discarded,
    e.CardDrawn: turns.card_drawn,
    e.DropAsked: turns.drop_asked,
    e.Dropped: turns.dropped,
    e.HandInAsked: turns.hand_in_asked,
    e.HandedIn: turns.handed_in,
    e.MarketAsked: turns.market_asked,
    e.MarketRefreshed: turns.market_refreshed,
    e.OrnamentTaken: turns.ornament_taken,
    e.CardPlayed: cards.card_played,
    e.CancelAsked: cards.cancel_asked,
    e.MeTooAsked: cards.me_too_asked,
    e.Answered: cards.answered,
    e.MomentCame: cards.moment_came,
    e.CardCancelled: cards.card_cancelled,
    e.CardFailed: cards.card_failed,
    e.OrnamentsSwapped: cards.ornaments_swapped,
    e.InsertAsked: cards.insert_asked,
    e.InsertDeclined: cards.insert_declined,
    e.StonesSwapped: cards.stones_swapped,
    e.StonePriedOut: cards.stone_pried_out,
    e.TippedOut: cards.tipped_out,
    e.PickedThrough: cards.picked_through,
    e.PocketPicked: cards.pocket_picked,
    e.Compensated: cards.compensated,
    e.MatchEnded: turns.match_ended,
}


def evolve(state: State, event: Event, number: EventNumber) -> None:
    """Change the state by an event; whatever happens ends a moment, except that a hand is put in order."""
    if not isinstance(event, e.Dropped):
        close_moment(state)
    EVOLVE[type(event)](state, event, number)


def close_moment(state: State) -> None:
    """Close the questions that are put to orders alone."""
    for question in state.asked.values():
        if question.kind in MOMENTS:
            state.asked = {key: one for key, one in state.asked.items() if one.kind not in MOMENTS}
            return
