"""Bookkeeping: how each event changes the state. It reads no card table and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Event
from games.rules.kernel.seats import EventNumber
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.evolve import attacks, turns
from games.titles.quartz_cards.rules.state import State

EVOLVE: dict[type[Event], Callable[[State, Any, EventNumber], None]] = {
    e.SatDown: turns.sat_down,
    e.HelpersDealt: turns.helpers_dealt,
    e.TurnBegan: turns.turn_began,
    e.ColumnProtected: turns.column_protected,
    e.ExploreAnnounced: turns.explore_announced,
    e.CardLaid: turns.card_laid,
    e.HireOffered: turns.hire_offered,
    e.Hired: turns.hired,
    e.HireDeclined: turns.hire_declined,
    e.LineStands: turns.line_stands,
    e.WindowOpened: attacks.window_opened,
    e.Answered: attacks.answered,
    e.AttackPlayed: attacks.attack_played,
    e.DefenceAsked: attacks.defence_asked,
    e.DuelAsked: attacks.duel_asked,
    e.LetHappen: attacks.let_happen,
    e.Defended: attacks.defended,
    e.TakenBack: attacks.taken_back,
    e.PresentReturned: attacks.present_returned,
    e.PresentLaid: attacks.present_laid,
    e.CardHandedOver: attacks.card_handed_over,
    e.DiggingStopped: attacks.digging_stopped,
    e.HelpDrawn: attacks.help_drawn,
    e.Helped: attacks.helped,
    e.ColumnStolen: attacks.column_stolen,
    e.Stopped: turns.stopped,
    e.AccidentHappened: turns.accident_happened,
    e.LineCollected: turns.line_collected,
    e.MatchEnded: turns.match_ended,
}


def evolve(state: State, event: Event, number: EventNumber) -> None:
    """Change the state by an event."""
    EVOLVE[type(event)](state, event, number)
