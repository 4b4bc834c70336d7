"""What a reader sees of the table (QZ-46), put together piece by piece from nothing.

A view borrows its multisets from the state: no state changes once its draft is done with.
"""

from __future__ import annotations

import msgspec

from games.rules.kernel.questions import Asked, Question
from games.rules.kernel.seats import AFTERWARDS, Onlooker, Reader, Seat
from games.rules.quartz.choices import choices
from games.rules.quartz.gems import OBSIDIAN, Gems
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


def view(state: State, reader: Reader) -> Sight:
    """Show the table to a reader."""
    bag, asked = state.urns.get("bag", {}), state.asked.values()
    tray_is_open = sees_tray(state, reader)
    mine = -1 if isinstance(reader, Onlooker) else reader
    return Sight(
        reader=mine,
        order=state.order,
        day=state.day,
        first=state.first,
        active=state.active,
        evening=state.evening,
        over=state.over,
        dwarves=tuple([dwarf(state, seat, reader) for seat in sorted(state.order)]),
        board=state.board,
        deck=sum(state.urns.get("deck", {}).values()),
        discard=state.discard,
        bag=sum(bag.values()),
        bag_obsidian=bag.get(OBSIDIAN, 0) if tray_is_open or state.attack is None else None,
        tray=state.tray if tray_is_open else None,
        tray_count=sum(state.tray.values()),
        attack=state.attack,
        thrills=state.thrills,
        covered=state.covered,
        thrill=state.thrill,
        silence=state.silence,
        values=state.values,
        sale=state.sale,
        questions=tuple(asked),
        asked=tuple(
            [Asked(question, choices(state, question)) for question in asked if question.seat == mine]
        ),
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
        sum(cart.values()),
        cart.get(OBSIDIAN, 0),
        parked if open_ else None,
        sum(parked.values()),
        chest if own else None,
        sum(chest.values()),
        hand if own else None,
        sum(hand.values()),
        state.tokens[seat],
        state.coins[seat],
        state.ledgers[seat] if reader is AFTERWARDS else None,
    )
