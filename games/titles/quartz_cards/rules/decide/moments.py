"""Moments at which rivals may attack: ambushes, attacks that were named, and what comes after."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.decide.attacks import play
from games.titles.quartz_cards.rules.decide.turns import collect, lay_card
from games.titles.quartz_cards.rules.public import is_possible, may_attack
from games.titles.quartz_cards.rules.state import Aim, State, moment_of

Table = Draft[State, Event]


def stand(draft: Table) -> None:
    """Let ambushes look at a moment in which nobody is asked (QC-10, QC-14)."""
    moment, seats = moment_of(draft.state), may_attack(draft.state)
    if seats:
        draft.emit(e.LineStands(moment.at, draft.state.active, seats))
    else:
        pass_moment(draft)


def resolve(draft: Table) -> None:
    """Play the next attack that was named and is possible; the others are never shown (QC-10)."""
    for seat in moment_of(draft.state).pending:
        aim = draft.state.answers.get(seat)
        if aim is not None and can_play(draft.state, seat, aim):
            return play(draft, seat, aim)
    pass_moment(draft)


def can_play(state: State, seat: Seat, aim: Aim) -> bool:
    return aim.card in state.hands[seat] and is_possible(state, aim)


def pass_moment(draft: Table) -> None:
    """Go on after a moment in which nobody attacks any more."""
    state = draft.state
    at = moment_of(state).at
    if at == "announced":
        lay_card(draft)
    elif at == "stopped":
        collect(draft)
        use_beauties(draft)
    elif state.brief:
        draft.emit(e.Stopped(state.active, [], 0))
    else:
        draft.emit(e.LineStands(at, state.active, []))


def use_beauties(draft: Table) -> None:
    """Protect the columns named with "stop" that are there (QC-13)."""
    seat = draft.state.active
    there = [gem for gem in draft.state.columns_named if gem in draft.state.columns[seat]]
    for crystal in there[: draft.state.beauties]:
        count = draft.state.columns[seat][crystal]
        draft.emit(e.ColumnProtected(seat, crystal, count, by_card=True))
