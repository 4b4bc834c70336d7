"""What was worked out last, kept in bounded memory for all threads of a process."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


_all: list[Recent[Any, Any]] = []  # there are as many as modules that keep something


def forget() -> None:
    """Drop everything that is kept, as after a start."""
    for one in _all:
        one.clear()


class Recent(Generic[K, V]):
    """The results used last. A key must name everything that its result depends on."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, threading.Lock()
        self._kept: OrderedDict[K, V] = OrderedDict()
        _all.append(self)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Give what is kept under a key, or make it; two threads may both make it."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
