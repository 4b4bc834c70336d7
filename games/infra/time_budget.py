"""How long one look at what is due may take, and how it can be told to stop.

Shorter than a lease, so that what a sweep claims last doesn't look abandoned to the next sweep. And shorter
than a worker's time limit, which would kill it in the middle of something.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
Stopping = Callable[[], bool]


def never() -> bool:
    return False


def within(seconds: float, items: Iterable[T]) -> Iterator[T]:
    """Yield items until that much time has passed; the next sweep finds the rest."""
    until = time.monotonic() + seconds
    for item in items:
        yield item
        if time.monotonic() >= until:
            return
