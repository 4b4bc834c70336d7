"""Ogres: free, in the action part, any number; each changes something by public facts (GN-5, GN-10)."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.choices import may_shove_again
from games.titles.gnomes.rules.decide.actions import require_slot
from games.titles.gnomes.rules.facts import standing
from games.titles.gnomes.rules.state import State

Table = Draft[State, Event]


def bounce(draft: Table, seat: Seat, command: c.Bounce) -> None:
    """Send up to two dwarves of a rival home from one card."""
    state, rival = draft.state, Seat(command.rival)
    require_ogre(state, seat, "bouncer")
    require_rival(state, seat, rival)
    if standing(state, command.place, rival) < command.count:
        raise Refused("no_dwarf", place=command.place)
    draft.emit(e.Bounced(seat, rival, command.place, command.count))


def shove(draft: Table, seat: Seat, command: c.Shove) -> None:
    """Move anybody's dwarf to the next card, through walls; a second one with the same ogre."""
    state, owner = draft.state, Seat(command.owner)
    start, to = command.way.split(">")
    again = state.shoved is not None and start in state.dwarves and may_shove_again(state, owner, start)
    if not again:
        require_ogre(state, seat, "shover")
    require_dwarf(state, owner, start)
    if to not in state.land.beside[start]:
        raise Refused("no_way", place=to)
    require_slot(state, to)
    draft.emit(e.DwarfShoved(seat, owner, start, to, again))


def steal_gem(draft: Table, seat: Seat, command: c.StealGem) -> None:
    """Take a random gem out of a rival's hand."""
    state, rival = draft.state, Seat(command.rival)
    require_ogre(state, seat, "thief")
    require_rival(state, seat, rival)
    if not state.gems[rival]:
        raise Refused("nothing_there")
    draft.emit(e.GemStolen(seat, rival, draft.pick(state.gems[rival])))


def steal_ogre(draft: Table, seat: Seat, command: c.StealOgre) -> None:
    """Take a random ogre out of a rival's hand."""
    state, rival = draft.state, Seat(command.rival)
    require_ogre(state, seat, "sharp")
    require_rival(state, seat, rival)
    if not state.ogres[rival]:
        raise Refused("nothing_there")
    hand = {ogre: state.ogres[rival].count(ogre) for ogre in state.ogres[rival]}
    draft.emit(e.OgreStolen(seat, rival, draft.pick(hand)))


def swap(draft: Table, seat: Seat, command: c.Swap) -> None:
    """Let two dwarves of different colours change places."""
    state, first, second = draft.state, Seat(command.first), Seat(command.second)
    require_ogre(state, seat, "changer")
    start, to = command.way.split(">")
    if first >= second or start == to:
        raise Refused("not_offered")
    require_dwarf(state, first, start)
    require_dwarf(state, second, to)
    draft.emit(e.DwarvesSwapped(seat, first, start, second, to))


def require_ogre(state: State, seat: Seat, ogre: str) -> None:
    if ogre not in state.ogres[seat]:
        raise Refused("not_in_hand", card=ogre)


def require_rival(state: State, seat: Seat, rival: Seat) -> None:
    if rival == seat or rival >= len(state.order):
        raise Refused("not_offered")


def require_dwarf(state: State, owner: Seat, place: str) -> None:
    if owner >= len(state.order) or not standing(state, place, owner):
        raise Refused("no_dwarf", place=place)
