"""Write rows: short inserts, and several writes sent as one message."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    AutoField,
    Model,
    Value,
)
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery, UpdateQuery

from games.infra.statements.field_values import FieldValues
from games.infra.statements.store import kept_by

NOTHING = (
    "SELECT 1"  # sent where there is nothing to write: how many statements there are tells nobody anything
)


@dataclass(frozen=True)
class Piece:
    """One statement with its parameters, and what to do with its result."""

    sql: str
    params: tuple[Any, ...] = ()
    done: Callable[[Any], None] = lambda cursor: None
    width: int = 0  # how many values the text takes for each row, if it goes row by row

    def bound(self, cursor: Any) -> Any:
        """Return the text with its values, as psycopg binds them.

        The driver looks for the places of values anew in each long text, so it gets one row after the other.
        """
        rows = len(self.params) // self.width if self.width else 0
        if rows < 2:
            return cursor.mogrify(self.sql, self.params)
        *texts, end = _row_by_row(self.sql, self.width)
        starts = range(0, len(self.params), self.width)
        given = [self.params[start : start + self.width] for start in starts]
        return "".join([*map(cursor.mogrify, texts, given), end])

    def send(self, cursor: Any) -> None:
        cursor.execute(self.sql, self.params)
        self.done(cursor)


class Write(Protocol):
    def pieces(self, connection: BaseDatabaseWrapper) -> Iterator[Piece]: ...


def send(writes: Sequence[Write], using: str = DEFAULT_DB_ALIAS) -> None:
    """Write all or nothing, in this order: on PostgreSQL in one message, elsewhere one by one.

    No row can use the key that another gets here: all rows are made before any is sent.
    """
    connection = connections[using]
    pieces = [piece for write in writes for piece in write.pieces(connection)]
    if not pieces:
        return
    with _together(connection), connection.cursor() as cursor:
        if takes_several(connection):
            send_together(cursor, pieces)
        else:
            for piece in pieces:
                piece.send(cursor)


def _together(connection: BaseDatabaseWrapper) -> AbstractContextManager[None]:
    """Open a transaction; if one is open already, mark it for rollback if anything fails."""
    if connection.in_atomic_block:
        return transaction.mark_for_rollback_on_error(connection.alias)
    return transaction.atomic(connection.alias, savepoint=False)


def takes_several(connection: BaseDatabaseWrapper) -> bool:
    """Tell whether one message may hold several statements: only if psycopg binds values on the client."""
    bound_by_server = connection.settings_dict["OPTIONS"].get("server_side_binding")
    return connection.vendor == "postgresql" and not bound_by_server


def send_together(cursor: Any, pieces: Sequence[Piece]) -> None:
    # Bind each statement separately: the driver caches only short statements.
    with cursor.db.wrap_database_errors:
        message = ";\n".join(piece.bound(cursor) for piece in pieces)
    cursor.execute(message)
    for piece in pieces:
        piece.done(cursor)
        cursor.nextset()


@lru_cache(maxsize=100)
def _row_by_row(sql: str, width: int) -> list[str]:
    """Cut the text of an insert before each row but the first, and after the last value."""
    *before, end = sql.split("%s")
    rows = [before[at : at + width] for at in range(0, len(before), width)]
    return [*("".join(f"{text}%s" for text in row) for row in rows), end]


class Insert:
    """Rows to insert, as by `bulk_create`, with the same options for conflicts.

    Either all rows have a primary key or none has; no field holds an expression.
    """

    def __init__(
        self,
        model: type[Model],
        rows: Sequence[Model],
        *,
        ignore_conflicts: bool = False,
        update_fields: Sequence[str] = (),
        unique_fields: Sequence[str] = (),
    ) -> None:
        self.model, self.rows = model, list(rows)
        self.update, self.unique = tuple(update_fields), tuple(unique_fields)
        self.on_conflict = OnConflict.IGNORE if ignore_conflicts else None
        if update_fields:
            self.on_conflict = OnConflict.UPDATE

    def pieces(self, connection: BaseDatabaseWrapper) -> Iterator[Piece]:
        """Yield a statement for each batch the database takes; one that does nothing if there are no rows."""
        if not self.rows:
            yield Piece(NOTHING)
            return
        made = kept_by(connection, self.model, lambda: Made(self.model))
        made.prepare(self.rows)
        fields = self._fields(made)
        for rows in self._as_many_as_fit(connection, fields):
            yield self._piece(connection, fields, rows)

    def _fields(self, made: Made) -> list[Any]:
        first, *others = [row.pk is not None for row in self.rows]
        if any(has_key != first for has_key in others):
            raise ValueError("Rows with and without a key can't be inserted together")
        return made.fields if first else made.fields_without_key

    def _as_many_as_fit(self, connection: BaseDatabaseWrapper, fields: list[Any]) -> Iterator[list[Model]]:
        if len(self.rows) == 1:
            yield self.rows
            return
        most = max(connection.ops.bulk_batch_size(fields, self.rows), 1)
        for first in range(0, len(self.rows), most):
            yield self.rows[first : first + most]

    def _piece(self, connection: BaseDatabaseWrapper, fields: list[Any], rows: list[Model]) -> Piece:
        key: Hashable = (self.model, self.on_conflict, self.update, self.unique, len(fields), len(rows))
        text = kept_by(connection, key, lambda: InsertText(self, connection, fields, rows))
        return Piece(text.sql, text.params(rows), lambda cursor: text.note(rows, cursor), text.width)


class Made:
    """What inserting rows of a model needs to know each time, worked out once."""

    def __init__(self, model: type[Model]) -> None:
        opts = model._meta
        self.model = model
        self.fields: list[Any] = [field for field in opts.concrete_fields if not field.generated]
        self.fields_without_key = [one for one in self.fields if not isinstance(one, AutoField)]
        self.links = [
            (field.name, field.attname, field.target_field.attname)
            for field in self.fields
            if field.is_relation
        ]
        self.is_plain = isinstance(opts.pk, AutoField) and not (
            opts.private_fields or any(field.has_db_default() for field in self.fields)
        )

    def prepare(self, rows: list[Model]) -> None:
        """Prepare rows as `bulk_create` does, if they need it."""
        if not (self.is_plain and all(map(self._is_linked, rows))):
            made: Any = self.model._base_manager.all()
            made._prepare_for_bulk_create(rows)

    def _is_linked(self, row: Model) -> bool:
        """Tell whether a row already holds the keys of all rows assigned to it."""
        given = row._state.fields_cache
        return all(
            getattr(given[name], target) == getattr(row, key) is not None
            for name, key, target in self.links
            if given.get(name) is not None
        )


class InsertText:
    """The SQL of an insert of so many rows, and the order in which it takes their values."""

    def __init__(
        self, insert: Insert, connection: BaseDatabaseWrapper, fields: list[Any], rows: list[Model]
    ) -> None:
        opts = insert.model._meta
        self.alias, self.fields, self.values = (
            connection.alias,
            fields,
            FieldValues(fields, connection, new=True),
        )
        query = InsertQuery(
            insert.model,
            on_conflict=insert.on_conflict,
            update_fields=[opts.get_field(name) for name in insert.update],
            unique_fields=[opts.get_field(opts.pk.name if name == "pk" else name) for name in insert.unique],
        )
        query.insert_values(fields, rows)
        compiler = query.get_compiler(using=connection.alias)
        self.returned = [] if insert.on_conflict == OnConflict.IGNORE else list(opts.db_returning_fields)
        compiler.returning_fields = self.returned
        marks = [object() for _ in rows for _ in fields]
        left = iter(marks)
        vars(compiler)["pre_save_val"] = lambda field, row: None
        vars(compiler)["prepare_value"] = lambda field, value: next(left)
        ((self.sql, params),) = compiler.as_sql()
        self._arrange(list(params), marks)

    def _arrange(self, params: list[Any], marks: list[object]) -> None:
        """Find out whether the SQL takes values row by row or, as UNNEST does, one list for each field."""
        width = len(self.fields)
        self.by_field = params == [marks[at::width] for at in range(width)]
        self.width = 0 if self.by_field or "%%" in self.sql else width
        if not self.by_field and params != marks:
            raise TypeError(f"{self.sql} doesn't take its values as they are")

    def params(self, rows: Sequence[Model]) -> tuple[Any, ...]:
        values = map(self.values.of, rows)
        if self.by_field:
            return tuple(map(list, zip(*values, strict=True)))
        return tuple(chain.from_iterable(values))

    def note(self, rows: Sequence[Model], cursor: Any) -> None:
        """Set the keys that the rows got, and mark them as saved."""
        told = cursor.fetchall() if self.returned else []
        for row, values in zip(rows, told, strict=False):
            for field, value in zip(self.returned, values, strict=True):
                setattr(row, field.attname, value)
        if told or any(field.primary_key for field in self.fields):
            for row in rows:
                row._state.adding, row._state.db = False, self.alias


class Update:
    """Fields of one existing row to update, as by `save(update_fields=...)` without its signals.

    No field holds an expression.
    """

    def __init__(self, row: Model, fields: Sequence[str]) -> None:
        self.row, self.fields = row, tuple(fields)

    def pieces(self, connection: BaseDatabaseWrapper) -> Iterator[Piece]:
        key: Hashable = (Update, type(self.row), self.fields)
        text = kept_by(connection, key, lambda: UpdateText(self, connection))
        yield Piece(text.sql, tuple(text.values.of(self.row)))


class UpdateText:
    """The SQL of an update of one row, and the order in which it takes its values."""

    def __init__(self, update: Update, connection: BaseDatabaseWrapper) -> None:
        row, opts = update.row, update.row._meta
        fields = [opts.get_field(name) for name in update.fields]
        marks = [object() for _ in fields]
        query: Any = type(row)._base_manager.filter(pk=row.pk).query.chain(UpdateQuery)
        query.add_update_fields(
            [(field, None, Value(mark)) for field, mark in zip(fields, marks, strict=True)]
        )
        self.sql, params = query.get_compiler(using=connection.alias).as_sql()
        if list(params[:-1]) != marks:
            raise TypeError(f"{self.sql} doesn't take its values as they are")
        self.values = FieldValues([*fields, opts.pk], connection, new=False)
