"""Where statements are kept: on the connection they are sent over, which nothing else shares."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from django.db.backends.base.base import BaseDatabaseWrapper

T = TypeVar("T")
MOST = 500  # for each connection; then the oldest makes room
NAME = "kept_statements"


def kept_by(connection: BaseDatabaseWrapper, key: Hashable, make: Callable[[], T]) -> T:
    """Return what a connection keeps under a key; call `make` the first time."""
    kept: dict[Hashable, Any] = vars(connection).setdefault(NAME, {})
    found = kept.get(key)
    if found is None:
        found = make()
        while len(kept) >= MOST:
            kept.pop(next(iter(kept)), None)
        kept[key] = found
    return cast(T, found)


def like(one: T, **differing: Any) -> T:
    """Copy an object with some attributes or methods replaced; a shallow copy."""
    made = object.__new__(type(one))
    vars(made).update(vars(one), **differing)
    return made
