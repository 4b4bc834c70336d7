"""Composing an answer by pointing at things on the table: a place, a card.

What was pointed at is in the address of the page (`?at=0/0&at=tavern`), so it needs no script, and the back
button takes it off again. The choices are narrowed to those that name all of it; the forms do the rest.

A value names one thing, or several with ">" between them: "0/0>1/0" is a way from one place to another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from msgspec.structs import replace

from games.rules.kernel.questions import Choice, Choices, Field, Value

AT = "at"  # field of the address, and of the forms on a page that was pointed at
MOST = 4
LONGEST = 40  # letters


@dataclass(frozen=True)
class Pointing:
    """What was pointed at so far, and what else can be; a board makes links of it."""

    at: tuple[str, ...] = ()
    things: frozenset[str] = frozenset()

    def link(self, thing: object) -> str:
        """Give the query that points at a thing as well, or no longer; "" if no choice names it."""
        name = str(thing)
        if name in self.at:
            return _query([one for one in self.at if one != name])
        return _query([*self.at, name]) if name in self.things else ""

    def is_at(self, thing: object) -> bool:
        return str(thing) in self.at


def _query(at: Sequence[str]) -> str:
    return f"?{urlencode([(AT, one) for one in at])}" if at else "?"


def pointed(at: Sequence[str]) -> tuple[str, ...]:
    """Read what was pointed at, each thing once."""
    return tuple(dict.fromkeys([one for one in at if 0 < len(one) <= LONGEST]))[:MOST]


def narrowed(choices: Choices, at: Sequence[str]) -> tuple[Choices, tuple[str, ...]]:
    """Leave the choices that name these things, filled in where they do; ignore what none of them names."""
    heard = []
    for thing in at:
        if found := tuple([one for choice in choices if (one := _naming(choice, thing))]):
            choices = found
            heard.append(thing)
    return choices, tuple(heard)


def _naming(choice: Choice, thing: str) -> Choice | None:
    """Fill a thing in where a choice names it first; None if it doesn't."""
    for number, field in enumerate(choice.fields):
        if values := _named(field, thing):
            fields = (*choice.fields[:number], replace(field, values=values), *choice.fields[number + 1 :])
            return replace(choice, fields=fields)
    return None


def _named(field: Field, thing: str) -> tuple[Value, ...]:
    return () if field.many else tuple([value for value in field.values if thing in _parts(value)])


def _parts(value: Value) -> list[str]:
    """List the things that a value names; numbers, as those of seats, are none."""
    return value.split(">") if isinstance(value, str) else []


def things(choices: Choices) -> Iterator[str]:
    """Give everything that choices leave open and that can be pointed at."""
    for choice in choices:
        for field in choice.fields:
            if not field.many:
                for value in field.values:
                    yield from _parts(value)
