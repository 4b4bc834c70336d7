"""Put the SQLite database of a release into PostgreSQL, as it would have been there.

The tables are made by its own migrations, which are still in this program; the rows are copied as they are.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
from psycopg import sql

from tests.kit.commands import Own

MIGRATIONS = "django_migrations"
#: Up to where that release was, with the triggers but without the rows that a migrate adds by itself.
MAKE_TABLES = """
import json
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from games.infra import triggers
MigrationExecutor(connection).migrate([tuple(one) for one in json.loads(sys.argv[1])])
triggers.install()
"""
COUNTERS = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = 'public' AND is_identity = 'YES'
"""


def fill(own: Own, file: Path) -> None:
    """Make an empty database into that of the file."""
    with closing(sqlite3.connect(file)) as old:
        own.script(MAKE_TABLES, json.dumps(old.execute(f"SELECT app, name FROM {MIGRATIONS}").fetchall()))
        with psycopg.connect(own.url) as new:  # one transaction: foreign keys are looked at in its end
            for (table,) in old.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                if table != MIGRATIONS and not table.startswith("sqlite_"):
                    _copy(old, new, table)
            _set_counters(new)


def _copy(old: sqlite3.Connection, new: psycopg.Connection, table: str) -> None:
    """Copy a table as text, which PostgreSQL reads by the type of each column."""
    found = old.execute(f'SELECT * FROM "{table}"')  # nosec B608 # our own names
    columns = [sql.Identifier(name) for name, *_ in found.description]
    told = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), sql.SQL(", ").join(columns))
    with new.cursor() as cursor, cursor.copy(told) as copy:
        for row in found:
            copy.write_row(row)


def _set_counters(new: psycopg.Connection) -> None:
    """Let ids go on after the last one of each table."""
    for table, column in new.execute(COUNTERS).fetchall():
        names = {"table": sql.Identifier(table), "column": sql.Identifier(column)}
        sequence = sql.SQL("pg_get_serial_sequence({}, {})").format(sql.Literal(table), sql.Literal(column))
        last = sql.SQL("SELECT setval({}, max({column})) FROM {table}").format(sequence, **names)
        new.execute(last)
