"""Every kept function says and finds what the ORM does, whatever it is called with and whatever there is."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import EmptyResultSet
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from games.infra.statements import KeptChange, registry
from tests.kit import kept
from tests.kit.nightly import more

#: The last value of a list, repeated.
FILLED_UP = re.compile(r"(, [^(),]+)\1*(?=\))")
Called = tuple[tuple[Any, ...], dict[str, Any]]


@pytest.mark.django_db
@pytest.mark.parametrize("name", kept.names())
def test_it_says_and_finds_what_the_orm_does(name):
    kept.some_rows(random.Random(name))

    @settings(max_examples=more(25, 300))
    @given(kept.arguments(name), st.sampled_from(["list", "first", "exists"]))
    def compare(called: Called, way: str) -> None:
        one = registry[name]
        if isinstance(one, KeptChange):
            compare_changing(one, *called)
        else:
            compare_reading(one, way, *called)

    compare()


def compare_reading(one: Any, way: str, args: tuple[Any, ...], words: dict[str, Any]) -> None:
    ask = {"list": lambda: one(*args, **words)}.get(way, lambda: [getattr(one, way)(*args, **words)])
    rows = {"list": list}.get(way, lambda rows: [getattr(rows, way)()])
    assert outcome(ask) == outcome(lambda: rows(one.function(*args, **words))), f"{way} {args} {words}"


def compare_changing(one: Any, args: tuple[Any, ...], words: dict[str, Any]) -> None:
    def by_the_orm() -> Any:
        change = one.function(*args, **words)
        return [change.rows.update(**change.values)], kept.all_rows()

    assert undone(lambda: ([one(*args, **words)], kept.all_rows())) == undone(by_the_orm), f"{args} {words}"


def undone(deed: Callable[[], Any]) -> Any:
    """Give what comes of a deed that leaves nothing behind; an error by its kind."""
    try:
        with transaction.atomic():
            try:
                return deed()
            finally:
                transaction.set_rollback(True)
    except (DatabaseError, OverflowError) as error:
        return type(error)


def outcome(ask: Callable[[], list[Any]]) -> object:
    """Tell what was found, and by which statements; an error by its kind."""
    with CaptureQueriesContext(connection) as asked:
        try:
            with transaction.atomic():
                found = [kept.told(row) for row in ask()]
        except (ValueError, TypeError, DatabaseError, OverflowError, EmptyResultSet) as error:
            return type(error)
    said = [one["sql"] for one in asked if "SAVEPOINT" not in one["sql"] and "0 = 1" not in one["sql"]]
    return found, [FILLED_UP.sub(r"\1", one) for one in said]
