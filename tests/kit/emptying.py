"""Empty the tables after a test that has committed for real.

Django does it with TRUNCATE, makes its own rows anew, and so has everything laid anew that comes after a
migration. On PostgreSQL that takes longer than most tests: a file is made for every table and index. Here
whatever has rows loses them, in one transaction that waits for everybody, as TRUNCATE would.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.test import TransactionTestCase

from games.infra import triggers
from games.play import history

#: What migrating writes, and no test does.
LAID = frozenset({"django_migrations", ContentType._meta.db_table, Permission._meta.db_table})
by_django = vars(TransactionTestCase)["_fixture_teardown"]


def empty(case: Any) -> None:
    """Stand in for what Django's own test case ends with."""
    history.memo.clear()
    if connection.vendor != "postgresql":
        triggers.lift()
        by_django(case)  # its signals lay them anew
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
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is still to be checked bars the next
        for name in guarded:
            cursor.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")
    if not triggers_lie():
        triggers.lay()


def ours() -> set[str]:
    return {*connection.introspection.django_table_names(only_existing=True)} - LAID


def triggers_lie() -> bool:
    """Tell whether all lie there that are to: some tests lift them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'")
        found = {name for (name,) in cursor.fetchall()}
    return {name for _, name in triggers.names()} <= found
