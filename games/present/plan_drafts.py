"""Plans, ambushes and whatever else is laid as a record of many parts, as it is being written.

A draft is the content of one order: plain lists and mappings, as the codec reads them. It lives in a form
alone, where paths name its parts ("plan/lines/0/times"); buttons put parts in, take them out or move them
up, and nothing is laid before that is pressed. Everything is known from the types of a game's orders.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.datastructures import MultiValueDict
from msgspec.inspect import (
    BoolType,
    Field,
    IntType,
    ListType,
    Metadata,
    NoneType,
    StructType,
    Type,
    VarTupleType,
)

from games.present.standing_orders import kinds, whole
from games.rules.kernel.contract import AnyRules

HERE = "here"  # what a form says of a record that is the only one of its kind
MOST = 20  # parts of a list that sets no bound of its own
Posted = MultiValueDict[str, str]  # what a form sent
Content = Any  # of a draft: whatever JSON may hold, right or wrong


@dataclass(frozen=True)
class Draft:
    """What somebody is writing: one order by its name, and whether it was to be laid as it is."""

    name: str
    content: Content
    was_sent: bool = False


# --- the types of what is laid


def plain(kind: Type) -> Type:
    """Take remarks off a type."""
    return kind.type if isinstance(kind, Metadata) else kind


def alternatives(kind: Type) -> tuple[Type, ...]:
    """List what a value may be, nothing apart."""
    return tuple(plain(one) for one in kinds(kind) if not isinstance(one, NoneType))


def is_optional(kind: Type) -> bool:
    return any(isinstance(one, NoneType) for one in kinds(kind))


def is_seat(kind: Type) -> bool:
    """Tell whether a number is that of a seat, as its type remarks."""
    return any(isinstance(one, Metadata) and (one.extra or {}).get("of") == "seat" for one in kinds(kind))


def number_in(kind: Type) -> IntType | None:
    return next((one for one in alternatives(kind) if isinstance(one, IntType)), None)


def records(kind: Type) -> dict[str, StructType]:
    """List the records a value may be, by what marks them in a form."""
    found = [one for one in alternatives(kind) if isinstance(one, StructType)]
    return {HERE if one.tag is None else str(one.tag): one for one in found}


def offered(kind: Type, options: Any) -> dict[str, StructType]:
    """List the records that may be put there at a table with these options, as their types remark."""
    fitting = [records(one) for one in kinds(kind) if makes_sense(one, options)]
    return {mark: record for found in fitting for mark, record in found.items()}


def makes_sense(kind: Type, options: Any) -> bool:
    when = (kind.extra or {}).get("when", {}) if isinstance(kind, Metadata) else {}
    return all(getattr(options, name) == value for name, value in when.items())


def list_of(kind: Type) -> tuple[Type, int] | None:
    """Say what a list is of, and how much of it at most."""
    bare = plain(kind)
    return (bare.item_type, bare.max_length or MOST) if isinstance(bare, ListType | VarTupleType) else None


@functools.cache
def compound(rules: AnyRules) -> dict[str, Field]:
    """List the orders that are lists, or records one may do without: those that take a form of their own."""
    info = msgspec.inspect.type_info(rules.automation.orders)
    assert isinstance(info, StructType)
    return {
        one.encode_name: one
        for one in info.fields
        if list_of(one.type) or (records(one.type) and is_optional(one.type))
    }


def tagged(record: StructType) -> dict[str, Content]:
    """Give what tells a record from others of its kind."""
    return {} if record.tag_field is None else {record.tag_field: record.tag}


def blank(record: StructType) -> dict[str, Content]:
    """Begin a record: what has a default is filled in, the rest is open."""
    return tagged(record) | {one.encode_name: _default(one) for one in record.fields}


def _default(one: Field) -> Content:
    if one.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(one.default_factory())
    return "" if one.default is msgspec.NODEFAULT else msgspec.to_builtins(one.default)


# --- from a form


def drafted(rules: AnyRules, posted: Posted) -> Draft | None:
    """Read what is being written, with what the button pressed does to it; None for no order of this game."""
    name = posted.get("draft", "")
    one = compound(rules).get(name)
    if one is None:
        return None
    sent = Sent.of(posted)
    return Draft(name, sent.read(one.type, name), was_sent=not sent.deed)


@dataclass(frozen=True)
class Sent:
    """A form as it was sent, and what the button pressed is to do where."""

    posted: Posted
    deed: str
    where: str
    mark: str

    @classmethod
    def of(cls, posted: Posted) -> Sent:
        deed, where, mark = [*posted.get("edit", "").split(" "), "", ""][:3]
        return cls(posted, deed, where, mark)

    def is_pressed(self, deed: str, where: str) -> bool:
        return (self.deed, self.where) == (deed, where)

    def read(self, kind: Type, name: str) -> Content:
        """Read a part as it was sent, whether or not it can be."""
        if of := list_of(kind):
            return self.read_list(of[0], name)
        if found := records(kind):
            return self.read_record(found, name)
        if isinstance(plain(kind), BoolType):
            return name in self.posted
        text = str(self.posted.get(name, "")).strip()
        if not text and is_optional(kind):
            return None
        return whole(text) if number_in(kind) else text

    def read_list(self, item: Type, name: str) -> list[Content]:
        """Read what stands in a list, with one more, one less, or one moved up."""
        found = records(item)
        if not found:
            return [one for one in self.posted.getlist(name) if one]
        there = itertools.takewhile(
            self.posted.__contains__, (f"{name}/{place}" for place in itertools.count())
        )
        read = [
            (place - 1.5 * self.is_pressed("up", one), self.read_record(found, one))
            for place, one in enumerate(there)
        ]
        added = blank(found[self.mark]) if self.is_pressed("put", name) and self.mark in found else None
        moved = [one for _, one in sorted(read, key=lambda placed: placed[0])]
        return [one for one in (*moved, added) if one is not None]

    def read_record(self, found: dict[str, StructType], name: str) -> Content:
        if self.is_pressed("put", name) and self.mark in found:
            return blank(found[self.mark])
        record = found.get(str(self.posted.get(name, "")))
        if record is None or self.is_pressed("out", name):
            return None
        parts = {one.encode_name: self.read(one.type, f"{name}/{one.encode_name}") for one in record.fields}
        return tagged(record) | parts
