"""Standing orders as a form, derived from their types: a select of words, some with a number beside.

Orders with a form of their own, such as a plan of many lines, are left as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from django.utils.translation import gettext
from msgspec.inspect import BoolType, Field, IntType, LiteralType, NoneType, StructType, Type, UnionType

from games.present.names import Names, labelled, readable
from games.present.sentences import SentencePart, pieces
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.contract import AnyRules


@dataclass(frozen=True)
class SelectOption:
    value: str
    label: str
    chosen: bool
    counted: bool = False  # a number goes with it


@dataclass(frozen=True)
class Number:
    """The number that goes with a word: "when worth" 8."""

    name: str
    label: str
    least: int | None
    most: int | None
    value: str
    sentence: Sequence[SentencePart]


@dataclass(frozen=True)
class OrderControl:
    """One standing order as a control, in a sentence if the game has one."""

    name: str
    label: str
    help: str
    options: list[SelectOption]
    numbers: list[Number]
    sentence: Sequence[SentencePart]


def order_controls(
    rules: AnyRules, orders: Any, names: Names, posted: Mapping[str, str] | None
) -> list[OrderControl]:
    """Draw every standing order that is a word, or a word with a number."""
    return [_draw(one, orders, names, posted or {}) for one in _drawable(rules)]


def _drawable(rules: AnyRules) -> list[Field]:
    return [one for one in _fields(rules) if is_drawable(one)]


def is_drawable(one: Field) -> bool:
    """Tell whether an order is a word, or a word with a number."""
    return all(isinstance(kind, LiteralType) or number_field(kind) for kind in kinds(one.type))


@cache
def _fields(rules: AnyRules) -> tuple[Field, ...]:
    """Inspect the type once: it took a fifth of the time of a match's page."""
    info = msgspec.inspect.type_info(rules.automation.orders)
    assert isinstance(info, StructType)
    return info.fields


def kinds(kind: Type) -> tuple[Type, ...]:
    return kind.types if isinstance(kind, UnionType) else (kind,)


def number_field(kind: Type) -> tuple[Field, IntType] | None:
    """Give the field and the type of a record that consists of one number."""
    if isinstance(kind, StructType) and len(kind.fields) == 1:
        (only,) = kind.fields
        return (only, only.type) if isinstance(only.type, IntType) else None
    return None


def _draw(one: Field, orders: Any, names: Names, posted: Mapping[str, str]) -> OrderControl:
    now = getattr(orders, one.name)
    chosen = posted.get(one.encode_name, now if isinstance(now, str) else now.__struct_fields__[0])
    options, numbers = [], []
    for kind in kinds(one.type):
        if isinstance(kind, LiteralType):
            words = sorted(map(str, kind.values), key=lambda word: word != one.default)
            options += [SelectOption(word, _word(names, one, word), word == chosen) for word in words]
        elif found := number_field(kind):
            number, bounds = found
            label = f"{_word(names, one, number.name)}…"
            options.append(SelectOption(number.name, label, number.name == chosen, counted=True))
            numbers.append(_number(one, number, bounds, now, names, posted))
    help_ = names.word(f"help.order.{one.encode_name}", f"help.{one.encode_name}")
    told = pieces(names, f"sentence.order.{one.encode_name}", [one.name])
    return OrderControl(one.encode_name, title(names, one), help_, options, numbers, told)


def _number(
    one: Field, number: Field, bounds: IntType, now: Any, names: Names, posted: Mapping[str, str]
) -> Number:
    name = f"{one.encode_name}/{number.name}"
    laid = getattr(now, number.name, "")
    told = pieces(names, f"sentence.order.{one.encode_name}.{number.name}", [number.name])
    label = _word(names, one, number.name)
    return Number(name, label, bounds.ge, bounds.le, posted.get(name, str(laid)), told)


def title(names: Names, one: Field) -> str:
    """Name an order by its own word, or by the card it is about."""
    return names.word(
        f"order.{one.encode_name}", f"card.{one.encode_name}", otherwise=readable(one.encode_name)
    )


def _word(names: Names, one: Field, word: str) -> str:
    return names.word(f"order.{one.encode_name}.{word}", otherwise=readable(word))


# --- changes of orders, in words


def is_told(one: Field) -> bool:
    """Tell whether a line says an order: a word, a word with a number, or boxes to tick, if there are any."""
    return all(
        isinstance(kind, LiteralType | NoneType) or number_field(kind) or _is_ticked(kind)
        for kind in kinds(one.type)
    )


def _is_ticked(kind: Type) -> bool:
    return isinstance(kind, StructType) and all(isinstance(one.type, BoolType) for one in kind.fields)


def differences(rules: AnyRules, before: Any, after: Any, names: Names) -> list[str]:
    """Say which standing orders would change, and to what."""
    changed = [one for one in _told(rules) if getattr(after, one.name) != getattr(before, one.name)]
    return [_said(names, one, after) for one in changed]


def describe_change(names: Names, change: Mapping[str, Any]) -> str:
    """Describe a change of orders: "Evening sale: store what pays, sell the rest"."""
    orders = with_change(names.rules, names.rules.automation.orders(), change)
    return "; ".join(_said(names, one, orders) for one in _told(names.rules) if one.encode_name in change)


def with_change(rules: AnyRules, orders: Any, change: Mapping[str, Any]) -> Any:
    """Change some orders and keep the others; raise Refused for what this game can't read."""
    return codec(rules).orders(canonical(msgspec.to_builtins(orders) | dict(change)))


def _told(rules: AnyRules) -> list[Field]:
    return [one for one in _fields(rules) if is_told(one)]


def _said(names: Names, one: Field, orders: Any) -> str:
    return labelled(title(names, one), _value_in_words(names, one, getattr(orders, one.name)))


def _value_in_words(names: Names, one: Field, laid: Any) -> str:
    if laid is None:
        return names.word(f"order.{one.encode_name}.none", otherwise=gettext("none"))
    if isinstance(laid, str):
        return _word(names, one, laid)
    fields = msgspec.structs.asdict(laid)
    if all(isinstance(value, bool) for value in fields.values()):
        return _ticked(names, laid)
    ((number, value),) = fields.items()
    return f"{_word(names, one, number)} {value}"


def _ticked(names: Names, laid: msgspec.Struct) -> str:
    """List the boxes of a record that are ticked."""
    record = type(laid).__name__.lower()
    ticked = (name for name, value in msgspec.structs.asdict(laid).items() if value)
    said = [names.word(f"sentence.{record}.{one}", otherwise=readable(one)) for one in ticked]
    return ", ".join(said) or gettext("none")


# --- from a form


def with_posted(rules: AnyRules, orders: Any, posted: Mapping[str, str]) -> Any:
    """Apply a form to orders and keep what it doesn't mention; the codec validates the result."""
    content = msgspec.to_builtins(orders)
    for one in _drawable(rules):
        word = posted.get(one.encode_name)
        if word is None:
            continue
        number = posted.get(f"{one.encode_name}/{word}")
        content[one.encode_name] = word if number is None else {word: parse_number(number)}
    return content


def parse_number(number: str) -> int | str:
    """Parse a number; leave anything else as it was typed, to be refused later."""
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else number
