"""A table as it is drawn where there is little room, as in an email: lines of things, each with its letter.

A game says what lies where, and in which colour; how that is drawn is for whoever draws it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.rules.kernel.telling import Message


class Cell(msgspec.Struct, frozen=True):
    """A thing, or several alike. `letter` is a row of words: nobody has to tell colours apart.

    `mark` stands behind the letter, where things of one colour differ.
    """

    of: str
    key: str
    letter: str
    colour: str  # as "#rrggbb"
    count: int = 1
    mark: str = ""


class Rank(msgspec.Struct, frozen=True):
    """One line of the drawing: whose it is or what, the things there, and what else is to be said."""

    label: Message
    cells: tuple[Cell, ...] = ()
    notes: tuple[Message, ...] = ()


UNKNOWN = "#6a5a4d"  # the colour of what a reader may count, not see


def cells(of: str, counts: Mapping[str, int], colours: Mapping[str, str]) -> tuple[Cell, ...]:
    """Draw a multiset, in the order of the colours."""
    return tuple(
        Cell(of, key, f"letter.{key}", colour, counts[key])
        for key, colour in colours.items()
        if counts.get(key)
    )


def unseen(count: int) -> tuple[Cell, ...]:
    """Draw things of which only the number is known."""
    return (Cell("unseen", "thing", "letter.unseen", UNKNOWN, count),) if count else ()
