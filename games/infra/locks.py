"""Locks: who may write and in which order, and what only one process may do at a time.

On PostgreSQL, writers need nothing but a row lock on the match. It leaves the match's key alone (`no_key`):
rows that name a match, such as the links of an email, would wait for a stronger lock, while a move may wait
for that email. SQLite allows one writer at a time, and its own way of waiting starves some for seconds, so
writers queue for it by number.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import threading
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

#: If PostgreSQL hears nothing from a lock's holder for this long, it has hung or lost its network, and is cut
#: off. Behind a pooler the holder says nothing while it works, so no errand may take longer.
LONGEST_SILENCE = "60s"
SILENCES = ("idle_session_timeout", "idle_in_transaction_session_timeout")
# type, whence, start, length, process: a record lock as Linux has it on 64 bits
_RECORD = struct.Struct("hhqqi4x")
_turn = threading.Lock()


@contextmanager
def writing() -> Iterator[None]:
    """Open the one transaction of an operation; never call this inside another transaction."""
    if connection.vendor != "sqlite":
        with transaction.atomic(durable=True):
            yield
        return
    with _turn if _is_in_memory() else in_line(_database()), transaction.atomic(durable=True):
        yield


def alone(errand: str) -> AbstractContextManager[bool]:
    """Do an errand in only one process of this database at a time; yield whether the lock was free.

    The lock is released when its holder dies, however that happens: the next may start at once.
    """
    if connection.vendor != "sqlite":
        return _transaction_lock(errand) if settings.DATABASE_POOLER else _session_lock(errand)
    return nullcontext(True) if _is_in_memory() else _file_lock(f"{_database()}.{errand}")


def _database() -> str:
    return str(connection.settings_dict["NAME"])


def _is_in_memory() -> bool:
    return ":memory:" in _database() or "mode=memory" in _database()


# --- the line in front of SQLite


@contextmanager
def in_line(database: str, *, patient: bool = True) -> Iterator[None]:
    """Take a number and wait until all lower ones are done; raise BlockingIOError if not patient.

    A number is a lock on that byte of a file beside the database. When a process is done, or is killed while
    it waits or writes, its lock is released: so nobody overtakes, and nobody waits for a dead process. The
    file is opened again each time because the locks belong to the open file: that way threads exclude each
    other just as processes do.
    """
    line = os.open(f"{database}.queue", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if sys.platform == "linux":
            _wait_for_all_before(line, _draw(line), patient)
        else:  # no such locks here: one at a time, in any order
            fcntl.flock(line, fcntl.LOCK_EX if patient else fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(line)


def _draw(line: int) -> int:
    fcntl.flock(line, fcntl.LOCK_EX)  # only until this number is locked, before the next is taken
    number = int.from_bytes(os.pread(line, 8, 0), "big") + 1
    os.pwrite(line, number.to_bytes(8, "big"), 0)
    _lock(line, fcntl.F_OFD_SETLKW, fcntl.F_WRLCK, number, 1)
    fcntl.flock(line, fcntl.LOCK_UN)
    return number


def _wait_for_all_before(line: int, number: int, patient: bool) -> None:
    how = fcntl.F_OFD_SETLKW if patient else fcntl.F_OFD_SETLK
    # First wait for the one directly in front: when it is done, it wakes only its follower, not everybody.
    _lock(line, how, fcntl.F_RDLCK, number - 1, 1)
    _lock(line, how, fcntl.F_RDLCK, 0, number)


def _lock(file: int, how: int, kind: int, first: int, length: int) -> None:
    fcntl.fcntl(file, how, _RECORD.pack(kind, os.SEEK_SET, first, length, 0))


# --- what only one does at a time


@contextmanager
def _session_lock(errand: str) -> Iterator[bool]:
    """Hold an advisory lock of PostgreSQL on this connection, the same one that then does the writing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [zlib.crc32(errand.encode())])
        (is_ours,) = cursor.fetchone()
    if not is_ours:
        yield False
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("; ".join(f"SET {limit} = '{LONGEST_SILENCE}'" for limit in SILENCES))
        yield True
    finally:
        # Unlock all: a lock that a time limit once kept from being released must not stay on a pooled
        # connection.
        with suppress(Error), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock_all()")
            for limit in SILENCES:
                cursor.execute(f"RESET {limit}")


@contextmanager
def _transaction_lock(errand: str) -> Iterator[bool]:
    """Hold an advisory lock by a transaction on a connection of its own.

    A pooler gives each transaction another session of the server, and a session's lock would stay behind on
    one of them. Until this transaction ends, its session belongs to nobody else.
    """
    line = _line_of_its_own()
    with line.cursor() as cursor:
        cursor.execute(f"BEGIN; SET LOCAL {SILENCES[1]} = '{LONGEST_SILENCE}'")
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [zlib.crc32(errand.encode())])
        (is_ours,) = cursor.fetchone()
    try:
        yield is_ours
    finally:
        with suppress(Error), line.cursor() as cursor:  # the server may have cut it off
            cursor.execute("ROLLBACK")
        line.close()


def _line_of_its_own() -> BaseDatabaseWrapper:
    """Make a connection outside the pool, whose others must not wait for it."""
    line = connection.copy()
    line.settings_dict["OPTIONS"].pop("pool", None)
    return line


@contextmanager
def _file_lock(path: str) -> Iterator[bool]:
    with open(path, "a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
