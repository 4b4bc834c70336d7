"""Questions, whom they ask, and the choices they offer."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from games.rules.kernel.seats import EventNumber, Seat


class QuestionName(NamedTuple):
    """A unique name: it holds the number of the last rewind, so not even a rewind brings it back."""

    rewound: EventNumber
    opened: EventNumber
    seat: Seat

    def text(self) -> str:
        return f"{self.rewound}-{self.opened}-{self.seat}"

    @classmethod
    def parse(cls, text: str) -> QuestionName:
        """Parse a name; raise ValueError if it isn't one."""
        rewound, opened, seat = map(int, text.split("-"))
        return cls(EventNumber(rewound), EventNumber(opened), Seat(seat))

    @property
    def opened_by(self) -> tuple[EventNumber, Seat]:
        """Give the part that stays the same when play goes back to a moment when the question was open."""
        return self.opened, self.seat


class Question(msgspec.Struct, frozen=True, gc=False):
    """Something a seat may answer now. Public facts only.

    `awaited`: play waits for the answer, so it has a clock and an email; otherwise answering is optional.
    `together`: answers stay sealed until everybody asked under this name has answered.
    `replaces`: the number of the event that opened the question that this one replaces.
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
    """One blank of a choice. `of` names the type of its values: seat, number, or a kind of thing.

    `many`: a list of `least` to `most` of the values, each at most as often as it is in `values`;
    `ordered`: the order matters. Choices offer one order, `decide` takes any.
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
    """A legal command, or one with blanks. If not `exact`, `decide` refuses some ways to fill them."""

    command: str
    fields: tuple[Field, ...] = ()
    exact: bool = True

    def commands(self) -> Iterator[dict[str, object]]:
        """List every command of this choice, blanks filled."""
        names = [field.name for field in self.fields]
        for filling in itertools.product(*(field.fillings() for field in self.fields)):
            yield {"kind": self.command, **dict(zip(names, filling, strict=True))}

    def covers(self, command: Mapping[str, object]) -> bool:
        """Tell whether a command, its blanks filled or not, names only what this choice offers."""
        values = {field.name: field.values for field in self.fields}
        named = {name: value for name, value in command.items() if name != "kind" and value not in (None, [])}
        return command.get("kind") == self.command and all(
            name in values and _is_among(value, values[name]) for name, value in named.items()
        )


def _is_among(named: object, values: tuple[Value, ...]) -> bool:
    """Tell whether the values hold everything that is named, as often as it is named."""
    several = named if isinstance(named, list) else [named]
    return all(one in values and several.count(one) <= values.count(one) for one in several)


Choices = tuple[Choice, ...]


class Asked(msgspec.Struct, frozen=True, gc=False):
    """An open question with the choices of its own seat."""

    question: Question
    choices: Choices


def offered(choices: Choices) -> Iterator[dict[str, object]]:
    """List every command on offer, blanks filled."""
    for choice in choices:
        yield from choice.commands()


def things(counts: Mapping[str, int], but: str = "") -> tuple[str, ...]:
    """List the things in a multiset by name, each as often as it is there; leave out the kind `but`."""
    found: list[str] = []
    for item in sorted(counts):
        if item != but:
            found += [item] * counts[item]
    return tuple(found)
