"""A database file for its user alone: it holds the secrets of matches, sign-ins and everybody's addresses.

SQLite makes files as the umask says, which is mostly for everybody to read. What lies beside the database
(-wal, -shm, -journal) it makes with the rights of the database itself.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import Any

from django.db.backends.sqlite3 import base

OTHERS = stat.S_IRWXO
FILES = ("", "-wal", "-shm", "-journal")


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        name = str(conn_params["database"])
        if not name.startswith((":memory:", "file:")):
            keep_private(name)
        return super().get_new_connection(conn_params)


def keep_private(database: str) -> None:
    """Make the file where there is none yet; shut others out of one that is there. A group may be meant.

    One that is there is never opened: to close it would let go of the locks of every connection we have.
    """
    with suppress(OSError):  # then SQLite says what it can't open
        try:
            os.close(os.open(database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            for ending in FILES:
                _shut_others_out(f"{database}{ending}")


def _shut_others_out(path: str) -> None:
    with suppress(OSError):  # it is somebody else's, or isn't there
        mode = stat.S_IMODE(os.stat(path).st_mode)
        if mode & OTHERS:
            os.chmod(path, mode & ~OTHERS)
