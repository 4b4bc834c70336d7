"""Turns DATABASE_URL into Django's settings, with options chosen by measurement."""

from __future__ import annotations

import contextlib
from pathlib import Path

import dj_database_url
from dj_database_url import DBConfig

# WAL lets readers continue while one connection writes. IMMEDIATE takes the write lock when a transaction
# begins: deferred transactions that write later fail at once with "database is locked", whatever the timeout.
# FULL, because with WAL the default may lose the last commits in a power failure. Recursive triggers, because
# without them REPLACE deletes rows that a trigger protects.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;",
}
# A pool a process; connections are given back after each request, so CONN_MAX_AGE stays 0. SQLite's stay
# open, for to open one costs as much as a small page: it looks itself whether its file is still that file.
POSTGRES_OPTIONS = {"pool": {"min_size": 1, "max_size": 8, "timeout": 5}, "connect_timeout": 5}


def database_settings(url: str, base: Path) -> DBConfig:
    """Parse the URL; a relative SQLite path starts at the checkout, not at the working directory.

    SQLite creates the file but not its folder, and a fresh checkout has no `var/` yet.
    """
    found = dj_database_url.parse(url, conn_max_age=0)
    given = found.get("OPTIONS", {})
    if found["ENGINE"].endswith("sqlite3"):
        found["ENGINE"] = "quartz_site.private_sqlite"
        name = found["NAME"]
        if name != ":memory:":
            found["NAME"] = str(base / name)
            with contextlib.suppress(OSError):  # the database will report what it can't open
                (base / name).parent.mkdir(parents=True, exist_ok=True)
        found["OPTIONS"] = {**SQLITE_OPTIONS, **given}
        found["CONN_MAX_AGE"] = None
    else:
        found["OPTIONS"] = {**POSTGRES_OPTIONS, **given}
    return found
