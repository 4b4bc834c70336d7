"""What a log holds: events, each in a record with the chance it spent.

`gc=False`, here and on the small structs of questions and chance: a match makes thousands of them, and they
never refer to each other in a circle, so the garbage collector needn't walk them.
"""

from __future__ import annotations

import functools
import operator
import re
from typing import ClassVar, Generic, TypeVar

import msgspec

from games.rules.kernel.chance import Draw, Put
from games.rules.kernel.seats import EventNumber, Seat


def snake(name: str) -> str:
    """Turn a class name into the kind that is written in logs: TimeUp -> time_up."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag=snake):
    """A fact. No field is ever left out of the log, not even one with its default.

    Raise `version` when fields change their meaning, and add an upcaster from the version before.
    """

    version: ClassVar[int] = 1


class Command(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag=snake, forbid_unknown_fields=True):
    """What a player wants to do."""


class Opened(Event, frozen=True):
    """The first event: it fixes everything that chance depends on before anything is drawn."""

    game: str
    rules: int
    commitment: str
    tables: str  # digest of the card tables in use
    seats: int
    words: tuple[str, ...]  # digest of each player's own words, by seat; empty without any
    options: dict[str, object]
    urns: dict[str, dict[str, int]]


class TimeUp(Event, frozen=True):
    """The time of a question ran out; the silence move follows in the same transaction."""

    rewound: EventNumber
    opened: EventNumber
    seat: Seat
    asked: str  # the kind of question


class Rewound(Event, frozen=True):
    """Play goes back to just after event `to`; the events in between no longer count."""

    to: EventNumber


KERNEL_EVENTS: tuple[type[Event], ...] = (Opened, TimeUp, Rewound)

E = TypeVar("E")
T = TypeVar("T")


class Record(msgspec.Struct, Generic[E], frozen=True, gc=False):
    """One line of the log: what was put and drawn, and the event."""

    number: EventNumber
    version: int
    puts: tuple[Put, ...]
    draws: tuple[Draw, ...]
    event: E


def kind_of(event: Event | Command) -> str:
    """Give the kind that an event or command has in logs."""
    return kind_of_type(type(event))


def kind_of_type(kind: type[Event] | type[Command]) -> str:
    """Give the kind that events or commands of a type have in logs."""
    return str(kind.__struct_config__.tag)


def one_of(types: tuple[type[T], ...]) -> type[T]:
    """Make the union of some types, for msgspec to decode."""
    return functools.reduce(operator.or_, types)
