"""Several people at once: threads with their own connections, started together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tests.kit.waiting import LONG

needs_postgres = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite has one writer at a time; see test_queue"
)
PATIENCE = LONG


def together(actions: Sequence[Callable[[], object]]) -> list[Any]:
    """Call all functions at the same moment; return their results, exceptions included."""
    start = threading.Barrier(len(actions))

    def do(action: Callable[[], object]) -> object:
        start.wait(PATIENCE)
        try:
            return action()
        except BaseException as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(do, actions))
