"""Whether a pooler is in front of PostgreSQL, and everything is set for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import connection

from games.ops.doctor.finding import Finding, ill, well, worry

PART = "pooler"
NEVER = "0"
LIMIT = "idle_in_transaction_session_timeout"


def settings_fit() -> Iterator[Finding]:
    """Compare what is in front of the database with DATABASE_POOLER; raise DatabaseError."""
    if connection.vendor == "sqlite":
        return
    is_there, limit = _look()
    if is_there and not settings.DATABASE_POOLER:
        do = "Set DATABASE_POOLER=on, or lead DATABASE_URL straight to PostgreSQL."
        yield ill(PART, "is in front of PostgreSQL, but DATABASE_POOLER isn't set", do)
    elif settings.DATABASE_POOLER and not is_there:
        do = "Remove DATABASE_POOLER if DATABASE_URL leads straight to PostgreSQL."
        yield worry(PART, "isn't there, but DATABASE_POOLER is set", do)
    elif is_there and limit == NEVER:
        do = f"ALTER ROLE {settings.DATABASES['default']['USER']} SET {LIMIT} = '15s';"
        yield ill(PART, "lets a host that is cut off hold up matches for hours", do)
    elif is_there:
        yield well(PART, "is in front of PostgreSQL, and everything is set for it")


def _look() -> tuple[bool, str]:
    """Tell whether another than the server greeted us, and how long a transaction may idle."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid(), current_setting(%s)", [LIMIT])
        pid, limit = cursor.fetchone()
    driver: Any = connection.connection
    return pid != driver.info.backend_pid, limit
