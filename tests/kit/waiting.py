"""Waits for something that another process or thread will do, but not for ever."""

from __future__ import annotations

import time
from collections.abc import Callable

LONG = 300  # seconds: even on a busy machine, what takes longer never comes


def wait_for(condition: Callable[[], object], seconds: float = LONG) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
