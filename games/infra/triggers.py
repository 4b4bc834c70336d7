"""Triggers in the database that refuse to change or delete rows that are written for good.

A canary's matches may be deleted, or they would pile up; and no match ever becomes one (games/ops/canary).

One function installs them after every migrate: SQLite recreates an altered table and silently drops its
triggers, and a migration would install them only once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from games.models.act import Act
from games.models.event import Event
from games.models.match import Match, MatchKind
from games.models.order import Order, SealedAnswer
from games.models.ruling import Look, Ruling

KEPT = (Act, Event, Look, Order, Ruling, SealedAnswer)
#: What playing writes. What moderators did stays, whatever they did it to.
OF_PLAY = (Act, Event, Order, SealedAnswer)
MATCHES = Match._meta.db_table
KIND = f"{MATCHES}_no_kind"
# Names of our own, in both places.
IS_CANARYS = f"SELECT 1 FROM {MATCHES} WHERE id = OLD.match_id AND kind = '{MatchKind.CANARY}'"  # nosec B608

POSTGRES_FUNCTIONS = (
    """
CREATE OR REPLACE FUNCTION games_refuse() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME; END $$ LANGUAGE plpgsql""",
    f"""
CREATE OR REPLACE FUNCTION games_refuse_but_canarys() RETURNS trigger AS $$
BEGIN
  IF EXISTS ({IS_CANARYS}) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$ LANGUAGE plpgsql""",
)


def tables() -> list[str]:
    return [model._meta.db_table for model in KEPT]


def install(using: str = "default", **_: Any) -> None:
    """Install the triggers, replacing those that exist."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for statement in statements(connection):
            cursor.execute(statement)


def remove(using: str = "default") -> None:
    """Remove the triggers; only tests do this, to empty their tables."""
    connection = connections[using]
    with connection.cursor() as cursor:
        present = connection.introspection.table_names(cursor)
        for table, name in ((table, name) for table, name in names() if table in present):
            on = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


def make_way(using: str = "default", **_: Any) -> None:
    """Before a migrate, remove what names another table or one column: SQLite couldn't alter those."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for name in (KIND, *(f"{model._meta.db_table}_no_delete" for model in OF_PLAY)):
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")


@contextmanager
def removed(using: str = "default") -> Iterator[None]:
    """Remove the triggers for a while."""
    remove(using)
    try:
        yield
    finally:
        install(using)


def names() -> list[tuple[str, str]]:
    """List the triggers, each with its table."""
    kept = [
        (table, f"{table}_no_{action}") for table in tables() for action in ("update", "delete", "truncate")
    ]
    return [*kept, (MATCHES, KIND)]


def statements(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Yield the SQL that installs the triggers on this database."""
    is_postgres = connection.vendor == "postgresql"
    # The signal comes after every migrate, also after one to a state before these tables.
    present = _with_their_columns(connection)
    if is_postgres:
        yield from POSTGRES_FUNCTIONS
    for table, name in ((table, name) for table, name in names() if table in present):
        if is_postgres:
            yield f"DROP TRIGGER IF EXISTS {name} ON {table}"
            yield _on_postgres(table, name)
        elif not name.endswith("truncate"):  # SQLite has no TRUNCATE
            yield f"DROP TRIGGER IF EXISTS {name}"
            yield _on_sqlite(table, name)


def _with_their_columns(connection: BaseDatabaseWrapper) -> set[str]:
    """Name the tables that are there; that of matches only once it says what each is for."""
    with connection.cursor() as cursor:
        present = set(connection.introspection.table_names(cursor))
        if MATCHES in present:
            columns = connection.introspection.get_table_description(cursor, MATCHES)
            present -= set() if any(one.name == "kind" for one in columns) else {MATCHES}
    return present


def _may_go(table: str, action: str) -> bool:
    """Tell whether rows of a canary's match may be deleted from a table."""
    return action == "DELETE" and table in {model._meta.db_table for model in OF_PLAY}


def _on_postgres(table: str, name: str) -> str:
    if name == KIND:
        changed = "WHEN (OLD.kind IS DISTINCT FROM NEW.kind)"
        return (
            f"CREATE TRIGGER {name} BEFORE UPDATE OF kind ON {table} "
            f"FOR EACH ROW {changed} EXECUTE FUNCTION games_refuse()"
        )
    action = name.rpartition("_")[2].upper()
    each = "STATEMENT" if action == "TRUNCATE" else "ROW"
    refuse = "games_refuse_but_canarys" if _may_go(table, action) else "games_refuse"
    return f"CREATE TRIGGER {name} BEFORE {action} ON {table} FOR EACH {each} EXECUTE FUNCTION {refuse}()"


def _on_sqlite(table: str, name: str) -> str:
    refuse = f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are never changed'); END"
    if name == KIND:
        return f"CREATE TRIGGER {name} BEFORE UPDATE OF kind ON {table} WHEN OLD.kind <> NEW.kind {refuse}"
    action = name.rpartition("_")[2].upper()
    unless = f"WHEN NOT EXISTS ({IS_CANARYS}) " if _may_go(table, action) else ""
    return f"CREATE TRIGGER {name} BEFORE {action} ON {table} {unless}{refuse}"
