"""A sensible robot. It sees what a player in its seat would see, and nothing else.

It values a position by how far its ornaments are and what its cart is good for, tries each answer on paper,
and gives the one that gains most.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Question
from games.rules.kernel.robots import choices_in
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.cards import ANY, FREE, HAND_LIMIT, IN_FRONT, ORNAMENTS
from games.titles.gem_edge.rules.pieces import fits, places_left
from games.titles.gem_edge.rules.plans import holds
from games.titles.gem_edge.rules.plays import insert_pairs, pick_through
from games.titles.gem_edge.rules.public import can_take, inserts, others, swappable
from games.titles.gem_edge.rules.silence import STONE_NAMES, dearest
from games.titles.gem_edge.rules.state import Piece, play_of, room
from games.titles.gem_edge.rules.view import Sight
from games.titles.gem_edge.rules.whole_turns import best

IN_CART = 0.6  # what a stone in the cart is worth of one that is set
IDLE = 0.05  # a stone that fits nowhere, while there is room for it
DRAWN = 0.3  # a card in the hand
FINISHED = 0.4  # for the place that becomes free
THEIRS = 0.35  # what a loss of the others is worth
GIVEN = 0.5  # what a point for another costs
FEW = 3  # cards in hand, from which on drawing is worth less


class Board(NamedTuple):
    """One seat's stones and ornaments, as they would be."""

    cart: tuple[str, ...]
    pieces: tuple[Piece, ...]


def board_of(view: Sight, seat: int) -> Board:
    one = view.jewellers[seat]
    return Board(tuple(one.cart), tuple(Piece(work.key, work.stones) for work in one.ornaments))


def value(view: Sight, board: Board) -> float:
    """Say what a board promises: the stones set, and those of the cart that fit, best ornament first."""
    total, cart = 0.0, list(board.cart)
    for piece in sorted(board.pieces, key=lambda piece: (places_left(piece), -rate(view, piece.key))):
        total += rate(view, piece.key) * len(piece.stones) + (FINISHED if not places_left(piece) else 0)
        useful = fill(piece, cart)
        for stone in useful:
            cart.remove(stone)
        total += rate(view, piece.key) * IN_CART * len(useful)
    return total + IDLE * len(cart)


def rate(view: Sight, key: str) -> float:
    """Give the points of an ornament a stone."""
    return view.worth[key] / len(ORNAMENTS[key].sockets) + 0.2


def fill(piece: Piece, cart: Sequence[str]) -> list[str]:
    """List the stones of a cart that fit into an ornament together."""
    if ORNAMENTS[piece.key].sockets[0] == ANY and not piece.stones and cart:
        stone, count = Counter(cart).most_common(1)[0]
        return [stone] * min(count, places_left(piece))
    set_in: list[str] = []
    for stone in cart:
        if fits(Piece(piece.key, (*piece.stones, *set_in)), stone):
            set_in.append(stone)
    return set_in


def jeweller(view: Sight, question: Question, dice: random.Random) -> Command:
    """Answer any question of Gem Edge."""
    return ANSWERS[question.kind](view, question)


# --- one's own turn


class Idea(NamedTuple):
    gain: float
    command: Command


def act(view: Sight, question: Question) -> Command:
    """Hand in what is finished, else do what gains most."""
    me = Seat(view.reader)
    if any(not places_left(piece) for piece in view.pieces[me]):
        return c.HandIn(list(dearest(view, me)))
    ideas = [*plain(view), *(idea for card in CARDS if holds(view, card) for idea in CARDS[card](view))]
    return max(ideas, key=lambda idea: idea.gain).command


def gain(view: Sight, after: Board) -> float:
    return value(view, after) - value(view, board_of(view, view.reader))


def with_stones(board: Board, *stones: str) -> Board:
    return board._replace(cart=(*board.cart, *stones))


def without(board: Board, *stones: str) -> Board:
    left = list(board.cart)
    for stone in stones:
        left.remove(stone)
    return board._replace(cart=tuple(left))


def with_set(board: Board, *ways: tuple[str, str]) -> Board:
    for stone, key in ways:
        pieces = (
            Piece(piece.key, (*piece.stones, stone)) if piece.key == key else piece for piece in board.pieces
        )
        board = without(board, stone)._replace(pieces=tuple(pieces))
    return board


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


# --- cards


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


# --- the other questions


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


def cancel(view: Sight, question: Question) -> Command:
    """Fend off what is against oneself."""
    ready = holds(view, "not_so_fast") and play_of(view).attacked == view.reader
    return c.NotSoFast() if ready else c.LetPass()


def me_too(view: Sight, question: Question) -> Command:
    """Copy what is useful."""
    me, mine = Seat(view.reader), board_of(view, view.reader)
    assert view.moment is not None
    if not holds(view, f"me_too_{view.moment.at}"):
        return c.LetPass()
    if view.moment.at == "insert":
        stone, key = best(view, me, list(inserts(view, me)))
        return c.MeTooInsert(STONE_NAMES[stone], key)
    wanted = [stone for stone in STONE_NAMES if gain(view, with_stones(mine, stone)) > IDLE]
    return c.MeTooTake([STONE_NAMES[stone] for stone in wanted]) if wanted else c.LetPass()


ANSWERS: dict[str, Callable[[Sight, Question], Command]] = {
    "keep": keep,
    "act": act,
    "hand_in": hand_in,
    "market": market,
    "drop": drop,
    "swapped": swapped,
    "cancel": cancel,
    "me_too": me_too,
    "go_on": lambda view, question: c.GoOn(),
}
