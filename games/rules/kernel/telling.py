"""What a reader gets of an event, and the sentence it makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from games.rules.kernel.seats import Seat


class Seen(msgspec.Struct, frozen=True):
    """An event as one reader may have it: its kind, and fields listed one by one."""

    kind: str
    fields: dict[str, object]

    def seat(self, name: str) -> Seat:
        return Seat(self.number(name))

    def number(self, name: str) -> int:
        value = self.fields[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        value = self.fields[name]
        assert isinstance(value, str)
        return value

    def counts(self, name: str) -> dict[str, int]:
        value = self.fields[name]
        assert isinstance(value, dict)
        return cast(dict[str, int], value)


class Who(msgspec.Struct, frozen=True):
    """A seat, to be shown as its player's name."""

    seat: Seat


class Thing(msgspec.Struct, frozen=True):
    """One thing of some kind: a gem, a card."""

    of: str
    key: str


class Things(msgspec.Struct, frozen=True):
    """Several things of one kind, as a multiset."""

    of: str
    counts: dict[str, int]


class Parts(msgspec.Struct, frozen=True):
    """Parts of a sentence, each a row of its own."""

    parts: tuple[Message, ...]


Param = Who | Thing | Things | Parts | int


class Message(msgspec.Struct, frozen=True):
    """A sentence before it has a language: a row of the game's words, and what fills its blanks."""

    key: str
    params: dict[str, Param] = {}


class Row(msgspec.Struct, frozen=True):
    """One row of words: the English source with {named} parameters; `count` names the one that counts."""

    text: str
    plural: str = ""
    count: str = ""


Words = Mapping[str, Row]
Contexts = Sequence[str]  # what a table's options change about its words: an edition, for one


def worded(words: Words, key: str, contexts: Contexts, language: str = "") -> Row:
    """Find a row, that of a context (`key|context`) first. Here alone words meet a language.

    Most rows are written in one language and translated elsewhere; what has a name of its own in another
    (`key|pt-br`, `key|context|pt-br`) keeps it. Raises KeyError when the game has no such row.
    """
    plain = [*(f"{key}|{context}" for context in contexts), key]
    own = [f"{one}|{language}" for one in plain] if language else []
    return next((words[one] for one in (*own, *plain) if one in words), None) or words[key]


def listed(event: msgspec.Struct, *names: str) -> dict[str, object]:
    """Take the named fields of an event, and no others."""
    return {name: getattr(event, name) for name in names}
