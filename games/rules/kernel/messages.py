"""Events as readers see them, and the messages that describe them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import msgspec

from games.rules.kernel.seats import Seat


class Seen(msgspec.Struct, frozen=True):
    """An event as one reader may see it: its kind, and the fields they may know."""

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
    """A seat, shown as the name of its player."""

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
    """A sentence before it is translated: a row of the game's words, and what fills its blanks."""

    key: str
    params: dict[str, Param] = {}


class Row(msgspec.Struct, frozen=True):
    """One row of words: the English text with {named} parameters; `count` names the one for the plural."""

    text: str
    plural: str = ""
    count: str = ""


class Motion(msgspec.Struct, frozen=True):
    """What has just happened, for the page to show in motion: a name that styles know, and what moves."""

    name: str
    seat: Seat | None = None
    what: str = ""
    things: tuple[str, ...] = ()
    seen: tuple[Seen, ...] = ()  # the events themselves, if each is shown
    of: str = ""  # the kind of thing `what` is, if it is also drawn beside the sentence that tells of it


Words = Mapping[str, Row]
Contexts = Sequence[str]  # variants of words that the options of a match choose, like an edition


#: Translates a row: the row, the key it was found under, and its count.
Tongue = Callable[[Row, str, int], str]


def english(row: Row, _: str, count: int) -> str:
    """Give the English text of a row."""
    return row.plural if row.plural and count != 1 else row.text


def worded(
    words: Words,
    key: str,
    contexts: Contexts,
    tongue: Tongue = english,
    params: Mapping[str, Param] | None = None,
) -> str:
    """Give the text of a row, in the variant of a context (`key|context`) if there is one.

    This is the only place where words are translated. A language is a context too, for things with a name of
    their own in it (`key|pt-br`). Raise KeyError if the game has no such row, or the count is missing.
    """
    found = next((one for context in contexts if (one := f"{key}|{context}") in words), key)
    row = words[found]
    count = (params or {})[row.count] if row.count else 1
    assert isinstance(count, int)
    return tongue(row, found, count)


def counting(words: Words, key: str, count: int) -> Message:
    """Make the message of a row whose one blank is its count."""
    return Message(key, {words[key].count: count})


def listed(event: msgspec.Struct, *names: str) -> dict[str, object]:
    """Give the named fields of an event, and no others."""
    return {name: getattr(event, name) for name in names}
