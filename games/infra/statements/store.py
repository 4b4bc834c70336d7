"""Where statements are kept: with the connection they are sent over, so nothing else ever meets them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from django.db.backends.base.base import BaseDatabaseWrapper

T = TypeVar("T")
MOST = 2000  # so many a connection; then it begins afresh
NAME = "kept_statements"


def kept_by(connection: BaseDatabaseWrapper, key: Hashable, make: Callable[[], T]) -> T:
    """Give what a connection keeps under a key, which `make` makes the first time."""
    kept: dict[Hashable, Any] = vars(connection).setdefault(NAME, {})
    found = kept.get(key)
    if found is None:
        found = make()
        if len(kept) >= MOST:
            kept.clear()
        kept[key] = found
    return cast(T, found)


def like(one: T, **differing: Any) -> T:
    """Make an object that differs in some attributes, methods too; nothing is copied deeply."""
    made = object.__new__(type(one))
    vars(made).update(vars(one), **differing)
    return made
