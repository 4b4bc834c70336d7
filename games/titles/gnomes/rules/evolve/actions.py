"""The events of the action part: kingdom cards, dwarves and ogres."""

from __future__ import annotations

from games.rules.kernel.chance import add, take
from games.rules.kernel.seats import EventNumber
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.evolve.course import lay_ogre_open, take_ogre
from games.titles.gnomes.rules.evolve.dwarves import go_home, stand
from games.titles.gnomes.rules.evolve.sure import lose_one
from games.titles.gnomes.rules.land import Laid
from games.titles.gnomes.rules.state import Shoved, State


def act(state: State) -> None:
    """Note a step that is an action."""
    step(state)
    state.actions += 1


def step(state: State) -> None:
    """Close the question that a step answers."""
    state.asking, state.shoved, state.stepped = None, None, True


def kingdom_played(state: State, event: e.KingdomPlayed, number: EventNumber) -> None:
    stepped = state.stepped or event.own
    act(state)
    state.stepped = stepped
    state.kingdom[event.seat] = tuple([card for card in state.kingdom[event.seat] if card != event.card])
    state.land = state.land.with_card(event.place, Laid(event.card, event.seat, event.turn))


def dwarf_placed(state: State, event: e.DwarfPlaced, number: EventNumber) -> None:
    act(state)
    state.supply[event.seat] -= 1
    stand(state, event.place, event.seat, 1)


def dwarf_moved(state: State, event: e.DwarfMoved, number: EventNumber) -> None:
    act(state)
    stand(state, event.start, event.seat, -1)
    stand(state, event.to, event.seat, 1)


def bounced(state: State, event: e.Bounced, number: EventNumber) -> None:
    step(state)
    lay_ogre_open(state, event.seat, "bouncer")
    go_home(state, event.place, event.rival, event.count)


def dwarf_shoved(state: State, event: e.DwarfShoved, number: EventNumber) -> None:
    step(state)
    if not event.again:
        lay_ogre_open(state, event.seat, "shover")
        state.shoved = Shoved(event.owner, event.to)
    stand(state, event.start, event.owner, -1)
    stand(state, event.to, event.owner, 1)


def gem_stolen(state: State, event: e.GemStolen, number: EventNumber) -> None:
    step(state)
    lay_ogre_open(state, event.seat, "thief")
    take(state.gems[event.rival], event.gem)
    add(state.gems[event.seat], {event.gem: 1})
    lose_one(state, event.rival)


def ogre_stolen(state: State, event: e.OgreStolen, number: EventNumber) -> None:
    step(state)
    lay_ogre_open(state, event.seat, "sharp")
    take_ogre(state, event.rival, event.ogre)
    state.ogres[event.seat] = (*state.ogres[event.seat], event.ogre)


def dwarves_swapped(state: State, event: e.DwarvesSwapped, number: EventNumber) -> None:
    step(state)
    lay_ogre_open(state, event.seat, "changer")
    for seat, start, to in ((event.first, event.start, event.to), (event.second, event.to, event.start)):
        stand(state, start, seat, -1)
        stand(state, to, seat, 1)
