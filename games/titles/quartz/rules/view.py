"""What a reader sees of the table (QZ-46), built from nothing, piece by piece: first what is open to all.

A view shares its multisets with the state, which doesn't change once its draft is finished.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from games.rules.kernel.questions import Asked, Question
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader, Seat
from games.titles.quartz.rules.choices import choices
from games.titles.quartz.rules.gems import OBSIDIAN, Gems, joined, valuable
from games.titles.quartz.rules.state import LAST_DAY, Attack, Ledger, Space, State


class Dwarf(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a reader knows of one seat; None for what they may not know."""

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
    parked_obsidian: int = 0  # left out of digests if 0, so that those of recorded games stay the same


class Sight(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
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
    last_day: int = LAST_DAY  # left out of digests if usual, so that those of recorded games stay the same

    @property
    def me(self) -> Dwarf:
        return self.dwarves[self.reader]

    @property
    def goods(self) -> Gems:
        """Add up what the reader may sell or store: cart, what_crystal cards and chest."""
        return valuable(joined(self.me.cart or {}, self.me.parked or {}, self.me.chest or {}))


def view(state: State, reader: Reader) -> Sight:
    """Show the table to a reader."""
    return views(state, (reader,))[0]


def views(state: State, readers: Sequence[Reader]) -> list[Sight]:
    """Show the table to several readers, putting together once what is open to all."""
    open_ = from_outside(state)
    return [knowing(state, open_, reader) for reader in readers]


def from_outside(state: State) -> Sight:
    """Show what is open to all."""
    bag, hidden = state.urns.get("bag", {}), state.covered and bool(state.tray)
    # In the order of the fields: naming them costs five times as much.
    return Sight(
        -1,
        state.order,
        state.day,
        state.first,
        state.active,
        state.evening,
        state.over,
        tuple([dwarf(state, Seat(seat)) for seat in range(len(state.order))]),
        state.board,
        sum(state.urns.get("deck", {}).values()),
        state.discard,
        sum(bag.values()),
        None if hidden and state.attack else bag.get(OBSIDIAN, 0),
        None if hidden else state.tray,
        sum(state.tray.values()),
        state.attack,
        state.thrills,
        state.covered,
        state.thrill,
        state.silence,
        state.values,
        state.sale,
        tuple(state.asked.values()),
        (),
        state.last_day,
    )


def dwarf(state: State, seat: Seat) -> Dwarf:
    """Show what of one seat is open to all, and count the rest."""
    cart, parked, chest = state.carts[seat], state.parked[seat], state.chests[seat]
    return Dwarf(
        seat,
        state.inside[seat],
        None if state.covered else cart,
        sum(cart.values()) if cart else 0,
        cart.get(OBSIDIAN, 0),
        None if state.covered else parked,
        sum(parked.values()) if parked else 0,
        None,
        sum(chest.values()) if chest else 0,
        None,
        sum(state.hands[seat].values()),
        state.tokens[seat],
        state.coins[seat],
        None,
        parked.get(OBSIDIAN, 0),
    )


# --- what some readers know besides


def knowing(state: State, open_: Sight, reader: Reader) -> Sight:
    """Add what this reader knows besides."""
    if reader is PUBLIC:
        return open_
    if reader is AFTERWARDS:
        return afterwards(state, open_)
    return from_seat(state, open_, reader)


def afterwards(state: State, open_: Sight) -> Sight:
    """Show everything, and where everybody's coins came from."""
    dwarves = [replace(owned(state, one), ledger=state.ledgers[one.seat]) for one in open_.dwarves]
    return with_tray(state, replace(open_, dwarves=tuple(dwarves)))


def from_seat(state: State, open_: Sight, seat: Seat) -> Sight:
    """Add what a seat has, and the questions it may answer."""
    dwarves = list(open_.dwarves)
    dwarves[seat] = owned(state, dwarves[seat])
    asked: tuple[Asked, ...] = ()
    for question in open_.questions:
        if question.seat == seat:
            asked += (Asked(question, choices(state, question)),)
    mine = replace(open_, reader=seat, dwarves=tuple(dwarves), asked=asked)
    return with_tray(state, mine) if open_.tray is None and concerned(state, seat) else mine


def owned(state: State, one: Dwarf) -> Dwarf:
    """Show a seat as its owner sees it."""
    seat = one.seat
    cart, parked, chest, hand = state.carts[seat], state.parked[seat], state.chests[seat], state.hands[seat]
    return replace(one, cart=cart, parked=parked, chest=chest, hand=hand)


def with_tray(state: State, sight: Sight) -> Sight:
    return replace(sight, tray=state.tray, bag_obsidian=state.urns.get("bag", {}).get(OBSIDIAN, 0))


def concerned(state: State, seat: Seat) -> bool:
    """Tell whether a seat sees a covered tray: it takes part in the attack, or it is its turn (QZ-62)."""
    if state.attack is not None:
        return seat in (state.attack.player, state.attack.target)
    return seat == state.active
