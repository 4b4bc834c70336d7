"""Cuts the connection to the database in the middle of a move."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from django.db import OperationalError, connection

from tests.kit.at_once import PATIENCE, together


class Cut:
    """Counts the statements of a move, and cuts the connection at one of them."""

    def __init__(self, at: int, how: Callable[[], None]) -> None:
        self.at, self.how, self.seen = at, how, 0

    def __call__(self, execute, sql, params, many, context):
        self.seen += 1
        if self.seen == self.at:
            self.how()
        return execute(sql, params, many, context)

    def watching(self) -> AbstractContextManager[None]:
        return connection.execute_wrapper(self)


def refuse() -> None:
    """Fail like a driver that has lost its server."""
    raise OperationalError("server closed the connection unexpectedly")


def terminate() -> None:
    """Let the server itself end our connection."""
    pid = connection.connection.info.backend_pid

    def end() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, %s)", [pid, 1000 * PATIENCE])

    together([end])  # over another thread's connection
