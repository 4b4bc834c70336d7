"""The table as emails draw it, from any reader's view: card by card, with coordinates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel.drawing import BoardLine, Cell, cells
from games.rules.kernel.messages import Message, Parts, Thing, Things, Who
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.gnomes.rules.view import AreaSeen, PlaceSeen, Player, Sight

COLOURS = {
    "castle": "#6b5b95",
    "ruby_mine": "#b8243d",
    "emerald_mine": "#1d7f56",
    "diamond_mine": "#4a90b8",
    "topaz_mine": "#c98a1b",
    "tavern": "#7a3d12",
    "shop": "#3c5a78",
    "dragon": "#8a1f11",
    "ice_giant": "#587790",
}
GEMS = {"topaz": "#c98a1b", "emerald": "#1d7f56", "diamond": "#4a90b8", "ruby": "#b8243d"}


def board(view: Sight) -> Sequence[BoardLine]:
    """Draw the goals and the gems, then the land in reading order, the players, and the reader's hand."""
    return [
        *goals(view),
        *(place(view, one) for one in view.places),
        *(player(one) for one in around(view)),
        *own(view),
    ]


def goals(view: Sight) -> Iterator[BoardLine]:
    notes = [
        Message("board.goal", {"gems": Things("card", one.cost), "points": one.points}) for one in view.goals
    ]
    if notes:
        yield BoardLine(Message("board.goals"), notes=tuple(notes))
    yield BoardLine(Message("board.piles"), cells("card", view.piles, GEMS))


# --- the land


def place(view: Sight, one: PlaceSeen) -> BoardLine:
    """Draw a place: its top card, who stands there, its walls, its kingdom and what is beneath."""
    top = one.top.card
    cell = Cell("card", top, f"letter.{top}", COLOURS[top])
    return BoardLine(Message("board.place", {"x": one.x, "y": one.y}), (cell,), tuple(notes(view, one)))


def notes(view: Sight, one: PlaceSeen) -> Iterator[Message]:
    if one.dwarves:
        here = [Message("board.here", {"seat": Who(s), "count": n}) for s, n in one.dwarves.items()]
        yield Message("board.dwarves", {"dwarves": Parts(tuple(here))})
    yield Message("board.room", {"free": one.free, "slots": one.slots, "need": one.need})
    if one.top.walls:
        walls = [Message(f"board.wall.{side}") for side in one.top.walls]
        yield Message("board.walls", {"walls": Parts(tuple(walls))})
    if one.cards[1:]:
        yield Message("board.beneath", {"cards": Things("card", counted(one))})
    yield from kingdom(view.areas[one.area])


def counted(one: PlaceSeen) -> dict[str, int]:
    beneath = sorted(card.card for card in one.cards[1:])
    return {card: beneath.count(card) for card in beneath}


def kingdom(area: AreaSeen) -> Iterator[Message]:
    if area.castles:
        seats = Parts(tuple(Message("board.castle_of", {"seat": Who(seat)}) for seat in area.castles))
        yield Message("board.kingdom", {"seats": seats, "points": area.worth})


# --- the players


def around(view: Sight) -> list[Player]:
    seats = view.order if view.reader < 0 else clockwise_from(view.order, Seat(view.reader))
    mine_first = seats if view.reader < 0 else [seats[-1], *seats[:-1]]
    return [view.players[seat] for seat in mine_first]


def player(one: Player) -> BoardLine:
    hand = {"cards": len(one.kingdom), "gems": one.gem_count, "ogres": one.ogre_count}
    said = [Message("board.home", {"count": one.supply}), Message("board.hand", {**hand})]
    if one.goals_met:
        said.append(Message("board.met", {"count": one.goals_met}))
    if one.slain:
        said.append(Message("board.slain", {"count": len(one.slain)}))
    return BoardLine(Message("board.player", {"seat": Who(one.seat)}), notes=tuple(said))


def own(view: Sight) -> Iterator[BoardLine]:
    """Draw what only its reader sees, and which kingdom cards they have left."""
    if view.reader < 0:
        return
    me = view.me
    held = dict.fromkeys(me.kingdom, 1) | {ogre: (me.ogres or ()).count(ogre) for ogre in me.ogres or ()}
    said = [Message("board.held", {"cards": Things("card", held)})] if held else []
    if me.secret and not me.shown:
        said.append(Message("board.secret", {"goal": Thing("secret", me.secret)}))
    yield BoardLine(Message("board.own"), cells("card", me.gems or {}, GEMS), tuple(said))
