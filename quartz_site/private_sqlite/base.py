"""Keeps the database file private: it holds the secrets of matches, sign-ins and everyone's addresses.

SQLite creates files with the umask, which mostly lets everyone read. It gives the files beside the database
(-wal, -shm, -journal) the permissions of the database itself.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base

OTHERS = stat.S_IRWXO
FILES = ("", "-wal", "-shm", "-journal")


class Cursor(base.SQLiteCursorWrapper):
    """Django's cursor, which keeps how a statement marks its values: most are sent again and again."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        if param_names is None:
            return _with_question_marks(query)
        return super().convert_query(query, param_names=param_names)


@lru_cache(maxsize=1000)
def _with_question_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that stays open from request to request, while its file is the site's database."""

    opened: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        name = str(conn_params["database"])
        if not name.startswith((":memory:", "file:")):
            keep_private(name)
        made = super().get_new_connection(conn_params)
        self.opened = _file(name)
        return made

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=Cursor)

    def close_if_unusable_or_obsolete(self) -> None:
        """Close it where another file has taken its place, too: what the old one was told would be lost."""
        name = str(self.settings_dict["NAME"])
        if self.connection is not None and not self.in_atomic_block and _file(name) != self.opened:
            self.close()
        super().close_if_unusable_or_obsolete()


def _file(name: str) -> tuple[int, int] | None:
    """Tell one file from another; nothing for a database in memory."""
    try:
        found = os.stat(name)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def keep_private(database: str) -> None:
    """Create the file if there is none, or remove others' access to an existing one; its group keeps access.

    An existing file is never opened here: closing it would release the locks of all our connections.
    """
    with suppress(OSError):  # SQLite will report what it can't open
        try:
            os.close(os.open(database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            for ending in FILES:
                _shut_others_out(f"{database}{ending}")


def _shut_others_out(path: str) -> None:
    with suppress(OSError):  # it is somebody else's, or doesn't exist
        mode = stat.S_IMODE(os.stat(path).st_mode)
        if mode & OTHERS:
            os.chmod(path, mode & ~OTHERS)
