"""The events of the work part. The dwarves of a card that was worked go home."""

from __future__ import annotations

from games.rules.kernel.chance import add, take
from games.rules.kernel.seats import EventNumber, Seat
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.evolve.dwarves import go_home
from games.titles.gnomes.rules.evolve.sure import give_away
from games.titles.gnomes.rules.state import State

Worked = e.GemsMined | e.OgreHired | e.StackDug | e.GoalBought | e.MonsterSlain | e.WorkedInVain


def work_began(state: State, event: e.WorkBegan, number: EventNumber) -> None:
    state.asking, state.shoved, state.part = None, None, "work"


def work(state: State, event: Worked) -> None:
    """Close the question, and let the workers go home."""
    state.asking = None
    state.worked = (*state.worked, event.place)
    go_home(state, event.place, event.seat, event.home)


def gems_mined(state: State, event: e.GemsMined, number: EventNumber) -> None:
    work(state, event)
    take(state.piles, event.gem, event.count)
    add(state.gems[event.seat], {event.gem: event.count})
    add(state.sure[event.seat], {event.gem: event.count})


def ogres_shuffled(state: State, event: e.OgresShuffled, number: EventNumber) -> None:
    state.asking, state.used = None, {}


def ogre_hired(state: State, event: e.OgreHired, number: EventNumber) -> None:
    work(state, event)
    state.ogres[event.seat] = (*state.ogres[event.seat], event.ogre)


def stack_dug(state: State, event: e.StackDug, number: EventNumber) -> None:
    work(state, event)
    top, *rest = state.land.stacks[event.stack]
    state.land = state.land.with_stack(event.stack, (*rest, top))


def goal_bought(state: State, event: e.GoalBought, number: EventNumber) -> None:
    work(state, event)
    for gem, count in event.paid.items():
        take(state.gems[event.seat], gem, count)
    give_away(state, event.seat, event.paid)
    add(state.piles, event.paid)
    state.bought[event.seat] = (*state.bought[event.seat], event.goal)
    opened = [event.opened] if event.opened else []
    state.row = [*[goal for goal in state.row if goal != event.goal], *opened]


def monster_slain(state: State, event: e.MonsterSlain, number: EventNumber) -> None:
    work(state, event)
    for seat, count in event.others.items():
        go_home(state, event.place, Seat(int(seat)), count)
    state.slain[event.seat] = (*state.slain[event.seat], event.card)
    state.land = state.land.with_stack(event.place, state.land.stacks[event.place][1:])


def worked_in_vain(state: State, event: e.WorkedInVain, number: EventNumber) -> None:
    work(state, event)
