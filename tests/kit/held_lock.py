"""The lock of the single sender, held by another process."""

from __future__ import annotations

from contextlib import AbstractContextManager

from django.db import connection

from games.infra import locks


def held(database: str) -> AbstractContextManager[bool]:
    return locks.alone("mails") if connection.vendor == "postgresql" else locks._file_lock(database)
