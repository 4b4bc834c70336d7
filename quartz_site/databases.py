"""Turn DATABASE_URL into Django's settings, with the options that were measured."""

from __future__ import annotations

import contextlib
from pathlib import Path

import dj_database_url
from dj_database_url import DBConfig

# WAL lets readers go on while one writes. IMMEDIATE takes the write lock when a transaction begins:
# deferred transactions that turn to writing late fail at once with "database is locked", whatever the
# timeout. FULL, because with WAL the default may lose the last commits when the power fails. Recursive
# triggers, because without them REPLACE deletes rows that a trigger guards.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;",
}
# A pool a process; connections are given back after each request, so CONN_MAX_AGE stays 0.
POSTGRES_OPTIONS = {"pool": {"min_size": 1, "max_size": 8, "timeout": 5}, "connect_timeout": 5}


def database_settings(url: str, base: Path) -> DBConfig:
    """Read the URL; a relative SQLite path counts from the checkout, not from where one stands.

    SQLite makes the file and not the folder it lies in: a fresh checkout has no `var/` yet.
    """
    found = dj_database_url.parse(url, conn_max_age=0)
    given = found.get("OPTIONS", {})
    if found["ENGINE"].endswith("sqlite3"):
        found["ENGINE"] = "quartz_site.private_sqlite"
        name = found["NAME"]
        if name != ":memory:":
            found["NAME"] = str(base / name)
            with contextlib.suppress(OSError):  # then the database says what it can't open
                (base / name).parent.mkdir(parents=True, exist_ok=True)
        found["OPTIONS"] = {**SQLITE_OPTIONS, **given}
    else:
        found["OPTIONS"] = {**POSTGRES_OPTIONS, **given}
    return found
