"""Bookkeeping: how each event changes the state. It reads no card table and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Event
from games.rules.kernel.seats import EventNumber
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.evolve import attacks, day, turns
from games.titles.quartz.rules.state import State

EVOLVE: dict[type[Event], Callable[[State, Any, EventNumber], None]] = {
    e.SatDown: day.sat_down,
    e.DaysChosen: day.days_chosen,
    e.DayBegan: day.day_began,
    e.CardsDealt: day.cards_dealt,
    e.DeckShuffled: day.deck_shuffled,
    e.SpaceFilled: day.space_filled,
    e.TurnBegan: turns.turn_began,
    e.Mined: turns.mined,
    e.CardPlayed: attacks.card_played,
    e.WindowOpened: attacks.window_opened,
    e.TrayFilled: turns.tray_filled,
    e.Kept: turns.kept,
    e.Replaced: turns.replaced,
    e.Traded: turns.traded,
    e.Shoved: turns.shoved,
    e.Parked: turns.parked,
    e.Shared: turns.shared,
    e.Stolen: attacks.stolen,
    e.ObsidianLanded: attacks.obsidian_landed,
    e.LetHappen: attacks.let_happen,
    e.Reacted: attacks.reacted,
    e.TakenBack: attacks.taken_back,
    e.ObsidianLost: attacks.obsidian_lost,
    e.TokenSpent: day.token_spent,
    e.AccidentTaken: day.accident_taken,
    e.AccidentHappened: day.accident_happened,
    e.SpaceEmptied: day.space_emptied,
    e.LeftMine: day.left_mine,
    e.StayedLast: day.stayed_last,
    e.AloneInside: day.alone_inside,
    e.BonusGivenUp: day.bonus_given_up,
    e.ThrillEnded: day.thrill_ended,
    e.EveningFell: day.evening_fell,
    e.CrystalsSold: day.crystals_sold,
    e.HandSold: day.hand_sold,
    e.MatchEnded: day.match_ended,
}


def evolve(state: State, event: Event, number: EventNumber) -> None:
    """Change the state by an event."""
    EVOLVE[type(event)](state, event, number)
