"""Wait for something that another process or thread will do, and not for ever."""

from __future__ import annotations

import time
from collections.abc import Callable

LONG = 300  # seconds: what takes longer on a busy machine isn't coming


def wait_for(condition: Callable[[], object], seconds: float = LONG) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
