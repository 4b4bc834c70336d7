"""The state of a match, hidden things included. Lists go by seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from games.rules.kernel.chance import Urns
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber, Seat
from games.titles.gem_edge.rules.cards import HAND_LIMIT, ROOM
from games.titles.gem_edge.rules.pieces import Work

NOBODY = Seat(-1)
#: Questions put to orders alone; whatever happens next closes them.
MOMENTS = frozenset({"reflex", "go_on"})


class Piece(msgspec.Struct, frozen=True):
    """An ornament before a seat: its stones in the order they were set."""

    key: str
    stones: tuple[str, ...] = ()


class Ledger(msgspec.Struct, frozen=True):
    """Where a seat's points came from: ornaments, the bonus of sets, and cards of others."""

    ornaments: int = 0
    sets: int = 0
    cards: int = 0


class Step(msgspec.Struct, frozen=True):
    """One step of a turn that was named whole: take, insert, discard, draw or hand_in.

    A stone that is to be taken is named too: if another one lies at the mouth by then, the player is asked.
    """

    do: str
    stone: str | None = None
    ornament: str | None = None
    new: str | None = None  # from the market, for what is handed in


class Aim(msgspec.Struct, frozen=True):
    """What is named with a card.

    swap_ornament and swap_stone: `give` and `take`. pry_out: the one of `stones`, out of the one of
    `ornaments`. tip_out and pickpocket: `stones`. deft_hands and me_too_insert: each of `stones` into the
    ornament in the same place. pick_through: `stones` into the cart, `back` up the slide in this order.
    """

    give: str | None = None
    take: str | None = None
    stones: tuple[str, ...] = ()
    ornaments: tuple[str, ...] = ()
    back: tuple[str, ...] = ()


class Reply(msgspec.Struct, frozen=True):
    """A secret answer that plays a free card; `colours` are those at the mouth that are wanted."""

    card: str
    colours: tuple[str, ...] = ()
    aim: Aim = Aim()


class Play(msgspec.Struct, frozen=True):
    """A card that has been played and has had no effect yet (GE-11).

    `cancels`: who has played not_so_fast, each undoing the one before. `asked`, `looked`: whether others
    were asked about the last of these cards, and whether orders were looked at.
    """

    seat: Seat
    card: str
    target: Seat | None
    aim: Aim
    cancels: tuple[Seat, ...] = ()
    asked: bool = False
    looked: bool = False

    @property
    def attacked(self) -> Seat | None:
        """Give the seat that the last card is against: of a not_so_fast, whose card it cancels."""
        if not self.cancels:
            return self.target
        return self.cancels[-2] if len(self.cancels) > 1 else self.seat

    @property
    def last(self) -> Seat:
        """Give the seat that played the last card."""
        return self.cancels[-1] if self.cancels else self.seat


class Moment(msgspec.Struct, frozen=True):
    """The moment after an action that others may copy: "take" or "insert".

    `pending`: seats that may still say "me too", in turn order.
    """

    at: str
    pending: tuple[Seat, ...]
    asked: bool = False
    looked: bool = False


class State(msgspec.Struct):
    urns: Urns = {}
    # the table's options, as far as play depends on them
    windows: str = "light"
    rounds: int = 60
    worth: dict[str, int] = {}  # points of each ornament
    bonus: tuple[int, ...] = ()  # of a set
    copies: dict[str, int] = {}  # of each action card
    # seats
    order: list[Seat] = []
    first: Seat = NOBODY
    active: Seat = NOBODY
    round: int = 0
    # what each seat has
    carts: list[list[str]] = []  # stones, the one that came first in front
    pieces: list[list[Piece]] = []  # ornaments, from the left
    hands: list[list[str]] = []  # in the order drawn
    points: list[int] = []
    ledgers: list[Ledger] = []
    dealt: list[tuple[str, ...]] = []  # ornaments to choose from, until they are laid open
    # on the table
    slide: list[str] = []  # in sight, from the mouth
    returned: list[str] = []  # up the slide since, behind what nobody has seen
    market: list[str] = []
    scrap: list[str] = []  # ornaments discarded
    used: dict[str, int] = {}  # action cards, face up
    # progress of the turn
    actions: int = 0  # that are left
    steps: tuple[Step, ...] = ()  # of a turn that was named whole
    to_take: int = 0  # from the market
    may_refresh: bool = False
    set_in: str | None = None  # the ornament just swapped for
    moment: Moment | None = None
    play: Play | None = None
    answers: dict[Seat, Reply | None] = {}  # to the card being played, given in secret
    wishes: dict[Seat, Reply | None] = {}  # to copy the last action, given in secret
    last_asked: EventNumber | None = None  # the number of the active player's last question in this turn
    over: bool = False
    asked: dict[int, Question] = {}  # by number * 8 + seat: one event asks a seat at most one

    @property
    def can_draw(self) -> bool:
        return bool(self.urns["cards"] or self.used)

    @property
    def behind(self) -> int:
        """Count the stones of the slide that are out of sight."""
        return len(self.returned) + sum(self.urns["mine"].values())

    def hand_count(self, seat: Seat) -> int:
        return len(self.hands[seat])


class Open(Protocol):
    """What is open to all, in the state and in every view."""

    @property
    def windows(self) -> str: ...
    @property
    def order(self) -> list[Seat]: ...
    @property
    def active(self) -> Seat: ...
    @property
    def actions(self) -> int: ...
    @property
    def slide(self) -> list[str]: ...
    @property
    def behind(self) -> int: ...
    @property
    def carts(self) -> list[list[str]]: ...
    @property
    def pieces(self) -> Sequence[Sequence[Work]]: ...
    def hand_count(self, seat: Seat) -> int: ...
    @property
    def points(self) -> list[int]: ...
    @property
    def market(self) -> list[str]: ...
    @property
    def to_take(self) -> int: ...
    @property
    def may_refresh(self) -> bool: ...
    @property
    def set_in(self) -> str | None: ...
    @property
    def worth(self) -> dict[str, int]: ...
    @property
    def bonus(self) -> tuple[int, ...]: ...
    @property
    def copies(self) -> dict[str, int]: ...
    @property
    def used(self) -> dict[str, int]: ...
    @property
    def can_draw(self) -> bool: ...
    @property
    def moment(self) -> Moment | None: ...
    @property
    def play(self) -> Play | None: ...


def copy(state: State) -> State:
    """Copy by hand what `evolve` changes in place. The rest it replaces, so that is shared."""
    return replace(
        state,
        urns={name: urn.copy() for name, urn in state.urns.items()},
        carts=[cart.copy() for cart in state.carts],
        pieces=[pieces.copy() for pieces in state.pieces],
        hands=[hand.copy() for hand in state.hands],
        points=state.points.copy(),
        ledgers=state.ledgers.copy(),
        dealt=state.dealt.copy(),
        slide=state.slide.copy(),
        returned=state.returned.copy(),
        market=state.market.copy(),
        scrap=state.scrap.copy(),
        used=state.used.copy(),
        answers=state.answers.copy(),
        wishes=state.wishes.copy(),
        asked=state.asked.copy(),
    )


def play_of(state: Open) -> Play:
    """Give the card that is being played."""
    assert state.play is not None
    return state.play


def moment_of(state: Open) -> Moment:
    """Give the moment after an action."""
    assert state.moment is not None
    return state.moment


def room(state: Open, seat: Seat) -> int:
    return ROOM - len(state.carts[seat])


def playable(hand: Sequence[str]) -> Sequence[str]:
    """Leave out the cards beyond the limit: they can't be played (GE-10)."""
    return hand[:HAND_LIMIT]


def excess(count: int) -> int:
    """Say how many cards of a hand are beyond the limit."""
    return max(0, count - HAND_LIMIT)


def open_questions(state: State) -> list[Question]:
    """List the questions that may be answered now."""
    return list(state.asked.values())


def ask(
    state: State, number: EventNumber, seat: Seat, kind: str, awaited: bool = True, together: str = ""
) -> None:
    """Open a question; one event asks a seat at most one."""
    state.asked[number * 8 + seat] = Question(number, seat, kind, awaited, together)


def ask_active(state: State, number: EventNumber, kind: str) -> None:
    """Open the active player's next question, which goes on with the clock of the one before in this turn."""
    state.asked[number * 8 + state.active] = Question(number, state.active, kind, replaces=state.last_asked)
    state.last_asked = number


def close(state: State, kind: str, seat: Seat) -> None:
    """Close a seat's question of a kind, if it is open."""
    state.asked = {
        key: question
        for key, question in state.asked.items()
        if (question.kind, question.seat) != (kind, seat)
    }
