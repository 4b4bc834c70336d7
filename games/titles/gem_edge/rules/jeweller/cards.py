"""What each action card would gain the jeweller."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.cards import HAND_LIMIT
from games.titles.gem_edge.rules.jeweller.valuing import (
    DRAWN,
    GIVEN,
    THEIRS,
    Idea,
    board_of,
    gain,
    rate,
    value,
    with_set,
    with_stones,
    without,
)
from games.titles.gem_edge.rules.pieces import fits, places_left
from games.titles.gem_edge.rules.plays import insert_pairs, pick_through
from games.titles.gem_edge.rules.public import others, swappable
from games.titles.gem_edge.rules.silence import STONE_NAMES
from games.titles.gem_edge.rules.state import Piece, room
from games.titles.gem_edge.rules.view import Sight


def swap_ornament(view: Sight) -> list[Idea]:
    """Value the place of an ornament that is not begun for each of the others."""
    me, mine = Seat(view.reader), board_of(view, view.reader)
    theirs = [key for other in others(view, me) for key in swappable(view, other)]
    ideas = []
    for given in swappable(view, me):
        for taken in (*view.market, *theirs):
            pieces = tuple(Piece(taken) if piece.key == given else piece for piece in mine.pieces)
            board = mine._replace(pieces=pieces)
            now = next((stone for stone in mine.cart if fits(Piece(taken), stone)), None)
            board = with_set(board, (now, taken)) if now else board
            ideas.append(Idea(gain(view, board) - DRAWN, c.SwapOrnament(given, taken)))
    return ideas


def swap_stone(view: Sight) -> list[Idea]:
    me, mine = Seat(view.reader), board_of(view, view.reader)
    ideas = []
    for other in others(view, me):
        theirs = board_of(view, other)
        for given in dict.fromkeys(mine.cart):
            for taken in dict.fromkeys(theirs.cart):
                if given == taken:
                    continue
                won = gain(view, with_stones(without(mine, given), taken))
                lost = value(view, theirs) - value(view, with_stones(without(theirs, taken), given))
                command = c.SwapStone(other, STONE_NAMES[given], STONE_NAMES[taken])
                ideas.append(Idea(won + THEIRS * lost - DRAWN, command))
    return ideas


def pry_out(view: Sight) -> list[Idea]:
    me, mine = Seat(view.reader), board_of(view, view.reader)
    if not room(view, me):
        return []
    ideas = []
    for other in others(view, me):
        for piece in view.pieces[other]:
            if not places_left(piece):
                continue
            for stone in dict.fromkeys(piece.stones):
                won = gain(view, with_stones(mine, stone))
                cost = GIVEN * generosity(view, other) - THEIRS * rate(view, piece.key)
                ideas.append(Idea(won - cost - DRAWN, c.PryOut(piece.key, STONE_NAMES[stone])))
    return ideas


def generosity(view: Sight, other: Seat) -> float:
    """Say how dangerous a point for another is."""
    return 10 if view.points[other] >= 19 else 1 + view.points[other] / 20


def three_cards(view: Sight) -> list[Idea]:
    free = min(3, HAND_LIMIT + 1 - view.me.hand_count)
    return [Idea(DRAWN * free - DRAWN, c.ThreeCards())] if view.can_draw else []


def pickpocket(view: Sight) -> list[Idea]:
    me, mine = Seat(view.reader), board_of(view, view.reader)
    ideas = []
    for other in others(view, me):
        theirs = board_of(view, other)
        for size in range(1, min(2, len(theirs.cart), room(view, me)) + 1):
            for some in dict.fromkeys(combinations(theirs.cart, size)):
                won = gain(view, with_stones(mine, *some))
                lost = value(view, theirs) - value(view, without(theirs, *some))
                cost = GIVEN * generosity(view, other) - THEIRS * lost
                ideas.append(
                    Idea(won - cost - DRAWN, c.Pickpocket(other, [STONE_NAMES[one] for one in some]))
                )
    return ideas


def tip_out(view: Sight) -> list[Idea]:
    """Value emptying the own cart of what is idle: that brings a point."""
    mine = board_of(view, view.reader)
    ideas = []
    for size in range(1, len(mine.cart) + 1):
        for some in dict.fromkeys(combinations(mine.cart, size)):
            won = gain(view, without(mine, *some)) + 1
            ideas.append(Idea(won - DRAWN, c.TipOut(view.reader, [STONE_NAMES[one] for one in some])))
    return ideas


def sift(view: Sight) -> list[Idea]:
    me, mine = Seat(view.reader), board_of(view, view.reader)
    ideas = []
    for choice in pick_through(view, me):
        kept, back = ([str(one) for one in field.values] for field in choice.fields)
        command = c.PickThrough([STONE_NAMES[one] for one in kept], [STONE_NAMES[one] for one in back])
        ideas.append(Idea(gain(view, with_stones(mine, *kept)) - DRAWN, command))
    return ideas


def deft_hands(view: Sight) -> list[Idea]:
    me, mine = Seat(view.reader), board_of(view, view.reader)
    ideas = []
    for first, second in insert_pairs(view, me):
        command = c.DeftHands(STONE_NAMES[first[0]], first[1], STONE_NAMES[second[0]], second[1])
        ideas.append(Idea(gain(view, with_set(mine, first, second)) - DRAWN / 2, command))
    return ideas


CARDS: dict[str, Callable[[Sight], list[Idea]]] = {
    "swap_ornament": swap_ornament,
    "swap_stone": swap_stone,
    "pry_out": pry_out,
    "three_cards": three_cards,
    "pickpocket": pickpocket,
    "tip_out": tip_out,
    "pick_through": sift,
    "deft_hands": deft_hands,
}
