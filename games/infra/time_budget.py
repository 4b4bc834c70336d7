"""How long one look at what is due may take, and who may end it.

Shorter than a lease: what a sweep takes in hand last must not look abandoned to the next. And shorter
than a worker's time limit, which would stop it in the middle of something.
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
    """Give items until that much time has passed; the next sweep finds the rest."""
    until = time.monotonic() + seconds
    for item in items:
        yield item
        if time.monotonic() >= until:
            return
