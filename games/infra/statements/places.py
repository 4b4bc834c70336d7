"""Placeholders for values that aren't known yet, and how the values get into the statement.

The ORM itself puts each placeholder where it belongs, so equal values are never mixed up. The lookup it ends
up in says how its value is converted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias, cast

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, Value, lookups
from django.db.models.fields import related_lookups
from django.db.models.functions.datetime import TimezoneMixin
from django.db.models.sql import Query, UpdateQuery
from django.utils.functional import Promise
from django.utils.tree import Node

Shape: TypeAlias = bool | str | tuple[int] | None
ONE = "one"
WHOLE = (str, bytes, Model, Promise)  # lazy strings look iterable
#: These compare with a value as its field converts it. All others (patterns, years) change it first.
SINGLE = {
    *(lookups.Exact, lookups.GreaterThan, lookups.GreaterThanOrEqual),
    *(lookups.LessThan, lookups.LessThanOrEqual),
    *(lookups.IntegerFieldExact, lookups.IntegerGreaterThan, lookups.IntegerGreaterThanOrEqual),
    *(lookups.IntegerLessThan, lookups.IntegerLessThanOrEqual),
    *(related_lookups.RelatedExact, related_lookups.RelatedGreaterThan),
    *(related_lookups.RelatedGreaterThanOrEqual, related_lookups.RelatedLessThan),
    related_lookups.RelatedLessThanOrEqual,
}
LISTED = {lookups.In, related_lookups.RelatedIn}
LONGEST = 50  # values in a list whose statement is kept
#: A list longer than the first is filled up to one of these: each has a statement, in each thread, of up to
#: 50 kB, and a page of many matches would make one of every length.
LENGTHS = (4, 6, 9, 14, 22, 33, LONGEST)


class Unlike(Exception):
    """Raised for a value that the ORM treats in its own way: None in a list, an expression, a huge number."""


def gathered(value: Any) -> Any:
    """Turn several values into a tuple without duplicates, as the ORM does; leave querysets alone."""
    if isinstance(value, WHOLE) or not hasattr(value, "__iter__") or hasattr(value, "resolve_expression"):
        return value
    values = tuple(value)
    try:
        return tuple(dict.fromkeys(values))
    except TypeError:  # lists, for JSON
        return values


def shape_of(value: Any) -> Shape:
    """Return what of an argument changes the text of a statement. Raises `Unlike`."""
    if value is None or value is True or value is False:
        return value
    if isinstance(value, tuple):
        if len(value) > LONGEST:  # a long one takes much memory
            raise Unlike
        return (len(filled_up(value)),)
    if hasattr(value, "resolve_expression"):
        raise Unlike
    return ONE


def filled_up(value: Any) -> Any:
    """Repeat the last value of a long list, so that few lengths occur: IN finds the same."""
    if not isinstance(value, tuple) or len(value) <= LENGTHS[0]:
        return value
    length = next((one for one in LENGTHS if one >= len(value)), len(value))
    return value + value[-1:] * (length - len(value))


def stand_in(argument: int, name: str, value: Any) -> Any:
    """Make the placeholder a function is called with while its statement is compiled."""
    if value is None or isinstance(value, bool) or value == ():
        return value
    return Place(argument, name, len(value) if isinstance(value, tuple) else None)


class Place(Value):
    """A placeholder for one value, or for several: it can only be passed on."""

    def __init__(self, argument: int, name: str, many: int | None = None) -> None:
        super().__init__(None)
        self._argument, self._name, self._many = argument, name, many
        self._fitted: Fitted | None = None

    def fit(self, fitted: Fitted) -> None:
        if self._fitted not in (None, fitted):
            self._refuse("two fields would convert it")
        self._fitted = fitted

    def as_sql(self, *_: Any) -> Any:
        if self._fitted is None:
            self._refuse("only =, <, <=, >, >= and IN compare with a value as it is")
        if self._many is None:
            return "%s", [Slot(self._argument, None, self._fitted)]
        slots = [Slot(self._argument, nth, self._fitted) for nth in range(self._many)]
        return f"({', '.join(['%s'] * self._many)})", slots

    def _refuse(self, why: str) -> NoReturn:
        raise TypeError(f"{self._name!r} can't be left open here: {why}")

    def _looked_at(self) -> None:
        """Let only Django, which compares the parts of a statement, look at a placeholder."""
        if not sys._getframe(2).f_globals["__name__"].startswith("django."):
            self._refuse("what it is isn't known until the statement is sent")

    def __bool__(self) -> bool:
        self._looked_at()
        return True

    def __eq__(self, other: object) -> bool:
        self._looked_at()
        return super().__eq__(other)

    __hash__ = Value.__hash__

    def _combine(self, *_: Any) -> NoReturn:
        self._refuse("reckon with it before")


@dataclass(frozen=True)
class Fitted:
    """A field that converts a value, to compare or to save it, and the range of its numbers."""

    field: Any
    related: Any = None  # if a row is given: which of its fields to use
    saved: bool = False
    whole: bool = False  # a number that the ORM checks first

    def filler(self, connection: BaseDatabaseWrapper) -> Callable[[Any], Any]:
        """Return the function that turns a value into a parameter on this connection; it raises `Unlike`."""
        low, high = None, None
        if self.whole:
            low, high = connection.ops.integer_field_range(self.field.get_internal_type())
        convert = self.field.get_db_prep_save if self.saved else self.field.get_db_prep_value

        def fill(value: Any) -> Any:
            if isinstance(value, Model):
                value = self._of_row(value)
            if value is None or hasattr(value, "resolve_expression"):
                raise Unlike
            if self.whole and not _fits(value, low, high):
                raise Unlike
            return convert(value, connection=connection)

        return fill

    def _of_row(self, row: Model) -> Any:
        if self.related is None or not isinstance(row, self.related.model):
            raise Unlike
        return getattr(row, self.related.attname)


def _fits(value: Any, low: int | None, high: int | None) -> bool:
    return isinstance(value, int) and (low is None or low <= value) and (high is None or value <= high)


@dataclass(frozen=True)
class Slot:
    """A parameter that is filled in later, with an argument or one item of it."""

    argument: int
    nth: int | None
    fitted: Fitted


class Form:
    """The parameters of a statement, filled in for each call."""

    def __init__(self, params: Sequence[Any], connection: BaseDatabaseWrapper) -> None:
        self.params = list(params)
        slots = [(at, slot) for at, slot in enumerate(params) if isinstance(slot, Slot)]
        fillers = {slot.fitted: slot.fitted.filler(connection) for _, slot in slots}
        self.slots = [(at, slot.argument, slot.nth, fillers[slot.fitted]) for at, slot in slots]

    def filled(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """Fill in the values of a call. Raises `Unlike`."""
        params = self.params.copy()
        for at, argument, nth, fill in self.slots:
            params[at] = fill(values[argument] if nth is None else values[argument][nth])
        return tuple(params)


def fit(query: Query) -> None:
    """Tell each placeholder in a statement which field converts its value; those not told raise TypeError."""
    if isinstance(query, UpdateQuery):
        for field, _, value in cast(Any, query).values:
            if isinstance(value, Place) and value._many is None:
                value.fit(Fitted(field, getattr(field, "target_field", None), saved=True))
    _fit_below(query)


def _fit_below(node: Any) -> None:
    if isinstance(node, TimezoneMixin) and node.tzinfo is None:
        raise TypeError(f"{node} depends on the time zone of the caller")
    for part in _parts(node):
        if isinstance(part, Place):
            if isinstance(node, lookups.Lookup) and part is node.rhs:
                _fit_to(node, part)
        elif part is not None:
            _fit_below(part)


def _fit_to(lookup: Any, place: Place) -> None:
    if type(lookup) not in (SINGLE if place._many is None else LISTED) or lookup.bilateral_transforms:
        return
    field = lookup.lhs.output_field
    if field.is_relation:
        field = target = field.path_infos[-1].target_fields[-1]
        place.fit(Fitted(field, target))
    else:
        place.fit(Fitted(field, whole=isinstance(lookup, lookups.IntegerFieldOverflow)))


def _parts(node: Any) -> Iterator[Any]:
    if isinstance(node, Query):
        yield from (node.where, *node.annotations.values(), *node.select, *node.combined_queries)
        yield from (one for one in node.order_by if hasattr(one, "get_source_expressions"))
    elif isinstance(node, Node):
        yield from node.children
    elif hasattr(node, "get_source_expressions"):
        yield from node.get_source_expressions()
