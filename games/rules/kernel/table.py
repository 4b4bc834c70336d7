"""A match after some event, and the draft one decision writes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from games.rules.kernel.chance import ONCE, Dice, Draw, Put, Urn, add, item_at, multiset, take
from games.rules.kernel.codec import written_out
from games.rules.kernel.contract import C, E, O, P, Rules, S, V
from games.rules.kernel.events import Event, Opened, Record, TimeUp
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import AFTERWARDS, EventNumber, Reader, Seat


@dataclass(slots=True)
class Table(Generic[S, O]):
    """A match after event `number`; `draws` counts rewound draws too."""

    state: S
    options: O
    opened: Opened
    number: EventNumber
    draws: int
    rewound: EventNumber = EventNumber(0)
    #: Questions whose time is up while their silence move is still sealed: nobody may answer them.
    timed_out: frozenset[tuple[EventNumber, Seat]] = frozenset()

    def copy(self, state: S) -> Table[S, O]:
        """Copy the table, with another state."""
        return Table(state, self.options, self.opened, self.number, self.draws, self.rewound, self.timed_out)

    def note_time_up(self, event: TimeUp) -> None:
        self.timed_out |= {(event.opened, event.seat)}

    def is_timed_out(self, question: Question) -> bool:
        return (question.opened, question.seat) in self.timed_out


class Draft(Generic[S, E]):
    """A copy of the table to work on, and the records written so far.

    Each event that is emitted changes the state at once, so the next line sees the result. What is put and
    drawn before an emit goes into the record of that event.
    """

    def __init__(self, rules: Rules[S, E, C, O, V, P], table: Table[S, O], dice: Dice) -> None:
        self.table: Table[S, Any] = table.copy(rules.core.copy(table.state))
        self.state = self.table.state
        self.records: list[Record[E]] = []
        self._evolve = rules.core.evolve
        self._dice = dice
        self._puts: tuple[Put, ...] = ()
        self._drawn: tuple[Draw, ...] = ()
        self._put_back = False

    @property
    def number(self) -> EventNumber:
        """The number the next event will have."""
        return EventNumber(self.table.number + 1)

    def emit(self, event: E) -> None:
        """Record an event with the chance spent since the last one, and change the state by it."""
        self.write(event)
        self._evolve(self.state, event, self.table.number)

    def write(self, event: Event) -> None:
        """Record an event without evolving the state: for the kernel's own events."""
        table = self.table
        number = table.number = EventNumber(table.number + 1)
        record: Record[Any] = Record(number, event.version, self._puts, self._drawn, event)
        self.records.append(record)
        self._puts = self._drawn = ()
        self._put_back = False
        if type(event) is TimeUp:
            table.note_time_up(event)

    def put(self, urn: str, items: Urn) -> None:
        """Put things into an urn; the record of the next event holds it."""
        if items:
            put = Put(urn, multiset(items))
            self._note(put)
            self._put_back = True
            add(self.state.urns.setdefault(urn, {}), put.items)

    def draw(self, urn: str) -> str:
        """Draw one thing at random; the record of the next event holds it."""
        return self._draw(urn, self.state.urns[urn])

    def pick(self, items: Urn) -> str:
        """Choose one of some things that are in no urn, by way of an urn that is used once."""
        urn = f"{ONCE}{self.table.draws + 1}"
        self._note(Put(urn, multiset(items)))
        return self._draw(urn, dict(items))

    def _note(self, put: Put) -> None:
        self._puts = (*self._puts, put)

    def _draw(self, name: str, urn: Urn) -> str:
        if self._put_back:
            raise HistoryBroken("within one event draws come before what is put back")
        size = sum(urn.values())
        if not size:
            raise HistoryBroken(f"a draw from the empty urn {name!r}")
        self.table.draws += 1
        index = self._dice.index(self.table.draws, urn, size)
        item = item_at(urn, index)
        take(urn, item)
        self._drawn = (*self._drawn, Draw(self.table.draws, name, size, index, item))
        return item


def questions(rules: Rules[S, E, C, O, V, P], table: Table[S, O]) -> dict[QuestionName, Question]:
    """List the open questions by name."""
    return {question.name(table.rewound): question for question in rules.core.open(table.state)}


def views(rules: Rules[S, E, C, O, V, P], table: Table[S, O], readers: Sequence[Reader]) -> Sequence[V]:
    """Give the views of several readers; use them before the state changes."""
    if rules.secrecy.views is not None:
        return rules.secrecy.views(table.state, readers)
    return [rules.core.view(table.state, reader) for reader in readers]


def position_bytes(rules: Rules[S, E, C, O, V, P], table: Table[S, O]) -> bytes:
    """Encode the whole position of a match: equal positions give equal bytes."""
    state = table.state
    return written_out(
        [rules.core.view(state, AFTERWARDS), state.urns, rules.core.open(state), rules.core.outcome(state)]
    )
