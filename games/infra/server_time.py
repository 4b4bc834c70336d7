"""Whose clock is right: each host has one, and PostgreSQL's is the one they share."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection

#: As far apart as clocks of hosts may be that are kept right; the way to the server counts as well.
APART = timedelta(seconds=2)


def time_of_database() -> datetime | None:
    """Ask a database server for the time; SQLite has no clock of its own."""
    if connection.vendor == "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (told,) = cursor.fetchone()
    return told if isinstance(told, datetime) else None


def agrees(told: datetime | None, now: datetime) -> bool:
    """Tell whether a clock agrees with ours; one that doesn't exist does."""
    return told is None or abs(told - now) <= APART
