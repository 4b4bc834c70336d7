"""What the jeweller does on its own turn: the answer that gains most, tried on paper."""

from __future__ import annotations

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.cards import HAND_LIMIT
from games.titles.gem_edge.rules.jeweller.cards import CARDS
from games.titles.gem_edge.rules.jeweller.valuing import (
    DRAWN,
    FEW,
    IDLE,
    Board,
    Idea,
    board_of,
    gain,
    with_set,
    with_stones,
    without,
)
from games.titles.gem_edge.rules.pieces import places_left
from games.titles.gem_edge.rules.plans import holds
from games.titles.gem_edge.rules.public import can_take, inserts
from games.titles.gem_edge.rules.silence import STONE_NAMES, dearest
from games.titles.gem_edge.rules.state import room
from games.titles.gem_edge.rules.view import Sight


def act(view: Sight, question: Question) -> Command:
    """Hand in what is finished, else do what gains most."""
    me = Seat(view.reader)
    if any(not places_left(piece) for piece in view.pieces[me]):
        return c.HandIn(list(dearest(view, me)))
    ideas = [*plain(view), *(idea for card in CARDS if holds(view, card) for idea in CARDS[card](view))]
    return max(ideas, key=lambda idea: idea.gain).command


def plain(view: Sight) -> list[Idea]:
    """List what the actions without cards would gain."""
    me, mine = Seat(view.reader), board_of(view, view.reader)
    ideas = [Idea(drawing(view), c.Draw())] if view.can_draw else []
    if can_take(view, me):
        ideas.append(Idea(taking(view, mine), c.Take()))
    for stone, key in inserts(view, me):
        ideas.append(Idea(gain(view, with_set(mine, (stone, key))), c.Insert(STONE_NAMES[stone], key)))
    for stone in dict.fromkeys(mine.cart):
        ideas.append(Idea(discarding(view, mine, stone), c.Discard(STONE_NAMES[stone])))
    return ideas or [Idea(0, c.Draw())]


def drawing(view: Sight) -> float:
    count = view.me.hand_count
    return DRAWN if count < FEW else DRAWN / 3 if count < HAND_LIMIT else -DRAWN


def taking(view: Sight, mine: Board) -> float:
    """Value the stone at the mouth, and a little the one behind it."""
    now = gain(view, with_stones(mine, view.slide[0]))
    if now > IDLE or len(view.slide) < 2 or len(mine.cart) > 1:
        return now
    return now + gain(view, with_stones(mine, view.slide[1])) / 2


def discarding(view: Sight, mine: Board, stone: str) -> float:
    """Value the room that is won; what was useful is lost."""
    lost = gain(view, without(mine, stone))
    if room(view, Seat(view.reader)) or not view.slide:
        return lost - IDLE
    return lost + gain(view, with_stones(without(mine, stone), view.slide[0])) / 2
