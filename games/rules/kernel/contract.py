"""The contract of a game: one frozen record of functions. No base class, nothing inherited."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeAlias, TypeVar

import msgspec

from games.rules.kernel.chance import Urns
from games.rules.kernel.drawing import Rank
from games.rules.kernel.events import Command, Event
from games.rules.kernel.meta import Meta
from games.rules.kernel.questions import Asked, Choices, Question
from games.rules.kernel.robots import random_robot
from games.rules.kernel.seats import EventNumber, Reader, Seat
from games.rules.kernel.telling import Contexts, Message, Seen, Words

if TYPE_CHECKING:
    from games.rules.kernel.draft import Draft


class State(Protocol):
    """All a game must let the kernel see of its state: the urns, which the kernel fills and empties."""

    urns: Urns


class View(Protocol):
    """What a reader may see, with that reader's own open questions."""

    @property
    def asked(self) -> tuple[Asked, ...]: ...


class Place(msgspec.Struct, frozen=True):
    """How one seat ended: rank 1 is best, equal ranks are shared."""

    seat: Seat
    rank: int
    points: int
    details: dict[str, int | tuple[int, ...]] = {}


Outcome = tuple[Place, ...]

S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=Command)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741  (options)
V = TypeVar("V", bound=View)
P = TypeVar("P", bound=msgspec.Struct)  # standing orders and plans


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when opening a game that is played in one way only: nothing."""


class NoOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be ordered in advance in a game that knows no orders: nothing."""


Upcaster = Callable[[dict[str, Any]], dict[str, Any]]  # raw JSON: its shape is what an upcaster is about


@dataclass(frozen=True, eq=False, kw_only=True)
class Core(Generic[S, E, C, O, V]):
    """What happens in a game: enough to play it, show it to each reader and tell it in words.

    `view` and `redact` start from nothing; `decide` refuses before its first emit or draw;
    `evolve` is bookkeeping and reads no card table; only public facts decide what `open` says.
    """

    version: int
    events: tuple[type[E], ...]
    commands: tuple[type[C], ...]
    options: type[O] = NoOptions  # type: ignore[assignment]  # then O is NoOptions
    words: Words
    asks: frozenset[str]  # the kinds of question
    windows: frozenset[str] = frozenset()  # those of them that a short clock closes
    #: Those that nobody is left to answer: orders do, in the transaction that opens them, else silence.
    moments: frozenset[str] = frozenset()
    refusals: frozenset[str] = frozenset()  # codes beyond the kernel's
    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)

    tables: Callable[[O], object]  # the card tables in force: their digest is frozen at the start
    urns: Callable[[int, O], Urns]  # seats, options -> first contents; refuses senseless options
    #: Refuses options that no new match may have, though older ones do: those are played and read on.
    check_new: Callable[[int, O], None] = lambda *_: None
    empty: Callable[[], S]
    setup: Callable[[Draft[S, E], int, O], None]
    evolve: Callable[[S, E, EventNumber], None]
    copy: Callable[[S], S]
    open: Callable[[S], Sequence[Question]]
    choices: Callable[[S, Question], Choices]
    silence: Callable[[S, Question], C]
    decide: Callable[[Draft[S, E], Question, Seat, C], None]
    outcome: Callable[[S], Outcome | None]
    view: Callable[[S, Reader], V]
    redact: Callable[[E, Reader, O], Seen | None]
    describe: Callable[[Seen], Message | None]


@dataclass(frozen=True, eq=False, kw_only=True)
class Secrecy(Generic[S, C, V, P]):
    """What else there is to say of hidden things. A game that hides nothing sets `has_secrets` alone.

    Emails that keep the hand back, and the pages behind their links, show of a question what the three
    `public_…` give. They are handed the onlooker's view, so that there is nothing they could tell; what a
    game doesn't say here is left to the page with the hand.
    """

    has_secrets: bool = True  # whether a seat sees anything that an onlooker doesn't
    reveals: frozenset[str] = frozenset()  # kinds of event that show hidden things without a draw
    #: Kinds of command that play a card if it is held: whoever looks at the hand needs none of them.
    if_held: frozenset[str] = frozenset()
    #: The same views for several readers of one state, where much of them is worth putting together once.
    views: Callable[[S, Sequence[Reader]], Sequence[V]] | None = None
    public_choices: Callable[[V, Question], Choices] = lambda *_: ()  # what anybody knows can be answered
    #: The silence move, where anybody knows it.
    public_silence: Callable[[V, Question], C | None] = lambda *_: None
    #: Why the plan of this seat is sure to ask, whatever lies hidden; it is given what an onlooker has seen.
    public_ahead: Callable[[V, Seat, P, Sequence[Seen]], str | None] = lambda *_: None


@dataclass(frozen=True, eq=False, kw_only=True)
class Text(Generic[C, O, V]):
    """How a game is put into words, beyond the words themselves."""

    contexts: Callable[[O], Contexts] = lambda options: ()  # in whose words it is told, first to last
    prospects: Callable[[V, Question], Sequence[Message]] = lambda *_: ()  # what answers would come to
    reckon: Callable[[V, Question, C], Sequence[Message]] = lambda *_: ()  # what this one would come to
    chapters: frozenset[str] = frozenset()  # kinds of event with which a part of the log begins
    topics: Mapping[str, frozenset[str]] = field(default_factory=dict)  # what its lines are about


@dataclass(frozen=True, eq=False, kw_only=True)
class Mail(Generic[V]):
    """What emails draw; without it a game's view is shown as lists."""

    board: Callable[[V], Sequence[Rank]] = lambda view: ()
    odds: Callable[[V], Sequence[Message]] = lambda view: ()  # of what comes next, from what lies open


@dataclass(frozen=True, eq=False, kw_only=True)
class Automation(Generic[C, V, P]):
    """Who answers when nobody does: robots, standing orders and plans."""

    #: Robots beside "random", which every game has.
    bots: Mapping[str, Callable[[V, Question, random.Random], C]] = field(default_factory=dict)
    sensible: str = "random"  # the one that takes over for people
    orders: type[P] = NoOrders  # type: ignore[assignment]  # then P is NoOrders
    answer: Callable[[V, Question, P, Sequence[Seen], bool], C | None] = lambda *_: None
    ahead: Callable[[V, P, Sequence[Seen]], str | None] = lambda *_: None
    #: Hours after which a plan that has asked this acts all the same; the answer is the one that is `late`.
    patience: Callable[[P, Question], int | None] = lambda *_: None
    unplanned: Callable[[P], P] = lambda orders: orders  # the same without a plan: these outlive a rewind
    #: What is left of orders that are laid anew, or with something else: what is over begins no second time.
    left: Callable[[V, P, Sequence[Seen]], P] = lambda view, orders, since: orders
    #: Which orders would answer this question, now and from now on: fields and what they would say.
    settling: Callable[[V, Question], Sequence[Mapping[str, str]]] = lambda *_: ()
    #: Plans laid by one press: from the orders that are laid, or None where none ever were.
    ready_made: Mapping[str, Callable[[P | None], P]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, kw_only=True)
class Rules(Generic[S, E, C, O, V, P]):
    """A game, as everything else here knows it. The smallest fills in `core` and leaves the rest."""

    meta: Meta
    core: Core[S, E, C, O, V]
    secrecy: Secrecy[S, C, V, P] = field(default_factory=Secrecy)
    text: Text[C, O, V] = field(default_factory=Text)
    mail: Mail[V] = field(default_factory=Mail)
    automation: Automation[C, V, P] = field(default_factory=Automation)

    @cached_property
    def robots(self) -> Mapping[str, Callable[[V, Question, random.Random], C]]:
        """List every robot that plays this game: the one that plays at random plays any."""
        return {"random": random_robot(self.core.commands), **self.automation.bots}

    def changed(self, **fields: object) -> Self:
        """Give the same game with some fields of its parts replaced, whichever part they are in."""
        parts = {}
        for part in ("core", "secrecy", "text", "mail", "automation"):
            record = getattr(self, part)
            mine = {name: fields.pop(name) for name in list(fields) if hasattr(record, name)}
            parts[part] = replace(record, **mine)
        return replace(self, **parts, **fields)  # type: ignore[arg-type]  # what is unknown is refused


#: For tables of games, where each has types of its own.
AnyRules: TypeAlias = "Rules[Any, Any, Any, Any, Any, Any]"
