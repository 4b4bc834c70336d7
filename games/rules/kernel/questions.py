"""What is asked, of whom, and what may be answered."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from games.rules.kernel.seats import EventNumber, Seat


class QuestionName(NamedTuple):
    """Never returns: not after a rewind either, for the number of the last one is part of it."""

    rewound: EventNumber
    opened: EventNumber
    seat: Seat

    def text(self) -> str:
        return f"{self.rewound}-{self.opened}-{self.seat}"

    @classmethod
    def parse(cls, text: str) -> QuestionName:
        """Read a name that was written as text; raise ValueError if it is none."""
        rewound, opened, seat = map(int, text.split("-"))
        return cls(EventNumber(rewound), EventNumber(opened), Seat(seat))

    @property
    def opened_by(self) -> tuple[EventNumber, Seat]:
        """Say what stays the same when play goes back to a moment at which it was open."""
        return self.opened, self.seat


class Question(msgspec.Struct, frozen=True, gc=False):
    """Something a seat may answer now. Public facts only.

    `awaited`: somebody waits for it, so it has a clock and an email; otherwise it is merely allowed.
    `together`: answers are sealed until everybody asked under this name has given one.
    `replaces`: the number of the event that opened the question this one takes the place of.
    """

    opened: EventNumber
    seat: Seat
    kind: str
    awaited: bool = True
    together: str = ""
    replaces: EventNumber | None = None

    def name(self, rewound: EventNumber) -> QuestionName:
        return QuestionName(rewound, self.opened, self.seat)


Value = int | str


class Field(msgspec.Struct, frozen=True, gc=False):
    """One blank of a choice. `of` says what the values are: seat, number, or a kind of thing.

    `many`: a list of `least` to `most` of the values, each at most as often as it is given here;
    `ordered`: which comes first matters. Offered is one order of them, the judge takes any.
    """

    name: str
    of: str
    values: tuple[Value, ...]
    least: int = 1
    most: int = 1
    many: bool = False
    ordered: bool = False

    def fillings(self) -> list[Value | list[Value]]:
        """List every way to fill this blank."""
        if not self.many:
            return list(dict.fromkeys(self.values))
        ways: dict[tuple[Value, ...], None] = {}
        values = sorted(self.values, key=str)
        for size in range(self.least, self.most + 1):
            ways.update(dict.fromkeys(itertools.combinations(values, size)))
        return [list(way) for way in ways]


class Choice(msgspec.Struct, frozen=True, gc=False):
    """A legal command, or one with blanks. Where not `exact`, some fillings are refused: decide judges."""

    command: str
    fields: tuple[Field, ...] = ()
    exact: bool = True

    def commands(self) -> Iterator[dict[str, object]]:
        """Spell out the commands this choice stands for."""
        names = [field.name for field in self.fields]
        for filling in itertools.product(*(field.fillings() for field in self.fields)):
            yield {"kind": self.command, **dict(zip(names, filling, strict=True))}

    def covers(self, command: Mapping[str, object]) -> bool:
        """Tell whether a command, its blanks filled or not, names nothing that this choice doesn't."""
        values = {field.name: field.values for field in self.fields}
        named = {name: value for name, value in command.items() if name != "kind" and value not in (None, [])}
        return command.get("kind") == self.command and all(
            name in values and _is_among(value, values[name]) for name, value in named.items()
        )


def _is_among(named: object, values: tuple[Value, ...]) -> bool:
    """Tell whether all that is named is there, each thing as often."""
    several = named if isinstance(named, list) else [named]
    return all(one in values and several.count(one) <= values.count(one) for one in several)


Choices = tuple[Choice, ...]


class Asked(msgspec.Struct, frozen=True, gc=False):
    """An open question with what its own seat may answer."""

    question: Question
    choices: Choices


def offered(choices: Choices) -> Iterator[dict[str, object]]:
    """Spell out every command on offer."""
    for choice in choices:
        yield from choice.commands()


def things(counts: Mapping[str, int], but: str = "") -> tuple[str, ...]:
    """Lay a multiset out as values, in the order of names, all but one kind."""
    laid: list[str] = []
    for item in sorted(counts):
        if item != but:
            laid += [item] * counts[item]
    return tuple(laid)
