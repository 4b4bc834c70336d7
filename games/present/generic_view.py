"""Turns any view of any game into nested lists, which `boards/_plain.html` draws.

The types of a view are all that is known of a game here: a seat shows as its player's name, a multiset as
"ruby ×2". Empty or false values, and what this reader may not see, are left out. A game that wants an empty
value shown has a row of words for it.
"""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext, gettext_noop

from games.present.commands import several
from games.present.names import Names, readable
from games.present.title_files import title_file
from games.rules.kernel.seats import Seat

NOT_SHOWN = frozenset({"asked", "questions", "reader", "over"})  # shown elsewhere on the page
UNKNOWN = "–"
NOTHING = gettext_noop("nothing")
LONG = 60  # letters; a longer list of facts is folded


@dataclass(frozen=True)
class Node:
    """A line with a label and a text, or a labelled group of lines."""

    label: str
    text: str = ""
    parts: list[Node] = field(default_factory=list)
    mine: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.parts and self.text in {UNKNOWN, gettext(NOTHING), gettext("no")}

    @property
    def is_long(self) -> bool:
        return len(self.text) > LONG


def board_context(view: Any, names: Names, reader: int | None = None) -> dict[str, Any]:
    """Gather the template context of a board, for the game's own template or the generic one."""
    rules = names.rules
    return {
        # Lazy, as a game's own template doesn't need it.
        "board": SimpleLazyObject(functools.partial(board, view, names, reader)),
        "board_style": title_file(rules.meta.slug, "style.css"),
        "board_template": [f"{rules.meta.slug}/board.html", "boards/_plain.html"],
        "view": view,
        "names": names,
        "odds": [names.said(one) for one in rules.mail.odds(view)],
    }


def board(view: Any, names: Names, reader: int | None) -> Node:
    """Draw a view: groups first, the reader's own before the others', then single facts."""
    whole = _struct("", view, names, reader)
    return Node("", parts=sorted(whole.parts, key=lambda part: not part.parts))


def draw(label: str, value: Any, hint: Any, names: Names, reader: int | None = None, row: str = "") -> Node:
    """Draw one value by its declared type; `row` is the key of its field's words."""
    hint = _plain_type(hint)
    if value is None:
        return Node(label, UNKNOWN)
    if isinstance(value, msgspec.Struct):
        return _struct(f"{label} {_title(type(value), names)}".strip(), value, names, reader)
    if isinstance(value, Mapping):
        return _mapping(label, value, hint, names, row)
    if isinstance(value, list | tuple):
        return _sequence(label, value, hint, names, reader)
    return Node(label, names.word(f"{row}.{value}") or scalar(value, hint, names))


def scalar(value: Any, hint: Any, names: Names) -> str:
    """Write out a single value."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if hint is Seat:
        return names.seat(value)
    return names.thing(value) if isinstance(value, str) else str(value)


def _struct(label: str, value: msgspec.Struct, names: Names, reader: int | None) -> Node:
    kind, hints = type(value), _hints(type(value))
    seat = getattr(value, "seat", None) if hints.get("seat") is Seat else None
    fields = [
        name
        for name in value.__struct_fields__
        if name not in NOT_SHOWN and not (name == "seat" and seat is not None)
    ]
    parts = [
        draw(_label(kind, name, names), getattr(value, name), hints[name], names, reader, row_of(kind, name))
        for name in fields
    ]
    shown = [part for part in parts if not part.is_empty]
    return Node(
        names.seat(seat) if seat is not None else label, "", shown, seat is not None and seat == reader
    )


def _mapping(label: str, value: Mapping[Any, Any], hint: Any, names: Names, row: str) -> Node:
    """Draw counts by thing on one line; any other mapping as a group."""
    keys, inside = typing.get_args(hint) or (Any, Any)
    if keys is Seat:
        return Node(label, "", [draw(names.seat(seat), one, inside, names) for seat, one in value.items()])
    if all(isinstance(count, int) and not isinstance(count, bool) for count in value.values()):
        counted = [
            _count_in_words(str(key), count, names, row) for key, count in sorted(value.items()) if count
        ]
        return Node(label, ", ".join(counted) or gettext(NOTHING))
    return Node(label, "", [draw(names.thing(str(key)), one, inside, names) for key, one in value.items()])


def _count_in_words(key: str, count: int, names: Names, row: str) -> str:
    """Say how many there are of a thing, in the words of its own row or of its field's if there are any."""
    each = names.word(f"{row}.each.{key}", f"{row}.each")
    thing = names.thing(key)
    return each.format(thing=thing, number=count) if each else several(thing, count)


def _sequence(label: str, value: Any, hint: Any, names: Names, reader: int | None) -> Node:
    inside = (typing.get_args(hint) or (Any,))[0]
    drawn = [draw(f"{place}.", one, inside, names, reader) for place, one in enumerate(value, 1)]
    if any(part.parts for part in drawn):
        return Node(label, "", sorted(drawn, key=lambda part: not part.mine))
    return Node(label, ", ".join(part.text for part in drawn) or gettext(NOTHING))


def _label(kind: type[msgspec.Struct], name: str, names: Names) -> str:
    return names.word(row_of(kind, name), otherwise=readable(name))


def _title(kind: type[msgspec.Struct], names: Names) -> str:
    """Name a record that can be one of several kinds, such as a line of a plan."""
    return names.word(f"view.{kind.__name__.lower()}")


def row_of(kind: type[msgspec.Struct], name: str) -> str:
    """Give the key of the words that label a field."""
    return f"view.{kind.__name__.lower()}.{name}"


def _plain_type(hint: Any) -> Any:
    """Strip "or None" from a type."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        rest = [one for one in typing.get_args(hint) if one is not type(None)]
        return rest[0] if len(rest) == 1 else Any
    return hint


@functools.cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return typing.get_type_hints(kind)
