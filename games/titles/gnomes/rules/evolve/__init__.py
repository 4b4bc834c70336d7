"""Bookkeeping: how each event changes the state. It reads no card table and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Event
from games.rules.kernel.seats import EventNumber
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.evolve import actions, course, works
from games.titles.gnomes.rules.state import State

EVOLVE: dict[type[Event], Callable[[State, Any, EventNumber], None]] = {
    e.SatDown: course.sat_down,
    e.GoalsOpened: course.goals_opened,
    e.SecretDealt: course.secret_dealt,
    e.GemGiven: course.gem_given,
    e.TurnBegan: course.turn_began,
    e.StepAsked: course.step_asked,
    e.MomentCame: course.moment_came,
    e.KingdomPlayed: actions.kingdom_played,
    e.DwarfPlaced: actions.dwarf_placed,
    e.DwarfMoved: actions.dwarf_moved,
    e.Bounced: actions.bounced,
    e.DwarfShoved: actions.dwarf_shoved,
    e.GemStolen: actions.gem_stolen,
    e.OgreStolen: actions.ogre_stolen,
    e.DwarvesSwapped: actions.dwarves_swapped,
    e.GoalShown: course.goal_shown,
    e.WorkBegan: works.work_began,
    e.GemsMined: works.gems_mined,
    e.OgresShuffled: works.ogres_shuffled,
    e.OgreHired: works.ogre_hired,
    e.StackDug: works.stack_dug,
    e.GoalBought: works.goal_bought,
    e.MonsterSlain: works.monster_slain,
    e.WorkedInVain: works.worked_in_vain,
    e.CardsDiscarded: course.cards_discarded,
    e.LastTurnsBegan: course.last_turns_began,
    e.TurnEnded: course.turn_ended,
    e.MatchEnded: course.match_ended,
}


def evolve(state: State, event: Event, number: EventNumber) -> None:
    """Change the state by an event; whatever happens ends a moment, except that a goal is shown in it."""
    if state.moment is not None and not isinstance(event, e.GoalShown):
        state.moment = None
    EVOLVE[type(event)](state, event, number)
