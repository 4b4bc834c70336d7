"""Convert what rows hold in their fields for the database, quickly where a value is of the usual type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from operator import attrgetter
from types import NoneType
from typing import Any, TypeAlias, cast

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import (
    BigAutoField,
    BinaryField,
    BooleanField,
    CharField,
    DateTimeField,
    EmailField,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
    OneToOneField,
    PositiveIntegerField,
    PositiveSmallIntegerField,
    SmallIntegerField,
    TextField,
)


class FieldValues:
    """The values that rows hold in some fields, converted for the database."""

    def __init__(self, fields: Sequence[Any], connection: BaseDatabaseWrapper, *, new: bool) -> None:
        self.get = attrgetter(*[field.attname for field in fields], "pk")  # one alone gives no tuple
        self.taken = [
            (at, _plain(field, connection), _taking(field, connection, new))
            for at, field in enumerate(fields)
        ]

    def of(self, row: Model) -> list[Any]:
        values = [*self.get(row)[:-1]]
        for at, plain, take in self.taken:
            if not isinstance(values[at], plain):
                values[at] = take(row, values[at])
        return values


Taking: TypeAlias = Callable[[Model, Any], Any]
TEXT = {CharField, EmailField, TextField}
WHOLE = {IntegerField, PositiveIntegerField, PositiveSmallIntegerField, SmallIntegerField}


def _plain(field: Any, connection: BaseDatabaseWrapper) -> tuple[type, ...]:
    """Return the types of values that need no conversion for a field."""
    kind, as_always = type(field), BaseDatabaseOperations.adapt_integerfield_value
    if kind in (ForeignKey, OneToOneField):
        return (*_plain(field.target_field, connection), NoneType)
    if kind in TEXT:
        return (str, NoneType)
    if kind is BigAutoField or (kind in WHOLE and type(connection.ops).adapt_integerfield_value is as_always):
        return (int, NoneType)
    if kind is DateTimeField and not sets_itself(field):
        return (NoneType,)
    return (bool, NoneType) if kind is BooleanField else ()


def _taking(field: Any, connection: BaseDatabaseWrapper, new: bool) -> Taking:
    """Return the function that converts a row's value in a field for the database."""
    usual, quick = _of_usual_type(field, connection)

    def take(row: Model, value: Any) -> Any:
        if type(value) in usual and (quicker := quick(value)) is not None:
            return quicker
        return field.get_db_prep_save(field.pre_save(row, new), connection=connection)

    return take


def _of_usual_type(
    field: Any, connection: BaseDatabaseWrapper
) -> tuple[tuple[type, ...], Callable[[Any], Any]]:
    """Return which types of values a field mostly holds, and what converts those; None if it can't."""
    kind, ops = type(field), cast(Any, connection.ops)
    if kind is DateTimeField and not sets_itself(field):
        as_text = connection.vendor == "sqlite" and connection.timezone is UTC
        adapt = ops.adapt_datetimefield_value
        if as_text:
            return (datetime,), lambda at: str(at.replace(tzinfo=None)) if at.tzinfo is UTC else None
        return (datetime,), lambda at: None if at.tzinfo is None else adapt(at)
    if kind in WHOLE:
        named = field.get_internal_type()
        return (int,), lambda value: ops.adapt_integerfield_value(value, named)
    if kind is JSONField:
        return (list, dict), lambda value: ops.adapt_json_value(value, field.encoder)
    if kind is BinaryField:
        return (bytes,), cast(Any, connection).Database.Binary
    return (), lambda value: None


def sets_itself(field: Any) -> bool:
    return bool(field.auto_now or field.auto_now_add)
