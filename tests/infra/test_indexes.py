"""No index is there twice: each costs time with every row that is written."""

from __future__ import annotations

import pytest
from django.db import connection

from games.infra import triggers

pytestmark = pytest.mark.django_db

#: Of tables that stay small, or of Django's own making.
LEFT = {"games_heartbeat", "games_player", "games_player_groups", "games_player_user_permissions"}


def of(table: str) -> dict[tuple[str, ...], list[str]]:
    """Name the indexes of all rows of a table by their columns; partial ones say something else."""
    found: dict[tuple[str, ...], list[str]] = {}
    with connection.cursor() as cursor:
        partial = {name for name, text in texts(table) if " WHERE " in text}
        for name, told in connection.introspection.get_constraints(cursor, table).items():
            # Not expressions, which have no columns here.
            has_columns = told["columns"] and None not in told["columns"]
            if (told["index"] or told["unique"]) and has_columns and name not in partial:
                found.setdefault(tuple(told["columns"]), []).append(name)
    return found


def texts(table: str) -> list[tuple[str, str]]:
    asked = {
        "postgresql": "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s",
        "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql > '' AND tbl_name = %s",
    }
    with connection.cursor() as cursor:
        cursor.execute(asked[connection.vendor], [table])
        return list(cursor.fetchall())


def tables() -> list[str]:
    every = connection.introspection.django_table_names(only_existing=True)
    return sorted(name for name in {*every} - LEFT if name.startswith("games_"))


def test_none_is_another_or_its_beginning():
    doubled = []
    for table in tables():
        found = of(table)
        doubled += [names for names in found.values() if len(names) > 1]
        for columns, names in found.items():
            doubled += [[*names, *found[other]] for other in found if begins(columns, other)]
    assert doubled == []


def begins(columns: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return columns != other and columns == other[: len(columns)]


def test_it_would_be_noticed():
    with connection.cursor() as cursor:
        cursor.execute("CREATE INDEX once_more ON games_event (match_id)")
    with pytest.raises(AssertionError, match="once_more"):
        test_none_is_another_or_its_beginning()


def test_the_tables_that_are_only_added_to_are_among_them():
    assert {*triggers.tables()} <= {*tables()}
