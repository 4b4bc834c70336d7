"""Public facts about the table: what cards can change, whom they are against, and who is asked.

Nothing here looks into a hand or a pile, as they must not decide who is asked. How many cards a hand holds
is public.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.gem_edge.rules.cards import ME_TOO_INSERT, ME_TOO_TAKE, NOT_SO_FAST
from games.titles.gem_edge.rules.pieces import Work, fits, is_finished, piece_of, wanted
from games.titles.gem_edge.rules.state import Aim, Open, moment_of, play_of, room


def others(state: Open, seat: Seat) -> list[Seat]:
    """List the other seats, clockwise."""
    return clockwise_from(state.order, seat)[:-1]


def in_turn_order(state: Open) -> list[Seat]:
    """List all seats, the active player first."""
    around = clockwise_from(state.order, state.active)
    return [around[-1], *around[:-1]]


def fitting(state: Open, seat: Seat, stone: str) -> list[str]:
    """List a seat's ornaments that a stone fits into, from the left."""
    return [piece.key for piece in state.pieces[seat] if fits(piece, stone)]


def inserts(state: Open, seat: Seat) -> Iterator[tuple[str, str]]:
    """List every way to set a stone of the cart: the stone, and the ornament."""
    open_to = [(piece.key, wanted(piece.key, tuple(piece.stones))) for piece in state.pieces[seat]]
    for stone in dict.fromkeys(state.carts[seat]):
        for key, colours in open_to:
            if stone in colours:
                yield stone, key


def can_take(state: Open, seat: Seat) -> bool:
    return bool(state.slide) and room(state, seat) > 0


def can_insert(state: Open, seat: Seat) -> bool:
    return next(inserts(state, seat), None) is not None


def finished(state: Open, seat: Seat) -> list[Work]:
    return [piece for piece in state.pieces[seat] if is_finished(piece)]


def owner_of(state: Open, key: str) -> Seat | None:
    """Give the seat an ornament lies before; None in the market or nowhere."""
    for seat in state.order:
        if piece_of(state.pieces[seat], key):
            return seat
    return None


def swappable(state: Open, seat: Seat) -> list[str]:
    """List a seat's ornaments without stones."""
    return [piece.key for piece in state.pieces[seat] if not piece.stones]


# --- against whom a card is, and who is asked (GE-20, GE-21)


def target_of(state: Open, seat: Seat, card: str, aim: Aim, named: Seat | None) -> Seat | None:
    """Give the player a card is against, or None."""
    if card == "swap_ornament":
        return owner_of(state, aim.take or "")
    if card == "pry_out":
        return owner_of(state, aim.ornaments[0])
    return None if named == seat else named


def may_hold(state: Open, seat: Seat, card: str) -> bool:
    """Tell by public facts whether a hand may hold a card."""
    return state.hand_count(seat) > 0 and state.used.get(card, 0) < state.copies.get(card, 0)


def may_cancel(state: Open) -> list[Seat]:
    """List who may cancel the last card: the attacked player, then in turn order (GE-11)."""
    play = play_of(state)
    attacked = [] if play.attacked is None else [play.attacked]
    seats = [*attacked, *(seat for seat in in_turn_order(state) if seat not in attacked)]
    return [seat for seat in seats if seat != play.last and may_hold(state, seat, NOT_SO_FAST)]


def asked_to_cancel(state: Open) -> list[Seat]:
    """List who is asked about not_so_fast: everybody, or only the attacked player (GE-20)."""
    seats = may_cancel(state)
    return seats if state.windows == "full" else [one for one in seats if one == play_of(state).attacked]


def can_copy(state: Open, seat: Seat, at: str) -> bool:
    """Tell by public facts whether a seat could say "me too" now."""
    if at == "take":
        return may_hold(state, seat, ME_TOO_TAKE) and can_take(state, seat)
    return may_hold(state, seat, ME_TOO_INSERT) and can_insert(state, seat)


def may_copy(state: Open) -> list[Seat]:
    """List who may still say "me too" to the last action, in turn order (GE-11)."""
    moment = moment_of(state)
    return [seat for seat in moment.pending if can_copy(state, seat, moment.at)]
