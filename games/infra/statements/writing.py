"""Rows that are written: short inserts, and several writes sent as one message."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Model
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery

from games.infra.statements.store import kept_by

NOTHING = (
    "SELECT 1"  # sent where there is nothing to write: how many statements there are tells nobody anything
)


@dataclass(frozen=True)
class Piece:
    """One statement with its parameters, and what is done with its answer."""

    sql: str
    params: tuple[Any, ...] = ()
    done: Callable[[Any], None] = lambda cursor: None

    def send(self, cursor: Any) -> None:
        cursor.execute(self.sql, self.params)
        self.done(cursor)


class Write(Protocol):
    def pieces(self, connection: BaseDatabaseWrapper) -> Iterator[Piece]: ...


def send(writes: Sequence[Write], using: str = DEFAULT_DB_ALIAS) -> None:
    """Write all, in this order or not at all: on PostgreSQL by one message, elsewhere one by one.

    No row can be made of what another gets when it is written: all are there before any is sent.
    """
    connection = connections[using]
    pieces = [piece for write in writes for piece in write.pieces(connection)]
    with transaction.atomic(using, savepoint=False), connection.cursor() as cursor:
        if takes_several(connection) and pieces:
            _send_together(cursor, pieces)
        else:
            for piece in pieces:
                piece.send(cursor)


def takes_several(connection: BaseDatabaseWrapper) -> bool:
    """Tell whether one message may hold several statements: psycopg must put the values in by itself."""
    bound_by_server = connection.settings_dict["OPTIONS"].get("server_side_binding")
    return connection.vendor == "postgresql" and not bound_by_server


def _send_together(cursor: Any, pieces: Sequence[Piece]) -> None:
    text = ";\n".join(piece.sql for piece in pieces)
    cursor.execute(text, tuple(chain.from_iterable(piece.params for piece in pieces)))
    for piece in pieces:
        piece.done(cursor)
        cursor.nextset()


class Insert:
    """Rows to be inserted as by `bulk_create`, by which it is known what else they may be.

    Each has its key or none has; none has an expression in a field.
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
        """Give a statement for as many rows as the database takes at once; one for none."""
        if not self.rows:
            yield Piece(NOTHING)
            return
        made: Any = self.model._base_manager.all()
        made._prepare_for_bulk_create(self.rows)
        fields = self._fields()
        most = max(connection.ops.bulk_batch_size(fields, self.rows), 1)
        for first in range(0, len(self.rows), most):
            yield self._piece(connection, fields, self.rows[first : first + most])

    def _fields(self) -> list[Any]:
        there = {row.pk is not None for row in self.rows}
        if len(there) > 1:
            raise ValueError("Rows with and without a key can't be inserted together")
        fields = [field for field in self.model._meta.concrete_fields if not field.generated]
        return fields if there == {True} else [one for one in fields if not isinstance(one, AutoField)]

    def _piece(self, connection: BaseDatabaseWrapper, fields: list[Any], rows: list[Model]) -> Piece:
        key: Hashable = (self.model, self.on_conflict, self.update, self.unique, len(fields), len(rows))
        text = kept_by(connection, key, lambda: InsertText(self, connection, fields, rows))
        return Piece(text.sql, text.params(rows), lambda cursor: text.note(rows, cursor))


class InsertText:
    """What an insert of so many rows says, and in which order it takes their values."""

    def __init__(
        self, insert: Insert, connection: BaseDatabaseWrapper, fields: list[Any], rows: list[Model]
    ) -> None:
        opts = insert.model._meta
        self.alias, self.connection, self.fields = connection.alias, connection, fields
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
        """Find out whether values are taken row by row or, as by UNNEST, a list for each field."""
        width = len(self.fields)
        self.by_field = params == [marks[at::width] for at in range(width)]
        if not self.by_field and params != marks:
            raise TypeError(f"{self.sql} doesn't take its values as they are")

    def params(self, rows: Sequence[Model]) -> tuple[Any, ...]:
        values = (self._column(field, rows) for field in self.fields)
        return tuple(values) if self.by_field else tuple(chain.from_iterable(zip(*values, strict=True)))

    def _column(self, field: Any, rows: Sequence[Model]) -> list[Any]:
        kept, ready, connection = field.get_db_prep_save, field.pre_save, self.connection
        return [kept(ready(row, True), connection=connection) for row in rows]

    def note(self, rows: Sequence[Model], cursor: Any) -> None:
        """Let rows know that they are there, and under which key."""
        told = cursor.fetchall() if self.returned else []
        for row, values in zip(rows, told, strict=False):
            for field, value in zip(self.returned, values, strict=True):
                setattr(row, field.attname, value)
        if told or self.fields[0].primary_key:
            for row in rows:
                row._state.adding, row._state.db = False, self.alias
