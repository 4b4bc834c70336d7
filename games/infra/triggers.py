"""Triggers in the database that refuse to change or delete rows that are written for good.

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
from games.models.order import Order, SealedAnswer
from games.models.ruling import Look, Ruling

KEPT = (Act, Event, Look, Order, Ruling, SealedAnswer)

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION games_refuse() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME; END $$ LANGUAGE plpgsql"""


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


@contextmanager
def removed(using: str = "default") -> Iterator[None]:
    """Remove the triggers for a while."""
    remove(using)
    try:
        yield
    finally:
        install(using)


def names() -> list[tuple[str, str]]:
    return [
        (table, f"{table}_no_{action}") for table in tables() for action in ("update", "delete", "truncate")
    ]


def statements(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Yield the SQL that installs the triggers on this database."""
    if connection.vendor == "postgresql":
        yield POSTGRES_FUNCTION
    # The signal comes after every migrate, also after one to a state before these tables.
    present = connection.introspection.table_names()
    for table, name in ((table, name) for table, name in names() if table in present):
        action = name.rpartition("_")[2].upper()
        if connection.vendor == "postgresql":
            each = "STATEMENT" if action == "TRUNCATE" else "ROW"
            yield f"DROP TRIGGER IF EXISTS {name} ON {table}"
            yield (
                f"CREATE TRIGGER {name} BEFORE {action} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION games_refuse()"
            )
        elif action != "TRUNCATE":  # SQLite has no TRUNCATE
            yield f"DROP TRIGGER IF EXISTS {name}"
            yield (
                f"CREATE TRIGGER {name} BEFORE {action} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are never changed'); END"
            )
