"""Reads plans, and other orders made of many parts, while their owner is still writing them.

A draft is the content of one order: plain lists and mappings, as the codec reads them. It lives only in its
form, where paths name its parts ("plan/lines/0/times"); buttons add parts, remove them or move them up, and
nothing is saved until the form is sent. Everything here is derived from the types of a game's orders.
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

from games.present.standing_orders import kinds, parse_number
from games.rules.kernel.contract import AnyRules

HERE = "here"  # marks a record that is the only one of its kind
MOST = 20  # parts of a list that sets no limit of its own
Posted = MultiValueDict[str, str]  # a submitted form
Content = Any  # of a draft: any JSON, valid or not


@dataclass(frozen=True)
class PlanDraft:
    """An order that somebody is writing, and whether they pressed the button that saves it."""

    name: str
    content: Content
    was_sent: bool = False


# --- the types of an order


def plain(kind: Type) -> Type:
    """Strip the metadata from a type."""
    return kind.type if isinstance(kind, Metadata) else kind


def alternatives(kind: Type) -> tuple[Type, ...]:
    """List the types a value may have, None apart."""
    return tuple(plain(one) for one in kinds(kind) if not isinstance(one, NoneType))


def is_optional(kind: Type) -> bool:
    return any(isinstance(one, NoneType) for one in kinds(kind))


def is_seat(kind: Type) -> bool:
    """Check whether a number is a seat, as its type's metadata says."""
    return any(isinstance(one, Metadata) and (one.extra or {}).get("of") == "seat" for one in kinds(kind))


def number_in(kind: Type) -> IntType | None:
    return next((one for one in alternatives(kind) if isinstance(one, IntType)), None)


def records(kind: Type) -> dict[str, StructType]:
    """Map the form mark of each record type a value may have to the type."""
    found = [one for one in alternatives(kind) if isinstance(one, StructType)]
    return {HERE if one.tag is None else str(one.tag): one for one in found}


def offered(kind: Type, options: Any) -> dict[str, StructType]:
    """List the record types that make sense with these options, as their metadata says."""
    fitting = [records(one) for one in kinds(kind) if makes_sense(one, options)]
    return {mark: record for found in fitting for mark, record in found.items()}


def makes_sense(kind: Type, options: Any) -> bool:
    when = (kind.extra or {}).get("when", {}) if isinstance(kind, Metadata) else {}
    return all(getattr(options, name) == value for name, value in when.items())


def list_of(kind: Type) -> tuple[Type, int] | None:
    """Give the type of a list's items and the longest it may be, or None if this is no list."""
    bare = plain(kind)
    return (bare.item_type, bare.max_length or MOST) if isinstance(bare, ListType | VarTupleType) else None


@functools.cache
def compound(rules: AnyRules) -> dict[str, Field]:
    """Find the orders with a form of their own: lists, and records that may be left out."""
    info = msgspec.inspect.type_info(rules.automation.orders)
    assert isinstance(info, StructType)
    return {
        one.encode_name: one
        for one in info.fields
        if list_of(one.type) or (records(one.type) and is_optional(one.type))
    }


def tagged(record: StructType) -> dict[str, Content]:
    """Give the tag that tells a record from others of its kind."""
    return {} if record.tag_field is None else {record.tag_field: record.tag}


def blank(record: StructType) -> dict[str, Content]:
    """Start a record with its defaults; fields without one stay empty."""
    return tagged(record) | {one.encode_name: _default(one) for one in record.fields}


def _default(one: Field) -> Content:
    if one.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(one.default_factory())
    return "" if one.default is msgspec.NODEFAULT else msgspec.to_builtins(one.default)


# --- from a form


def read_draft(rules: AnyRules, posted: Posted) -> PlanDraft | None:
    """Read a draft from its form and apply the pressed button; None if this game has no such order."""
    name = posted.get("draft", "")
    one = compound(rules).get(name)
    if one is None:
        return None
    form = PostedDraft.of(posted)
    return PlanDraft(name, form.read(one.type, name), was_sent=not form.action)


@dataclass(frozen=True)
class PostedDraft:
    """A submitted form and the edit its button asks for: what to do, where, and with which kind of record."""

    posted: Posted
    action: str
    where: str
    mark: str

    @classmethod
    def of(cls, posted: Posted) -> PostedDraft:
        action, where, mark = [*posted.get("edit", "").split(" "), "", ""][:3]
        return cls(posted, action, where, mark)

    def is_pressed(self, action: str, where: str) -> bool:
        return (self.action, self.where) == (action, where)

    def read(self, kind: Type, name: str) -> Content:
        """Read a part as it was sent, valid or not."""
        if of := list_of(kind):
            return self.read_list(of[0], name)
        if found := records(kind):
            return self.read_record(found, name)
        if isinstance(plain(kind), BoolType):
            return name in self.posted
        text = str(self.posted.get(name, "")).strip()
        if not text and is_optional(kind):
            return None
        return parse_number(text) if number_in(kind) else text

    def read_list(self, item: Type, name: str) -> list[Content]:
        """Read the items of a list, with one added, removed or moved up if its button was pressed."""
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
