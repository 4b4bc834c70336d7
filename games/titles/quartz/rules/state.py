"""The state of a match, hidden things included. Lists go by seat."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from games.rules.kernel.chance import Urns
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber, Seat
from games.titles.quartz.rules.gems import OBSIDIAN, Gems

LAST_DAY = 5  # unless an option makes a match shorter
NOBODY = Seat(-1)


class Space(msgspec.Struct, frozen=True):
    """A bravery space: its coins, and its card if the deck had one."""

    card: str | None
    coins: int


class Attack(msgspec.Struct, frozen=True):
    """An action card that can be answered, until its window and any chain are over.

    `target` has to answer; `giver` has just given it the obsidian, or played the card.
    """

    card: str
    player: Seat
    giver: Seat
    target: Seat
    crystals: Gems  # named by a thief
    obsidian: bool = False  # it is on the played card


class Ledger(msgspec.Struct, frozen=True):
    """Where a seat's coins came from, for the result."""

    days: tuple[int, ...]
    bravery: int = 0
    cards: int = 0
    token: int = 0
    accidents: int = 0


class State(msgspec.Struct):
    urns: Urns = {}
    # the table's options, as far as play depends on them
    covered: bool = False
    thrill: bool = False
    silence: str = "leave"
    values: dict[str, int] = {}
    sale: dict[str, int] = {}
    bravery_coins: list[int] = []
    last_day: int = LAST_DAY
    # seats
    order: list[Seat] = []
    others: list[list[Seat]] = []  # by seat: everybody else, clockwise from there
    day: int = 0
    first: Seat = NOBODY
    active: Seat = NOBODY
    last: Seat = NOBODY  # who was last inside: begins the next day
    inside: list[bool] = []
    # what each seat has
    carts: list[Gems] = []
    parked: list[Gems] = []  # on what_crystal cards: one crystal a card
    chests: list[Gems] = []
    hands: list[dict[str, int]] = []
    tokens: list[bool] = []
    coins: list[int] = []
    ledgers: list[Ledger] = []
    # on the table
    board: list[Space] = []
    discard: dict[str, int] = {}
    tray: Gems = {}
    attack: Attack | None = None
    shown: list[dict[str, int]] = []  # reactions taken from the board in the open and not played since
    # progress of the day
    thrills: int = -1  # crystals drawn since the bonus was given up; -1 while it wasn't
    evening: bool = False
    over: bool = False
    asked: dict[int, Question] = {}  # by number * 8 + seat: one event asks a seat at most one


def copy(state: State) -> State:
    """Copy by hand: every decision makes a copy, and deepcopy costs many times as much.

    Copied is what `evolve` changes in place. The rest it replaces, so that is shared.
    """
    return replace(
        state,
        urns={name: urn.copy() for name, urn in state.urns.items()},
        inside=state.inside.copy(),
        carts=[cart.copy() for cart in state.carts],
        parked=state.parked.copy(),
        chests=state.chests.copy(),
        hands=[hand.copy() for hand in state.hands],
        tokens=state.tokens.copy(),
        coins=state.coins.copy(),
        ledgers=state.ledgers.copy(),
        board=state.board.copy(),
        discard=state.discard.copy(),
        shown=state.shown.copy(),
        asked=state.asked.copy(),
    )


def anything_to_sell(state: State, seat: Seat) -> bool:
    """Tell whether a seat has a valuable crystal this evening."""
    return bool(goods(state, seat))


def goods(state: State, seat: Seat) -> Gems:
    """Add up what a seat may sell or store: cart, what_crystal cards and chest."""
    lot: Gems = {}
    for part in (state.carts[seat], state.parked[seat], state.chests[seat]):
        for gem, count in part.items():
            if gem != OBSIDIAN:
                lot[gem] = lot.get(gem, 0) + count
    return lot


def open_questions(state: State) -> list[Question]:
    """List the questions that may be answered now."""
    return list(state.asked.values())


def ask(
    state: State,
    number: EventNumber,
    seat: Seat,
    kind: str,
    awaited: bool = True,
    together: str = "",
    replaces: EventNumber | None = None,
) -> None:
    """Open a question; one event asks a seat at most one."""
    state.asked[number * 8 + seat] = Question(number, seat, kind, awaited, together, replaces)


def close(state: State, kind: str, seat: Seat) -> Question | None:
    """Close a seat's question of a kind, if it is open."""
    for key, question in state.asked.items():
        if question.kind == kind and question.seat == seat:
            del state.asked[key]
            return question
    return None
