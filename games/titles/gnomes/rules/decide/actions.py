"""Actions: kingdom cards and dwarves (GN-7 to GN-9), and whole turns (GN-30)."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.kernel.events import Command, Event
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.decide.course import finish, work_on
from games.titles.gnomes.rules.decide.moment import comes, reach
from games.titles.gnomes.rules.decide.works import is_for_its_player
from games.titles.gnomes.rules.facts import actions_left, all_are_out, is_free, standing, to_work
from games.titles.gnomes.rules.state import State
from games.titles.gnomes.rules.steps import command_of
from games.titles.gnomes.rules.whole_turns import LEFT_OPEN, is_offered

Table = Draft[State, Event]


def play_kingdom(draft: Table, seat: Seat, command: c.PlayKingdom) -> None:
    """Lay a card next to another, or on one of its pile type that carries no dwarf (GN-8)."""
    state = draft.state
    require_action(state)
    if command.card not in state.kingdom[seat]:
        raise Refused("not_in_hand", card=command.card)
    if not may_lie(state, command.card, command.place):
        raise Refused("not_there", place=command.place)
    draft.emit(e.KingdomPlayed(seat, command.card, command.place, command.turn, own=True))


def may_lie(state: State, card: str, place: str) -> bool:
    """Tell whether a card may be laid on a place."""
    if place not in state.land.stacks:
        return place in state.land.edge
    covers = state.land.cover[state.tables.kingdom[card].pile]
    return place in covers and place not in state.dwarves


def place_dwarf(draft: Table, seat: Seat, command: c.PlaceDwarf) -> None:
    require_action(draft.state)
    if not draft.state.supply[seat]:
        raise Refused("no_dwarf", place=command.place)
    require_slot(draft.state, command.place)
    draft.emit(e.DwarfPlaced(seat, command.place))


def move_dwarf(draft: Table, seat: Seat, command: c.MoveDwarf) -> None:
    """Move an own dwarf to the next card; a wall on either side of the border closes it (GN-9)."""
    state = draft.state
    require_action(state)
    start, to = command.way.split(">")
    if not standing(state, start, seat):
        raise Refused("no_dwarf", place=start)
    if to not in state.land.ways[start]:
        raise Refused("no_way", place=to)
    require_slot(state, to)
    draft.emit(e.DwarfMoved(seat, start, to))


def require_action(state: State) -> None:
    if not actions_left(state):
        raise Refused("no_actions")


def require_slot(state: State, place: str) -> None:
    if not is_free(state, place):
        raise Refused("no_slot", place=place)


def take_turn(draft: Table, seat: Seat, command: c.TakeTurn) -> None:
    """Play a whole turn that is on offer: every step was checked when it was found.

    What it aims at may still be chosen, and so may who has all dwarves on cards show the overseer before the
    first work; otherwise the turn is finished.
    """
    state = draft.state
    if state.stepped or not is_offered(state, seat, command.aim, command.steps):
        raise Refused("not_offered")
    go_through(draft, seat, command.steps, "choose" if command.aim in LEFT_OPEN else "finish")


def go_through(draft: Table, seat: Seat, steps: str, then: str) -> None:
    """Make the steps of a whole turn and go on to the work, as far as no order is looked at."""
    state, left = draft.state, steps.split()
    before = reach(state)
    while left:
        step = command_of(left.pop(0))
        STEPS[type(step)](draft, seat, step)
        if state.land is not before.land and comes(draft, before, " ".join(left), then):
            return
    chooses = then == "choose" and is_for_its_player(state, to_work(state))
    if chooses or all_are_out(state):
        draft.emit(e.WorkBegan(seat))
    else:
        finish(draft)


def go_on(draft: Table, seat: Seat, command: c.GoOn) -> None:
    resume(draft)


def resume(draft: Table) -> None:
    """Go on after a moment in which orders were looked at."""
    state = draft.state
    assert state.moment is not None
    steps, then = state.moment.steps, state.moment.then
    if then and state.part == "act":
        go_through(draft, state.active, steps, then)
    elif then:
        finish(draft)
    else:
        work_on(draft, reach(state))


STEPS: dict[type[Command], Callable[..., None]] = {
    c.PlayKingdom: play_kingdom,
    c.PlaceDwarf: place_dwarf,
    c.MoveDwarf: move_dwarf,
}
