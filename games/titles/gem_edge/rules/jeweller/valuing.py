"""What a position is worth to the jeweller: how far its ornaments are, and what its cart is good for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.rules.kernel.events import Command
from games.titles.gem_edge.rules.cards import ANY, ORNAMENTS
from games.titles.gem_edge.rules.pieces import fits, places_left
from games.titles.gem_edge.rules.state import Piece
from games.titles.gem_edge.rules.view import Sight

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


# --- what would be


class Idea(NamedTuple):
    gain: float
    command: Command


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
