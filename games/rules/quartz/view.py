"""What a reader sees of the table (QZ-46), put together piece by piece from nothing.

A view borrows its multisets from the state: no state changes once its draft is done with.
"""

from __future__ import annotations

import msgspec

from games.rules.kernel.questions import Asked, Question
from games.rules.kernel.seats import AFTERWARDS, Onlooker, Reader, Seat
from games.rules.quartz.choices import choices
from games.rules.quartz.gems import OBSIDIAN, Gems, joined, valuable
from games.rules.quartz.state import Attack, Ledger, Space, State


class Dwarf(msgspec.Struct, frozen=True, gc=False):
    """What a reader knows of one seat. None where it isn't theirs to know."""

    seat: Seat
    inside: bool
    cart: Gems | None
    crystals: int  # in the cart, obsidian counted
    obsidian: int
    parked: Gems | None
    parked_count: int
    chest: Gems | None
    chest_count: int
    hand: dict[str, int] | None
    hand_count: int
    token: bool
    coins: int
    ledger: Ledger | None


class Sight(msgspec.Struct, frozen=True, gc=False):
    """The table as one reader sees it."""

    reader: int  # a seat's number, or -1
    order: list[Seat]
    day: int
    first: Seat
    active: Seat
    evening: bool
    over: bool
    dwarves: tuple[Dwarf, ...]
    board: list[Space]
    deck: int
    discard: dict[str, int]
    bag: int
    bag_obsidian: int | None  # None while a covered tray may hold some
    tray: Gems | None
    tray_count: int
    attack: Attack | None
    thrills: int
    covered: bool
    thrill: bool
    silence: str
    values: dict[str, int]
    sale: dict[str, int]
    questions: tuple[Question, ...]
    asked: tuple[Asked, ...]

    @property
    def me(self) -> Dwarf:
        return self.dwarves[self.reader]

    @property
    def goods(self) -> Gems:
        """Pour together what the reader may sell or store: cart, what_crystal cards and chest."""
        return joined(valuable(self.me.cart or {}), self.me.parked or {}, self.me.chest or {})


def view(state: State, reader: Reader) -> Sight:
    """Show the table to a reader."""
    bag, asked = state.urns.get("bag", {}), state.asked.values()
    tray_is_open = sees_tray(state, reader)
    mine = -1 if isinstance(reader, Onlooker) else reader
    # In the order of the fields: naming them costs five times as much.
    return Sight(
        mine,
        state.order,
        state.day,
        state.first,
        state.active,
        state.evening,
        state.over,
        tuple([dwarf(state, seat, reader) for seat in sorted(state.order)]),
        state.board,
        sum(state.urns.get("deck", {}).values()),
        state.discard,
        sum(bag.values()),
        bag.get(OBSIDIAN, 0) if tray_is_open or state.attack is None else None,
        state.tray if tray_is_open else None,
        sum(state.tray.values()),
        state.attack,
        state.thrills,
        state.covered,
        state.thrill,
        state.silence,
        state.values,
        state.sale,
        tuple(asked),
        tuple([Asked(question, choices(state, question)) for question in asked if question.seat == mine]),
    )


def sees_tray(state: State, reader: Reader) -> bool:
    """Tell whether a reader sees what lies on the tray: covered, only those it concerns (QZ-62)."""
    if not state.covered or not state.tray or reader is AFTERWARDS:
        return True
    if state.attack is not None:
        return reader in (state.attack.player, state.attack.target)
    return reader == state.active


def dwarf(state: State, seat: Seat, reader: Reader) -> Dwarf:
    """Show one seat: what lies open to all, and what only its owner knows."""
    own = reader == seat or reader is AFTERWARDS
    open_ = own or not state.covered
    cart, parked, chest, hand = state.carts[seat], state.parked[seat], state.chests[seat], state.hands[seat]
    return Dwarf(
        seat,
        state.inside[seat],
        cart if open_ else None,
        sum(cart.values()) if cart else 0,
        cart.get(OBSIDIAN, 0),
        parked if open_ else None,
        sum(parked.values()) if parked else 0,
        chest if own else None,
        sum(chest.values()) if chest else 0,
        hand if own else None,
        sum(hand.values()),
        state.tokens[seat],
        state.coins[seat],
        state.ledgers[seat] if reader is AFTERWARDS else None,
    )
