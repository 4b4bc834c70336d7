"""Rows that tie have an order too: PostgreSQL gives them as they lie, which changes with every UPDATE."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
#: What no two rows share where they are put in its order: seats of a match, matches of a player.
UNIQUE = {"pk", "number", "match_id", "first_event", "email"}
CALLS = {"order_by", "latest", "earliest"}


def left_open(code: str) -> Iterator[str]:
    """Find the orders that end with something two rows may share."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CALLS:
            last = node.args[-1] if node.args else None
            if isinstance(last, ast.Constant) and str(last.value).removeprefix("-") not in UNIQUE:
                yield ast.unparse(node)


def test_an_order_ends_with_what_no_two_rows_share():
    sources = [path for path in (ROOT / "games").rglob("*.py") if path.parent.name != "migrations"]
    assert len(sources) > 300
    assert [one for path in sources for one in left_open(path.read_text())] == []


@pytest.mark.parametrize("order", ['order_by("due_at")', 'order_by("seat", "-due_at")', 'latest("began")'])
def test_an_order_that_leaves_ties_would_be_found(order):
    assert [*left_open(f"rows.{order}")] != []
