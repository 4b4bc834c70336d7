"""How PostgreSQL would answer what is asked: which tables a statement reads through from end to end."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

#: Tables that stay as small as they are, however long a site runs.
SMALL = frozenset(
    {"games_heartbeat", "django_site", "django_content_type", "auth_permission", "auth_group", "games_outage"}
)
#: What fits into so many pages (of 8 kB) is read through sooner than looked up, if the planner may choose.
FEW_PAGES = 16
#: Steps of a plan that take in all rows below before they give the first.
GATHER = frozenset({"Sort", "Incremental Sort", "Aggregate", "Hash", "Unique", "Materialize"})


@dataclass
class Asked:
    """Statements in the order they were made, each with its values."""

    statements: dict[str, Any] = field(default_factory=dict)

    def note(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not many and sql.lstrip("( ").startswith(("SELECT", "UPDATE", "DELETE", "INSERT")):
            self.statements.setdefault(sql, params)
        return execute(sql, params, many, context)


@contextmanager
def asked() -> Iterator[Asked]:
    """Note what is asked of the database meanwhile; the same statement once."""
    found = Asked()
    with connection.execute_wrapper(found.note):
        yield found


def read_through(found: Asked) -> Iterator[str]:
    """Name each table that grows and is read from end to end, with the statement that does."""
    narrow, little = _narrow_indexes(), _tables_of_few_pages()
    for sql, params in found.statements.items():
        for table in _whole(plan(sql, params), narrow):
            if table.split()[0] not in little:
                yield f"{table}: {sql}"


def by_index() -> None:
    """Ask until the transaction ends for plans that look each row up, as they are chosen among many rows.

    Few rows would be read through, whatever indexes there are. What is still read through has no index.
    """
    with connection.cursor() as cursor:
        for way in ("seqscan", "hashjoin", "mergejoin"):
            cursor.execute(f"SET LOCAL enable_{way} = off")


def plan(sql: str, params: Any) -> dict[str, Any]:
    """Ask how a statement would be answered, without doing it."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        (told,) = cursor.fetchone()
    rows = json.loads(told) if isinstance(told, str) else told
    return dict(rows[0]["Plan"])


def _whole(
    node: dict[str, Any], narrow: Container[str], above: str = "", is_cut: bool = False
) -> Iterator[str]:
    """Give the tables that a plan reads whole; of what is in order already a limit reads the first rows."""
    table, index = node.get("Relation Name", above), node.get("Index Name", "no index")
    is_cut = (is_cut or node["Node Type"] == "Limit") and node["Node Type"] not in GATHER
    by_index = "Index Name" in node and "Index Cond" not in node and index not in narrow and not is_cut
    if table not in SMALL and (node["Node Type"] == "Seq Scan" or by_index):
        yield f"{table} by {index}"
    for below in node.get("Plans", ()):
        yield from _whole(below, narrow, table, is_cut)


def _tables_of_few_pages() -> set[str]:
    """Name the tables that are rightly read through now; none where plans by index were asked for."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW enable_seqscan")
        (may_read_through,) = cursor.fetchone()
        if may_read_through == "off":
            return set()
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND pg_relation_size(oid) <= %s",
            [FEW_PAGES * 8192],
        )
        return {name for (name,) in cursor.fetchall()}


def _narrow_indexes() -> set[str]:
    """Name the indexes that hold the smaller part of their table: what waits, or goes on."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT one.relname FROM pg_index JOIN pg_class one ON one.oid = indexrelid
               JOIN pg_class rows ON rows.oid = indrelid
               WHERE indpred IS NOT NULL AND one.reltuples <= rows.reltuples / 2"""
        )
        return {name for (name,) in cursor.fetchall()}
