"""A game's options as form controls, and back; options that are tables are for the command line only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext
from msgspec.inspect import BoolType, Field, IntType, LiteralType, StructType, Type

from games.present.names import readable
from games.present.plan_drafts import alternatives
from games.present.words import word
from games.rules.kernel.codec import read_options
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused

#: Offer a range of numbers as a choice only up to this many.
MOST_NUMBERS = 10


@dataclass(frozen=True)
class OptionValue:
    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class OptionControl:
    """One option: a checkbox, or a choice of values."""

    name: str  # in a form
    help: str
    values: Sequence[OptionValue]
    ticked: bool


def options_of_game(rules: AnyRules, chosen: Mapping[str, object]) -> list[OptionControl]:
    """List the options that a page offers, with their present values."""
    return [_option(rules, one, chosen) for one in _choosable(rules)]


def read_chosen(rules: AnyRules, posted: Mapping[str, str]) -> dict[str, object]:
    """Read the options that differ from the defaults; raise Refused for a value that isn't offered."""
    found = dict(_differing(rules, posted))
    read_options(rules, found)
    return found


def describe(rules: AnyRules, options: Mapping[str, object]) -> list[str]:
    """Describe the options that differ from the defaults."""
    return [
        _describe(rules, one, options[one.encode_name])
        for one in _choosable(rules)
        if one.encode_name in options
    ]


def _describe(rules: AnyRules, one: Field, value: object) -> str:
    about = _word(rules, one.encode_name)
    if value is True:
        return about
    return gettext("%(about)s In this match: %(chosen)s.") % {
        "about": about,
        "chosen": _label(rules, one, value),
    }


def _choosable(rules: AnyRules) -> list[Field]:
    info = msgspec.inspect.type_info(rules.core.options)
    assert isinstance(info, StructType)
    return [one for one in info.fields if _is_tick(one) or _values(one.type)]


def _is_tick(one: Field) -> bool:
    return isinstance(one.type, BoolType)


def _values(kind: Type) -> list[Any]:
    """List the values of a type; none if there are too many, or it isn't a choice."""
    found: list[Any] = []
    for one in alternatives(kind):
        if isinstance(one, LiteralType):
            found += one.values
        elif isinstance(one, IntType) and one.ge is not None and one.le is not None:
            found += range(one.ge, one.le + 1)
        else:
            return []
    return found if len(found) <= MOST_NUMBERS else []


def _option(rules: AnyRules, one: Field, chosen: Mapping[str, object]) -> OptionControl:
    value = chosen.get(one.encode_name, one.default)
    offered = sorted(_values(one.type), key=lambda each: each != one.default)  # the default first
    values = [OptionValue(str(each), _label(rules, one, each), each == value) for each in offered]
    return OptionControl(f"option.{one.encode_name}", _word(rules, one.encode_name), values, value is True)


def _differing(rules: AnyRules, posted: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    for one in _choosable(rules):
        value = _read(one, posted)
        if value != one.default:
            yield one.encode_name, value


def _read(one: Field, posted: Mapping[str, str]) -> object:
    said = posted.get(f"option.{one.encode_name}")
    if _is_tick(one):
        return said is not None
    if said is None:
        return one.default
    for value in _values(one.type):
        if str(value) == said:
            return value
    raise Refused("options", reason=readable(one.encode_name))


def _word(rules: AnyRules, name: str) -> str:
    return word(rules, f"option.{name}", otherwise=readable(name))


def _label(rules: AnyRules, one: Field, value: object) -> str:
    return word(rules, f"option.{one.encode_name}.{value}", otherwise=readable(str(value)))
