"""Describes a command in words, for pages and emails: "Come Closer: dwarf Bob, give ruby, take quartz".

A row `do.<command>.<field>.<field>` is the whole sentence of a command with these fields filled in, a row
`with.<command>.<field>.<field>` what follows its name.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext
from msgspec.inspect import Field, StructType

from games.present.names import Names, labelled, readable
from games.present.plan_drafts import is_seat
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import kind_of_type

Command = Mapping[str, Any]


def describe_command(names: Names, command: Command) -> str:
    """Describe a command and the values in it, in a sentence of its own if the game has one."""
    kind, filled = str(command["kind"]), _filled(names, command)
    label = names.word(f"do.{kind}", otherwise=readable(kind))
    if not filled:
        return label
    if sentence := sentence_of(names, command):
        return sentence
    if rest := _filled_row(names, "with", command):
        return labelled(label, rest)
    seats = seats_in(names.rules, kind)
    parts = [_part(names, name, value, name in seats, len(filled) == 1) for name, value in filled.items()]
    return labelled(label, ", ".join(parts))


def sentence_of(names: Names, command: Command) -> str:
    """Give the sentence a game has for a command with these fields filled in; "" if it has none."""
    return _filled_row(names, "do", command)


def _filled_row(names: Names, of: str, command: Command) -> str:
    kind, filled = str(command["kind"]), _filled(names, command)
    sentence = names.word(".".join((of, kind, *filled))) if filled else ""
    seats = seats_in(names.rules, kind)
    return sentence and sentence.format_map(
        {name: _value(names, name, value, name in seats) for name, value in filled.items()}
    )


def _filled(names: Names, command: Command) -> Command:
    """Give the fields that say something, in the order of the command, however it was written down."""
    kind = str(command["kind"])
    usual = usual_values(names.rules, kind)
    inside = {one.name: command.get(one.name) for one in _fields(names.rules, kind)}
    return {
        name: value
        for name, value in inside.items()
        if value is not None and (name not in usual or usual[name] != value)
    }


def seats_in(rules: AnyRules, kind: str) -> set[str]:
    """Name the fields of a command that hold a seat rather than another number."""
    return {one.name for one in _fields(rules, kind) if is_seat(one.type)}


def usual_values(rules: AnyRules, kind: str) -> dict[str, Any]:
    """Give the defaults of a command's fields, which aren't worth a word: "copies 1", an empty list."""
    fields = _fields(rules, kind)
    numbers = {one.name: one.default for one in fields if isinstance(one.default, int)}
    return numbers | {one.name: [] for one in fields if one.default_factory is list}


@functools.cache
def _fields(rules: AnyRules, kind: str) -> tuple[Field, ...]:
    command = next((one for one in rules.core.commands if kind_of_type(one) == kind), None)
    if command is None:
        return ()
    info = msgspec.inspect.type_info(command)
    assert isinstance(info, StructType)
    return info.fields


def _part(names: Names, name: str, value: Any, is_seat: bool, alone: bool) -> str:
    """Describe one value; a value that stands alone needs no label unless it is a seat."""
    said = _value(names, name, value, is_seat)
    if value == []:
        return said
    if alone and isinstance(value, str | list):
        return said
    return f"{names.word(f'field.{name}', otherwise=readable(name)).lower()} {said}"


def _value(names: Names, name: str, value: Any, is_seat: bool) -> str:
    if value == []:
        return gettext("nothing")
    if is_seat:
        return names.seat(int(value))
    return (
        names.word(f"{name}.{value}", otherwise=str(value))
        if isinstance(value, int)
        else _things(names, value)
    )


def _things(names: Names, value: Any) -> str:
    counts = Counter(map(str, value)) if isinstance(value, list) else {str(value): 1}
    return ", ".join(several(names.thing(one), count) for one, count in counts.items())


def several(thing: str, count: int) -> str:
    return thing if count == 1 else f"{thing} ×{count}"
