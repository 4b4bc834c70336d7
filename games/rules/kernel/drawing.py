"""A compact drawing of the table, for emails: lines of things, each with a letter.

A game says what is where, and in which colour; the email decides how to draw it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.rules.kernel.messages import Message


class Cell(msgspec.Struct, frozen=True):
    """A thing, or several alike. `letter` is a row of words, for readers who can't tell colours apart.

    `mark` follows the letter when things of one colour differ.
    """

    of: str
    key: str
    letter: str
    colour: str  # as "#rrggbb"
    count: int = 1
    mark: str = ""


class BoardLine(msgspec.Struct, frozen=True):
    """One line of the drawing: its label, its things, and notes."""

    label: Message
    cells: tuple[Cell, ...] = ()
    notes: tuple[Message, ...] = ()


class Glance(msgspec.Struct, frozen=True):
    """How far a match has come, and what one seat has, for lists of matches: to say and to draw."""

    done: int  # of the steps of a whole match
    steps: int
    says: tuple[str, ...] = ()
    heap: Mapping[str, int] = {}  # crystals, by kind


UNKNOWN = "#6a5a4d"  # the colour of things that a reader may count but not see


def cells(of: str, counts: Mapping[str, int], colours: Mapping[str, str]) -> tuple[Cell, ...]:
    """Draw a multiset, in the order of the colours."""
    return tuple(
        Cell(of, key, f"letter.{key}", colour, counts[key])
        for key, colour in colours.items()
        if counts.get(key)
    )


def unseen(count: int) -> tuple[Cell, ...]:
    """Draw things that a reader can only count."""
    return (Cell("unseen", "thing", "letter.unseen", UNKNOWN, count),) if count else ()
