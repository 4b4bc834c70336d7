"""The state of a match, hidden things included. Lists go by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from games.rules.kernel.chance import Urns
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber, Seat
from games.titles.gnomes.rules.cards import TABLES, Tables
from games.titles.gnomes.rules.land import Land

NOBODY = Seat(-1)

Standing = tuple[int, ...]  # how many dwarves of each seat stand on a card


class Shoved(msgspec.Struct, frozen=True, gc=False):
    """The dwarf that a shover has moved first; another may be moved with it."""

    owner: Seat
    place: str


class Moment(msgspec.Struct, frozen=True, gc=False):
    """What goes on once orders have been looked at: steps of a whole turn, and what follows them."""

    steps: str
    then: str


class State(msgspec.Struct):
    urns: Urns = {}
    tables: Tables = TABLES
    rounds: int = 40
    # seats
    order: list[Seat] = []
    active: Seat = NOBODY
    # on the table
    land: Land = Land({}, {})
    dwarves: dict[str, Standing] = {}  # by place, only where somebody stands
    piles: dict[str, int] = {}  # gem cards left
    row: list[str] = []  # open trade goals
    used: dict[str, int] = {}  # ogres, face up
    # what each seat has
    supply: list[int] = []  # dwarves at home
    kingdom: list[tuple[str, ...]] = []  # kingdom cards in hand
    gems: list[dict[str, int]] = []
    sure: list[dict[str, int]] = []  # gems that everybody knows a hand to hold
    ogres: list[tuple[str, ...]] = []  # in the order drawn
    secrets: list[str] = []
    shown: list[bool] = []
    bought: list[tuple[str, ...]] = []
    slain: list[tuple[str, ...]] = []
    # progress of the match
    round: int = 0
    idle: list[int] = []  # turns in a row without a step, by seat
    last_turns: int | None = None  # turns still to come once three goals are met
    over: bool = False
    # progress of the turn
    part: str = ""  # "act", "work" or "discard"
    actions: int = 0  # made
    stepped: bool = False  # its player has made a step
    shoved: Shoved | None = None
    worked: tuple[str, ...] = ()  # places worked
    moment: Moment | None = None  # orders are being looked at within an answer
    asking: Question | None = None
    asked_at: EventNumber | None = None  # when its player was asked last in this turn
    watching: tuple[Question, ...] = ()  # seats that may show their secret goal in another's turn

    def gem_count(self, seat: Seat) -> int:
        """Count the gem cards in a hand, which everyone may."""
        return sum(self.gems[seat].values())

    def ogre_count(self, seat: Seat) -> int:
        """Count the ogres in a hand, which everyone may."""
        return len(self.ogres[seat])


class Open(Protocol):
    """What is open to all, in the state and in every view."""

    @property
    def tables(self) -> Tables: ...
    @property
    def order(self) -> list[Seat]: ...
    @property
    def active(self) -> Seat: ...
    @property
    def land(self) -> Land: ...
    @property
    def dwarves(self) -> Mapping[str, Standing]: ...
    @property
    def piles(self) -> Mapping[str, int]: ...
    @property
    def row(self) -> Sequence[str]: ...
    @property
    def supply(self) -> Sequence[int]: ...
    @property
    def kingdom(self) -> Sequence[tuple[str, ...]]: ...
    @property
    def sure(self) -> Sequence[Mapping[str, int]]: ...
    @property
    def slain(self) -> Sequence[tuple[str, ...]]: ...
    @property
    def shown(self) -> Sequence[bool]: ...
    @property
    def part(self) -> str: ...
    @property
    def actions(self) -> int: ...
    @property
    def stepped(self) -> bool: ...
    @property
    def shoved(self) -> Shoved | None: ...
    @property
    def worked(self) -> tuple[str, ...]: ...
    def gem_count(self, seat: Seat) -> int: ...
    def ogre_count(self, seat: Seat) -> int: ...


def copy(state: State) -> State:
    """Copy by hand what `evolve` changes in place. The rest it replaces, so that is shared."""
    return replace(
        state,
        urns={name: urn.copy() for name, urn in state.urns.items()},
        dwarves=state.dwarves.copy(),
        piles=state.piles.copy(),
        row=state.row.copy(),
        used=state.used.copy(),
        supply=state.supply.copy(),
        kingdom=state.kingdom.copy(),
        gems=[gems.copy() for gems in state.gems],
        sure=[gems.copy() for gems in state.sure],
        ogres=state.ogres.copy(),
        secrets=state.secrets.copy(),
        shown=state.shown.copy(),
        bought=state.bought.copy(),
        slain=state.slain.copy(),
        idle=state.idle.copy(),
    )


def open_questions(state: State) -> list[Question]:
    """List the questions that may be answered now; in a moment its player comes last."""
    if state.asking is None:
        return [*state.watching]
    return [state.asking, *state.watching] if state.moment is None else [*state.watching, state.asking]


def ask(state: State, number: EventNumber, seat: Seat, kind: str) -> None:
    """Ask the active player; within a turn the question replaces the one before."""
    state.asking = Question(number, seat, kind, replaces=state.asked_at)
    state.asked_at = number
