"""Who may write, and in which order; and what only one may do at a time.

On PostgreSQL a row lock on the match is all that writers need. SQLite has one writer at a time, and its
own way of waiting starves some for seconds: in front of it stands a line in which numbers are drawn.
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

from django.db import Error, connection, transaction

#: A holder that PostgreSQL hears nothing of for so long has hung or lost its network: it is cut off.
LONGEST_SILENCE = "60s"
SILENCES = ("idle_session_timeout", "idle_in_transaction_session_timeout")
# type, whence, start, length, process: a record lock as Linux has it on 64 bits
_RECORD = struct.Struct("hhqqi4x")
_turn = threading.Lock()


@contextmanager
def writing() -> Iterator[None]:
    """Open a transaction for one story; never inside another one."""
    if connection.vendor != "sqlite":
        with transaction.atomic(durable=True):
            yield
        return
    with _turn if _is_in_memory() else in_line(_database()), transaction.atomic(durable=True):
        yield


def alone(errand: str) -> AbstractContextManager[bool]:
    """Do an errand alone, of all processes at this database; tell whether it is free to be done.

    The lock dies with its holder, however that dies: the next may begin at once.
    """
    if connection.vendor != "sqlite":
        return _session_lock(errand)
    return nullcontext(True) if _is_in_memory() else _file_lock(f"{_database()}.{errand}")


def _database() -> str:
    return str(connection.settings_dict["NAME"])


def _is_in_memory() -> bool:
    return ":memory:" in _database() or "mode=memory" in _database()


# --- the line in front of SQLite


@contextmanager
def in_line(database: str, *, patient: bool = True) -> Iterator[None]:
    """Draw a number and wait until all lower ones are gone; the impatient raise BlockingIOError.

    A number is a lock on that byte of a file beside the database. Who is done, or killed while it waits
    or writes, has let go of it: so nobody overtakes, and nobody waits for the dead. The file is opened
    anew each time: the locks belong to what was opened, so threads shut each other out as processes do.
    """
    line = os.open(f"{database}.queue", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if sys.platform == "linux":
            _wait_for_all_before(line, _draw(line), patient)
        else:  # which has no such locks: one at a time, in whatever order
            fcntl.flock(line, fcntl.LOCK_EX if patient else fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(line)


def _draw(line: int) -> int:
    fcntl.flock(line, fcntl.LOCK_EX)  # for a moment: a number is held before the next is drawn
    number = int.from_bytes(os.pread(line, 8, 0), "big") + 1
    os.pwrite(line, number.to_bytes(8, "big"), 0)
    _lock(line, fcntl.F_OFD_SETLKW, fcntl.F_WRLCK, number, 1)
    fcntl.flock(line, fcntl.LOCK_UN)
    return number


def _wait_for_all_before(line: int, number: int, patient: bool) -> None:
    how = fcntl.F_OFD_SETLKW if patient else fcntl.F_OFD_SETLK
    # First for the one in front alone: when it goes it wakes its follower, not everybody.
    _lock(line, how, fcntl.F_RDLCK, number - 1, 1)
    _lock(line, how, fcntl.F_RDLCK, 0, number)


def _lock(file: int, how: int, kind: int, first: int, length: int) -> None:
    fcntl.fcntl(file, how, _RECORD.pack(kind, os.SEEK_SET, first, length, 0))


# --- what only one does at a time


@contextmanager
def _session_lock(errand: str) -> Iterator[bool]:
    """Hold a lock of PostgreSQL's that belongs to this very connection, as all that is then written does."""
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
        # All: what a time limit once kept from being unlocked must not stay with a pooled connection.
        with suppress(Error), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock_all()")
            for limit in SILENCES:
                cursor.execute(f"RESET {limit}")


@contextmanager
def _file_lock(path: str) -> Iterator[bool]:
    with open(path, "a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
