"""The contract of a game: one frozen record of functions. No base class, nothing inherited."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeAlias, TypeVar

import msgspec

from games.rules.kernel.ceremony import Finish, Moment, plainly
from games.rules.kernel.chance import Urns
from games.rules.kernel.drawing import BoardLine
from games.rules.kernel.events import Command, Event
from games.rules.kernel.fortune import Fortune
from games.rules.kernel.lessons import Lesson
from games.rules.kernel.messages import Contexts, Message, Motion, Seen, Words
from games.rules.kernel.meta import Meta
from games.rules.kernel.questions import Asked, Choices, Question
from games.rules.kernel.robots import random_robot
from games.rules.kernel.seats import EventNumber, Reader, Seat

if TYPE_CHECKING:
    from games.rules.kernel.table import Draft


class GameState(Protocol):
    """The one field of a game's state the kernel knows: the urns, which it fills and draws from."""

    urns: Urns


class View(Protocol):
    """What a reader may see, with that reader's own open questions."""

    @property
    def asked(self) -> tuple[Asked, ...]: ...


class SeatResult(msgspec.Struct, frozen=True):
    """How one seat finished: rank 1 is best, ties share a rank."""

    seat: Seat
    rank: int
    points: int
    details: dict[str, int | tuple[int, ...]] = {}


Outcome = tuple[SeatResult, ...]


class Further(msgspec.Struct, frozen=True):
    """Orders whose plan goes on past what has stopped it, and what that means in a sentence."""

    says: Message
    orders: Any


class Suggestion(msgspec.Struct, frozen=True):
    """Why its reader may want a standing order now, and the changes of orders to choose from."""

    says: Message
    ways: Sequence[Mapping[str, Any]]


S = TypeVar("S", bound=GameState)
E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=Command)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741  (options)
V = TypeVar("V", bound=View)
P = TypeVar("P", bound=msgspec.Struct)  # standing orders and plans


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


class NoOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The orders of a game that has none."""


Upcaster = Callable[[dict[str, Any]], dict[str, Any]]  # raw JSON: its shape is what an upcaster is about


@dataclass(frozen=True, eq=False, kw_only=True)
class Core(Generic[S, E, C, O, V]):
    """The game itself: enough to play it, show it to each reader and describe it in words.

    `view` and `redact` start from nothing; `decide` refuses before its first emit or draw;
    `evolve` is bookkeeping and reads no card table; what `open` returns depends on public facts alone.
    """

    version: int
    events: tuple[type[E], ...]
    commands: tuple[type[C], ...]
    options: type[O] = NoOptions  # type: ignore[assignment]  # then O is NoOptions
    words: Words
    asks: frozenset[str]  # every kind of question
    windows: frozenset[str] = frozenset()  # those with a short clock
    #: Those that no player is asked: orders answer in the transaction that opens them, or silence does.
    moments: frozenset[str] = frozenset()
    refusals: frozenset[str] = frozenset()  # codes beyond the kernel's
    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)

    tables: Callable[[O], object]  # the card tables in use: their digest is fixed at the start
    urns: Callable[[int, O], Urns]  # seats, options -> first contents; refuses options that make no sense
    #: Refuses options that no new match may have. Older matches with them are still played and read.
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
    """Hidden information beyond `view` and `redact`. A game that hides nothing sets `has_secrets` alone.

    For players who keep the hand out of emails, emails and the pages behind their links show what the four
    `public_…` return. These get the onlooker's view, so they can give nothing away; whatever a game leaves
    out here is answered on the page with the hand.
    """

    has_secrets: bool = True  # whether a seat sees anything that an onlooker doesn't
    reveals: frozenset[str] = frozenset()  # kinds of event that show hidden things without a draw
    #: Kinds of command that play a card if it is held; a page that shows the hand doesn't offer them.
    if_held: frozenset[str] = frozenset()
    #: The views of several readers at once, for a game that can share the work between them.
    views: Callable[[S, Sequence[Reader]], Sequence[V]] | None = None
    public_choices: Callable[[V, Question], Choices] = lambda *_: ()  # the choices that everybody knows of
    #: The silence move, if everybody knows it.
    public_silence: Callable[[V, Question], C | None] = lambda *_: None
    #: Why the plan of this seat will ask, whatever is hidden; its last argument is what an onlooker saw.
    public_ahead: Callable[[V, Seat, P, Sequence[Seen]], str | None] = lambda *_: None
    #: Why the plan of the seat that is asked this didn't answer, whatever is hidden.
    public_stopped: Callable[[V, Question, P, Sequence[Seen]], str | None] = lambda *_: None


@dataclass(frozen=True, eq=False, kw_only=True)
class Text(Generic[S, E, C, O, V]):
    """How a game is put into words, beyond the words themselves."""

    contexts: Callable[[O], Contexts] = lambda options: ()  # which of its words come first
    prospects: Callable[[V, Question], Sequence[Message]] = lambda *_: ()  # what each answer would bring
    reckon: Callable[[V, Question, C], Sequence[Message]] = lambda *_: ()  # what this answer would bring
    stakes: Callable[[V], Sequence[Message]] = lambda view: ()  # what the reader has at risk now
    chapters: frozenset[str] = frozenset()  # kinds of event that begin a part of the log
    topics: Mapping[str, frozenset[str]] = field(default_factory=dict)  # filters of the log: name -> kinds
    ending: Callable[[Finish], Message] = plainly  # who won and why
    #: A big moment, from the state just before an event; told to the players once the match is over.
    moment: Callable[[S, E], Moment | None] = lambda *_: None
    #: Coins or points of each seat by now, as far as the reader of this view knows: for charts.
    score: Callable[[V], Sequence[int]] = lambda view: ()
    #: Kinds of event after which somebody's score may be another; without any, every one is looked at.
    scored: frozenset[str] = frozenset()
    #: What a draw could bring and to whom, from the state just before the event: for the chart of luck.
    fortune: Callable[[S, E], Fortune | None] = lambda *_: None
    #: The card that the seat of this event plays out of its hand, for statistics; None if it plays none.
    plays: Callable[[E], str | None] = lambda event: None
    #: What the page shows in motion, from the latest events as their reader saw them.
    motion: Callable[[Sequence[Seen]], Motion | None] = lambda *_: None


@dataclass(frozen=True, eq=False, kw_only=True)
class Mail(Generic[V]):
    """What emails draw; without it they show the view as lists."""

    board: Callable[[V], Sequence[BoardLine]] = lambda view: ()
    odds: Callable[[V], Sequence[Message]] = lambda view: ()  # the chance of what comes next


@dataclass(frozen=True, eq=False, kw_only=True)
class Automation(Generic[C, V, P]):
    """Automatic play: robots, standing orders and plans."""

    #: Robots beside "random", which every game has.
    bots: Mapping[str, Callable[[V, Question, random.Random], C]] = field(default_factory=dict)
    sensible: str = "random"  # the one that plays for people who stopped
    #: The standing orders that robots lay, by name and from their seat's view; they count in moments.
    bot_orders: Mapping[str, Callable[[V], P]] = field(default_factory=dict)
    names: Sequence[str] = ()  # what robots are called, as rows `dwarf.<name>`; without, by their seats
    orders: type[P] = NoOrders  # type: ignore[assignment]  # then P is NoOrders
    answer: Callable[[V, Question, P, Sequence[Seen], bool], C | None] = lambda *_: None
    ahead: Callable[[V, P, Sequence[Seen]], str | None] = lambda *_: None
    #: Why a plan has left this question to its owner; None if it hasn't.
    stopped: Callable[[V, Question, P, Sequence[Seen]], str | None] = lambda *_: None
    #: What a plan would do if its owner's turn came now; None if it would ask, or chance decides.
    planned: Callable[[V, P, Sequence[Seen]], C | None] = lambda *_: None
    #: Hours after which a plan that asked this acts anyway; `answer` is then called with `late`.
    patience: Callable[[P, Question], int | None] = lambda *_: None
    unplanned: Callable[[P], P] = lambda orders: orders  # without the plan: what a rewind leaves
    #: What is left of orders when they are saved again: what is used up must not begin a second time.
    left: Callable[[V, P, Sequence[Seen]], P] = lambda view, orders, since: orders
    #: Which orders would answer this question from now on: fields and their contents as JSON has them.
    settling: Callable[[V, Question], Sequence[Mapping[str, Any]]] = lambda *_: ()
    #: Which orders its reader may want now, whatever is asked, given those that are laid.
    suggested: Callable[[V, P], Sequence[Suggestion]] = lambda *_: ()
    #: Plans that one press saves: from the orders so far, or None if there were none.
    ready_made: Mapping[str, Callable[[P | None], P]] = field(default_factory=dict)
    #: The orders with a plan that goes on where it has stopped, or is sure to: a press beside the reason.
    further: Callable[[V, P, Sequence[Seen]], Further | None] = lambda *_: None


@dataclass(frozen=True, eq=False, kw_only=True)
class Alone(Generic[V]):
    """What one person plays alone against sensible robots: a guided first match, and the match of the day.

    The guided match always has the same secret, so that its lessons come; `python -m games.rules lessons`
    finds one. Neither match is rated or counted.
    """

    lessons: Sequence[Lesson[V]] = ()  # the first that applies is told; without any, there is no such match
    order: Sequence[str] = ()  # keys of the lessons that surely come, one after the other
    secret: str = ""  # of the guided match: 32 bytes, in hexadecimal
    seats: int = 0  # in both; 0: as few as there may be
    options: Mapping[str, object] = field(default_factory=dict)  # of the guided match
    minutes: int = 2  # that the lessons take
    #: Options of the match of the day, which has the same secret for everyone; None if there is none.
    daily: Mapping[str, object] | None = None
    #: Where the rules page explains a kind of question: the anchor in `help.html`.
    explained: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, kw_only=True)
class Rules(Generic[S, E, C, O, V, P]):
    """A game. The smallest fills in `core` and leaves the rest."""

    meta: Meta
    core: Core[S, E, C, O, V]
    secrecy: Secrecy[S, C, V, P] = field(default_factory=Secrecy)
    text: Text[S, E, C, O, V] = field(default_factory=Text)
    mail: Mail[V] = field(default_factory=Mail)
    automation: Automation[C, V, P] = field(default_factory=Automation)
    alone: Alone[V] = field(default_factory=Alone)

    @cached_property
    def robots(self) -> Mapping[str, Callable[[V, Question, random.Random], C]]:
        """List every robot that plays this game; "random" plays any game."""
        return {"random": random_robot(self.core.commands), **self.automation.bots}

    def changed(self, **fields: object) -> Self:
        """Copy the game with some fields replaced, whichever part they are in."""
        parts = {}
        for part in ("core", "secrecy", "text", "mail", "automation", "alone"):
            record = getattr(self, part)
            mine = {name: fields.pop(name) for name in list(fields) if hasattr(record, name)}
            parts[part] = replace(record, **mine)
        return replace(self, **parts, **fields)  # type: ignore[arg-type]  # an unknown name raises TypeError


#: For collections of games, whose types differ.
AnyRules: TypeAlias = "Rules[Any, Any, Any, Any, Any, Any]"
