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
# In an outage the pool would wait twice as long before each attempt, in the end for minutes. So it soon gives
# up, and whoever needs a connection next makes it try again.
POOL = {"min_size": 1, "max_size": 8, "timeout": 5, "reconnect_timeout": 5}
# A host that is cut off, or ends, says nothing to whoever waits for its next word. Both ends notice within
# half a minute; otherwise a page waits for a quarter of an hour, and a lock is held for two.
SILENCE = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,  # milliseconds
}
POSTGRES_OPTIONS = {"pool": POOL, "connect_timeout": 5, **SILENCE}
# The server's end. A transaction waits for us for milliseconds, unless we are gone: then its locks, say on a
# match, must not stay.
SESSION = {
    "idle_in_transaction_session_timeout": "15s",
    "tcp_keepalives_idle": SILENCE["keepalives_idle"],
    "tcp_keepalives_interval": SILENCE["keepalives_interval"],
    "tcp_keepalives_count": SILENCE["keepalives_count"],
    "tcp_user_timeout": SILENCE["tcp_user_timeout"],
}


def database_settings(url: str, base: Path, *, pooled: bool = False) -> DBConfig:
    """Parse the URL; a relative SQLite path starts at the checkout, not at the working directory.

    SQLite creates the file but not its folder, and a fresh checkout has no `var/` yet. A pooler in front of
    PostgreSQL takes no settings of sessions, and fetches from a cursor may reach another session.
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
        found["DISABLE_SERVER_SIDE_CURSORS"] = pooled
        if not pooled:
            found["OPTIONS"]["options"] = _session(str(given.get("options", "")))
    return found


def _session(given: str) -> str:
    """Add our settings of a session to those of the URL, which win."""
    ours = " ".join(f"-c {name}={value}" for name, value in SESSION.items())
    return f"{ours} {given}".strip()
