"""A site of its own in memory: settings, tables, and a blank database for every match.

The suite runs on PostgreSQL, so whoever wants this starts a process of its own.
"""

from __future__ import annotations

import gc
import logging
import os
import sqlite3

import django

NOT_FOR_TESTS = ("DEBUG", "SITE_URL", "ALLOWED_HOSTS", "BEHIND_PROXY", "EMAIL_URL", "MAIL_FROM", "REDIS_URL")
#: Names a file in which a migrated database is kept for the next process: migrating takes a second.
BLANK = "SIMULATION_BLANK"
_blank: list[sqlite3.Connection] = []


def begin() -> None:
    """Set Django up over a database in memory. Comes before anything that imports a model."""
    for name in NOT_FOR_TESTS:
        os.environ.pop(name, None)
    os.environ.update(
        ENVIRONMENT="local",
        ENV_FILE=os.devnull,
        SECRET_KEY="a key for simulations only " * 3,
        DATABASE_URL="sqlite://:memory:",
        EMAIL_URL="memory:",
        DJANGO_SETTINGS_MODULE="quartz_site.settings",
    )
    django.setup()
    logging.disable(logging.CRITICAL)  # faults are meant here, and thousands of them
    gc.set_threshold(50_000, 50, 50)  # queries make much that dies at once; looking for it takes a tenth


def anew() -> None:
    """Empty every table, in a thousandth of the time that migrating takes."""
    from django.core.management import call_command
    from django.db import connection

    from games.play import history

    connection.ensure_connection()
    if not _blank:
        _blank.append(sqlite3.connect(os.environ.get(BLANK, ":memory:")))
        if not _blank[0].execute("SELECT 1 FROM sqlite_master").fetchone():
            call_command("migrate", verbosity=0)
            connection.connection.backup(_blank[0])
    _blank[0].backup(connection.connection)
    history.memo.clear()
