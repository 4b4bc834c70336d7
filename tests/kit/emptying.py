"""Empties the tables after a test that committed for real.

Django does it with TRUNCATE, creates its own rows again, and triggers everything that follows a migration. On
PostgreSQL that takes longer than most tests, since it creates a file for every table and index. Here only
tables with rows are emptied, in one transaction that waits for everyone, as TRUNCATE would.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.test import TransactionTestCase

from games.infra import triggers
from games.play import history

#: Tables that only migrations write.
LAID = frozenset({"django_migrations", ContentType._meta.db_table, Permission._meta.db_table})
by_django = vars(TransactionTestCase)["_fixture_teardown"]


def empty(case: Any) -> None:
    """Replace the end of Django's own test case."""
    history.memo.clear()
    if connection.vendor != "postgresql":
        triggers.remove()
        by_django(case)  # its signals create the triggers again
        return
    tables = [connection.ops.quote_name(name) for name in sorted(ours())]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE")
        cursor.execute(
            " UNION ALL ".join(f"SELECT '{one}' WHERE EXISTS (SELECT FROM {one})" for one in tables)
        )
        full = [name for (name,) in cursor.fetchall()]
        guarded = {*full} & {*map(connection.ops.quote_name, triggers.tables())}
        for name in guarded:
            cursor.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        for name in full:
            cursor.execute(f"DELETE FROM {name}")
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # pending checks would block the next statement
        for name in guarded:
            cursor.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")
    if not triggers_lie():
        triggers.install()


def ours() -> set[str]:
    return {*connection.introspection.django_table_names(only_existing=True)} - LAID


def triggers_lie() -> bool:
    """Check whether all triggers are there: some tests drop them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'")
        found = {name for (name,) in cursor.fetchall()}
    return {name for _, name in triggers.names()} <= found
