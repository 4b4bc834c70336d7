"""Functions whose statements are compiled once and reused."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Generic, ParamSpec, TypeVar, cast, overload

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet, prefetch_related_objects
from django.db.models.sql import Query, UpdateQuery

from games.infra.statements.places import Form, Unlike, filled_up, fit, gathered, shape_of, stand_in
from games.infra.statements.rows import quicken, reader_of
from games.infra.statements.store import kept_by, like
from games.infra.statements.writing import NOTHING, Piece, send_together, takes_several

P = ParamSpec("P")
Row = TypeVar("Row")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
Rows = QuerySet[Any, Any]
Way = Callable[[Any], tuple[Rows, Query]]  # from what a function returns to its query
#: All kept functions, by module and name: a test compares each with the ORM.
registry: dict[str, _Keeping[Any]] = {}


class Change:
    """Rows and the values to set in them: what a kept change returns."""

    def __init__(self, rows: Rows, **values: Any) -> None:
        self.rows, self.values = rows, values

    @property
    def query(self) -> Query:
        """Make the query of `.update()`."""
        if self.rows.query.is_sliced or self.rows.query.combinator:
            raise TypeError("Rows that are changed can be neither a slice nor a union")
        if any(value == () for value in self.values.values() if isinstance(value, tuple)):
            raise TypeError("An empty list can't be written: pass JSON as an instance's field")
        query: Any = self.rows.query.chain(UpdateQuery)
        query.add_update_values(self.values)
        query.annotations = {}
        query.clear_ordering(force=True)
        return cast(Query, query)


class Statement:
    """A statement as the ORM writes it for one connection."""

    def __init__(self, rows: Rows, query: Query, connection: BaseDatabaseWrapper) -> None:
        if rows.db != connection.alias:
            raise TypeError(f"a kept statement is for the database {connection.alias!r}, not {rows.db!r}")
        fit(query)
        self.queryset, self.query, self.connection = rows, query, connection
        self.compiler = query.get_compiler(connection.alias, elide_empty=False)
        try:
            self.sql, params = self.compiler.as_sql()
        except EmptyResultSet:
            self.sql, params = NOTHING, ()
        quicken(self.compiler.klass_info)
        self.params, self.form = tuple(params), Form(params, connection)
        read = self.compiler.select[: self.compiler.col_count] if self.compiler.select else ()
        self.converters = self.compiler.get_converters([column for column, *_ in read])
        reads = self.sql != NOTHING and bool(self.compiler.select)
        self.reader = reader_of(rows, self.compiler) if reads else None

    def _bound(self, params: tuple[Any, ...]) -> Any:
        """Make a compiler that returns this SQL and these parameters; Django does the rest."""
        return like(
            self.compiler,
            as_sql=lambda *_, **__: (self.sql, params),
            get_converters=lambda _: self.converters,
        )

    def rows(self, params: tuple[Any, ...], told: list[Any] | None = None) -> list[Any]:
        """Query for rows, or make them from what the database has already returned."""
        if self.reader is None:
            found = self._by_the_orm(params, told)
        else:
            found = self.reader.results(self._read(params) if told is None else told)
        lookups = cast(Any, self.queryset)._prefetch_related_lookups
        if lookups:
            prefetch_related_objects(found, *lookups)
        return found

    def _read(self, params: tuple[Any, ...]) -> list[Any]:
        with self.connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            return [*cursor.fetchall()]

    def _by_the_orm(self, params: tuple[Any, ...], told: list[Any] | None) -> list[Any]:
        compiler = self._bound(params)
        if told is not None:
            width = self.compiler.col_count if self.compiler.has_extra_select else None
            chunk = [row[:width] for row in told]
            compiler = like(compiler, execute_sql=lambda *_, **__: [chunk])
        query = like(self.query, get_compiler=lambda *_, **__: compiler)
        asked: Any = like(self.queryset, _query=query)
        return [*asked._iterable_class(asked)]

    def any(self, params: tuple[Any, ...]) -> bool:
        return bool(self._bound(params).has_results())

    def check_moment(self) -> None:
        """Raise Unlike for what the ORM refuses outside a transaction, so that it does."""
        locks = self.query.select_for_update and self.connection.features.has_select_for_update
        if locks and self.connection.get_autocommit():
            raise Unlike


class _Keeping(Generic[P]):
    """What all kept functions share: finding the statement for a call."""

    def __init__(self, function: Callable[P, Any]) -> None:
        self.function = function
        parameters = inspect.signature(function).parameters.values()
        self.names = [one.name for one in parameters if one.kind is not one.KEYWORD_ONLY]
        self.words = {one.name for one in parameters if one.kind is one.KEYWORD_ONLY}
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.__doc__ = function.__doc__
        registry[self.name] = self

    def _statement(
        self, way: Way, args: tuple[Any, ...], words: dict[str, Any]
    ) -> tuple[Statement, tuple[Any, ...]]:
        """Return a call's statement and parameters; recompile if the ORM treats a value in its own way."""
        connection = connections[DEFAULT_DB_ALIAS]
        values = tuple(map(gathered, args))
        try:
            shapes = (*map(shape_of, values), *((name, type(one), one) for name, one in words.items()))
            made = kept_by(
                connection, (self, way, shapes), lambda: self._made(way, values, words, connection)
            )
            made.check_moment()
            return made, made.form.filled((*map(filled_up, values),))
        except Unlike:
            fresh = self._put(way, values, words, connection)
            return fresh, fresh.params

    def _made(
        self, way: Way, values: tuple[Any, ...], words: dict[str, Any], connection: BaseDatabaseWrapper
    ) -> Statement:
        """Compile a statement with placeholders; raise TypeError if it differs from what the ORM writes."""
        if unknown := {*words} - self.words:
            raise TypeError(
                f"{self.name} takes {', '.join(sorted(unknown))} by position: values are left open"
            )
        made = self._put(way, self._places(values), words, connection)
        params = made.form.filled(values)
        fresh = self._put(way, values, words, connection)
        if made.sql != fresh.sql or not _alike(params, fresh.params):
            raise TypeError(f"{self.name} can't be kept: it looks at its values, or at the clock")
        full = [*map(filled_up, values)]
        return made if full == [*values] else self._put(way, self._places(full), words, connection)

    def _places(self, values: Sequence[Any]) -> list[Any]:
        last = len(self.names) - 1  # a `*args` parameter takes the rest
        return [stand_in(at, self.names[min(at, last)], value) for at, value in enumerate(values)]

    def _put(
        self, way: Way, values: Sequence[Any], words: dict[str, Any], connection: BaseDatabaseWrapper
    ) -> Statement:
        return Statement(*way(cast(Any, self.function)(*values, **words)), connection)


def _alike(some: Sequence[Any], others: Sequence[Any]) -> bool:
    """Compare parameters, by repr too: the driver's JSON wrapper has no equality of its own."""
    pairs = zip_longest(some, others)
    return all(one == other or repr(one) == repr(other) for one, other in pairs)


class Kept(_Keeping[P], Generic[P, Row]):
    """Wraps a function that returns a queryset: calling it runs the query."""

    def __call__(self, *args: P.args, **words: P.kwargs) -> list[Row]:
        statement, params = self._statement(_all, args, words)
        return statement.rows(params)

    def first(self, *args: P.args, **words: P.kwargs) -> Row | None:
        statement, params = self._statement(_first, args, words)
        return next(iter(statement.rows(params)), None)

    def later(self, *args: P.args, **words: P.kwargs) -> Asking[Row]:
        """Prepare the query, to be sent with others by `ask`."""
        return Asking(*self._statement(_all, args, words))

    def exists(self, *args: P.args, **words: P.kwargs) -> bool:
        statement, params = self._statement(_any, args, words)
        return statement.any(params)


class Asking(Generic[Row]):
    """A query that is ready to be sent."""

    def __init__(self, statement: Statement, params: tuple[Any, ...]) -> None:
        self.statement, self.params = statement, params


@overload
def ask(one: Asking[A], two: Asking[B], /) -> tuple[list[A], list[B]]: ...
@overload
def ask(one: Asking[A], two: Asking[B], three: Asking[C], /) -> tuple[list[A], list[B], list[C]]: ...
def ask(*questions: Asking[Any]) -> tuple[list[Any], ...]:
    """Run several queries, in this order: on PostgreSQL in one message, elsewhere one by one.

    Each sees the data at its turn: a query after a lock sees all that was committed before the lock was got.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if not takes_several(connection):
        return tuple(one.statement.rows(one.params) for one in questions)
    told: list[list[Any]] = []
    pieces = [
        Piece(one.statement.sql, one.params, lambda cursor: told.append(cursor.fetchall()))
        for one in questions
    ]
    with connection.cursor() as cursor:
        send_together(cursor, pieces)
    return tuple(one.statement.rows(one.params, rows) for one, rows in zip(questions, told, strict=True))


def _all(rows: Rows) -> tuple[Rows, Query]:
    return rows, rows.query


def _first(rows: Rows) -> tuple[Rows, Query]:
    return _all((rows if rows.ordered else rows.order_by("pk"))[:1])


def _any(rows: Rows) -> tuple[Rows, Query]:
    return rows, rows.query.exists()


class KeptChange(_Keeping[P]):
    """Wraps a function that returns a change: calling it makes the change."""

    def __call__(self, *args: P.args, **words: P.kwargs) -> int:
        """Make the change; return how many rows were changed."""
        change = self.later(*args, **words)
        using = DEFAULT_DB_ALIAS
        with transaction.mark_for_rollback_on_error(using), connections[using].cursor() as cursor:
            change.piece.send(cursor)
        return change.changed

    def later(self, *args: P.args, **words: P.kwargs) -> Changing:
        """Prepare the change, to be sent with others by `send`."""
        statement, params = self._statement(_change, args, words)
        return Changing(statement.sql, params)


def _change(change: Change) -> tuple[Rows, Query]:
    return change.rows, change.query


class Changing:
    """A change that is ready to be sent; afterwards, how many rows it changed."""

    def __init__(self, sql: str, params: tuple[Any, ...]) -> None:
        self.changed = 0
        self.piece = Piece(sql, params, self._note)

    def pieces(self, connection: BaseDatabaseWrapper) -> Iterator[Piece]:
        yield self.piece

    def _note(self, cursor: Any) -> None:
        self.changed = 0 if self.piece.sql == NOTHING else cursor.rowcount


def kept(function: Callable[P, QuerySet[Any, Row]]) -> Kept[P, Row]:
    """Compile the query of a function once; the function returns a queryset."""
    return Kept(function)


def kept_change(function: Callable[P, Change]) -> KeptChange[P]:
    """Compile the update of a function once; the function returns a `Change`."""
    return KeptChange(function)
