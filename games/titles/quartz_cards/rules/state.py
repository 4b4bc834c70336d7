"""The state of a match, hidden things included. Lists go by seat."""

from __future__ import annotations

from typing import Protocol

import msgspec
from msgspec.structs import replace

from games.rules.kernel.chance import Urns
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber, Seat
from games.titles.quartz_cards.rules.line import Gems

NOBODY = Seat(-1)


class Aim(msgspec.Struct, frozen=True):
    """An attack as its owner names it: a column for a whole one, `gems` for single open cards."""

    card: str
    column: str | None = None
    gems: Gems = {}


class Attack(msgspec.Struct, frozen=True):
    """An attack that has been played and not yet decided.

    `duel`: how many get_lost have been played, each undoing the one before.
    """

    attacker: Seat
    aim: Aim
    duel: int = 0


class Moment(msgspec.Struct, frozen=True):
    """A moment at which the rivals may attack (QC-10).

    `pending`: rivals whose turn to attack is still to come, clockwise from the active player. `asked`: the
    rivals asked so far. `changed`: an attack has taken effect since.
    """

    at: str  # "announced", "laid" or "stopped"
    pending: tuple[Seat, ...]
    asked: tuple[Seat, ...] = ()
    changed: bool = False


class State(msgspec.Struct):
    urns: Urns = {}
    # the table's options, as far as play depends on them
    windows: str = "light"
    values: dict[str, int] = {}
    copies: dict[str, int] = {}  # of each helper
    # seats
    order: list[Seat] = []
    active: Seat = NOBODY
    # what each seat has
    columns: list[Gems] = []  # open cards, by crystal
    chests: list[Gems] = []
    hands: list[dict[str, int]] = []
    waiting: list[int] = []  # presents sent back, for the next line
    # on the table
    line: list[str] = []  # in the order laid, presents among the mine cards
    out: dict[str, int] = {}  # mine cards out of the game
    used: dict[str, int] = {}  # helpers, face up
    tray: list[str] = []  # drawn with may_i_help, shown to the attacker only
    # progress of the turn
    brief: bool = False  # one card and stop, announced so
    columns_named: list[str] = []  # with "stop", for what_a_beauty
    beauties: int = 0  # copies of what_a_beauty played with "stop"
    moment: Moment | None = None
    answers: dict[Seat, Aim | None] = {}  # given in this moment, and not resolved
    attack: Attack | None = None
    over: bool = False
    asked: dict[int, Question] = {}  # by number * 8 + seat: one event asks a seat at most one


class Open(Protocol):
    """What is open to all, in the state and in every view."""

    @property
    def active(self) -> Seat: ...
    @property
    def columns(self) -> list[Gems]: ...
    @property
    def line(self) -> list[str]: ...
    @property
    def moment(self) -> Moment | None: ...
    @property
    def attack(self) -> Attack | None: ...


def copy(state: State) -> State:
    """Copy by hand what `evolve` changes in place. The rest it replaces, so that is shared."""
    return replace(
        state,
        urns={name: urn.copy() for name, urn in state.urns.items()},
        columns=[columns.copy() for columns in state.columns],
        chests=[chest.copy() for chest in state.chests],
        hands=[hand.copy() for hand in state.hands],
        waiting=state.waiting.copy(),
        line=state.line.copy(),
        out=state.out.copy(),
        used=state.used.copy(),
        answers=state.answers.copy(),
        asked=state.asked.copy(),
    )


def moment_of(state: Open) -> Moment:
    """Give the current moment."""
    assert state.moment is not None
    return state.moment


def attack_of(state: Open) -> Attack:
    """Give the attack that is under way."""
    assert state.attack is not None
    return state.attack


def open_questions(state: State) -> list[Question]:
    """List the questions that may be answered now."""
    return list(state.asked.values())


def ask(
    state: State, number: EventNumber, seat: Seat, kind: str, awaited: bool = True, together: str = ""
) -> None:
    """Open a question; one event asks a seat at most one."""
    state.asked[number * 8 + seat] = Question(number, seat, kind, awaited, together)


def close(state: State, kind: str, seat: Seat) -> None:
    """Close a seat's question of a kind, if it is open."""
    state.asked = {
        key: question
        for key, question in state.asked.items()
        if (question.kind, question.seat) != (kind, seat)
    }
