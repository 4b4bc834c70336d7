"""A sensible robot. It sees what a player in its seat would see, and nothing else.

It values a position by how far its ornaments are and what its cart is good for, tries each answer on paper,
and gives the one that gains most.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Question
from games.rules.kernel.robots import choices_in
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.answers import answer
from games.titles.gem_edge.rules.cards import FREE, HAND_LIMIT, IN_FRONT
from games.titles.gem_edge.rules.jeweller.orders import lay
from games.titles.gem_edge.rules.jeweller.own_turn import act
from games.titles.gem_edge.rules.jeweller.valuing import Board, board_of, rate, value, with_stones
from games.titles.gem_edge.rules.silence import STONE_NAMES, dearest
from games.titles.gem_edge.rules.state import Piece
from games.titles.gem_edge.rules.view import Sight


def jeweller(view: Sight, question: Question, dice: random.Random) -> Command:
    """Answer any question of Gem Edge."""
    return ANSWERS[question.kind](view, question)


def keep(view: Sight, question: Question) -> Command:
    """Keep the three that what is in sight feeds best, and that count most a stone."""
    dealt = view.me.dealt or ()
    seen = (*view.me.cart, *view.slide[:4])

    def promise(kept: tuple[str, ...]) -> float:
        board = Board(seen, tuple(map(Piece, kept)))
        return value(view, board) + sum(rate(view, key) for key in kept)

    ways = list(combinations(dealt, IN_FRONT))
    kept = max(ways, key=promise)
    return c.Keep(list(kept))


def market(view: Sight, question: Question) -> Command:
    """Take the ornament that the cart and the mouth feed best, and that counts most a stone."""
    mine = with_stones(board_of(view, view.reader), *view.slide[:2])

    def promise(key: str) -> float:
        return value(view, mine._replace(pieces=(*mine.pieces, Piece(key)))) + 2 * rate(view, key)

    return c.Choose(max(view.market, key=promise))


def hand_in(view: Sight, question: Question) -> Command:
    return c.HandIn(list(dearest(view, Seat(view.reader))))


def drop(view: Sight, question: Question) -> Command:
    """Drop what only an order could play, then what was drawn last."""
    hand = view.me.hand or []
    idle = FREE[1:] if view.windows == "light" else ()
    ranked = sorted(range(len(hand)), key=lambda place: (hand[place] in idle, place))
    return c.Drop([hand[place] for place in ranked[HAND_LIMIT:]])


def swapped(view: Sight, question: Question) -> Command:
    """Set the stone that is least needed elsewhere."""
    found = next(one for one in choices_in(view, question) if one.command == "insert_now")
    return c.InsertNow(STONE_NAMES[str(found.fields[0].values[0])])


def at_once(view: Sight, question: Question) -> Command:
    """Answer by the orders it lays: what it is asked at every moment, it answers as where orders count."""
    return answer(view, question, lay(view), (), False) or c.LetPass()


ANSWERS: dict[str, Callable[[Sight, Question], Command]] = {
    "keep": keep,
    "act": act,
    "hand_in": hand_in,
    "market": market,
    "drop": drop,
    "swapped": swapped,
    "cancel": at_once,
    "me_too": at_once,
    "go_on": lambda view, question: c.GoOn(),
}
