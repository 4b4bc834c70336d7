"""Public facts about the table: needs of cards, windows, passes.

Nothing here looks into a hand, a chest or the deck, as they must not decide who is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.kernel.seats import Seat
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.gems import OBSIDIAN
from games.titles.quartz.rules.state import Attack, State

STOLEN = CARDS["dont_belong"].takes


def has_crystal(state: State, seat: Seat) -> bool:
    """Tell whether there is a valuable crystal in a cart."""
    cart = state.carts[seat]
    return len(cart) > (OBSIDIAN in cart)


def valuable_count(state: State, seat: Seat) -> int:
    """Count the valuable crystals in a cart, those on what_crystal cards left out."""
    cart = state.carts[seat]
    return sum(cart.values()) - cart.get(OBSIDIAN, 0)


def others_inside(state: State, seat: Seat) -> list[Seat]:
    """List the other dwarves inside the mine, clockwise from a seat."""
    inside = state.inside
    return [other for other in state.others[seat] if inside[other]]


def next_inside(state: State, seat: Seat) -> Seat:
    """Find the next dwarf inside, clockwise from a seat, of which there must be one."""
    inside = state.inside
    return next(other for other in state.others[seat] if inside[other])


def is_target(state: State, seat: Seat, target: int) -> bool:
    """Tell whether a seat may name a dwarf: it is another one, and inside."""
    return target in state.others[seat] and state.inside[target]


def inside_count(state: State) -> int:
    return state.inside.count(True)


def with_crystals(state: State, seats: list[Seat]) -> list[Seat]:
    """Keep the seats with a valuable crystal in their cart."""
    return [seat for seat in seats if has_crystal(state, seat)]


def stolen_count(state: State, victim: Seat) -> int:
    """Say how many crystals a thief takes: two, or the only one."""
    return min(STOLEN, valuable_count(state, victim))


def may_receive(state: State, attack: Attack) -> list[Seat]:
    """List the dwarves who may receive the obsidian: not the one who just gave it (QZ-32)."""
    return [seat for seat in others_inside(state, attack.target) if seat != attack.giver]


def window_is_pointless(state: State, attack: Attack) -> bool:
    """Tell whether everybody can see that the dwarf attacked has no answer (QZ-31)."""
    reaction = CARDS[attack.card].answered_by
    if attack.target == state.active or not state.hands[attack.target]:
        return True
    return sum(seen_elsewhere(state, attack.target, reaction)) >= CARDS[reaction].copies


def seen_elsewhere(state: State, target: Seat, card: str) -> Iterator[int]:
    """Count the copies of a card that are on the table, or that everybody saw go into another hand."""
    yield state.discard.get(card, 0)
    yield sum(space.card == card for space in state.board)
    yield sum(cards.get(card, 0) for seat, cards in enumerate(state.shown) if seat != target)


def in_trouble(state: State) -> Seat | None:
    """Find the dwarf whose cart holds two obsidian: there is never more than one."""
    for seat, cart in enumerate(state.carts):
        if cart.get(OBSIDIAN, 0) > 1:
            return Seat(seat)
    return None
