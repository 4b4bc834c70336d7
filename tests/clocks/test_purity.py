"""No clock is read in here, and nothing of the game comes in."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import games.clocks

READS_A_CLOCK = {"now", "utcnow", "today", "monotonic", "perf_counter", "time_ns", "localtime", "gmtime"}
FILES = sorted(Path(games.clocks.__file__).parent.glob("*.py"))


def clocks_read(source: str) -> set[str]:
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    names = {call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "") for call in calls}
    return names & READS_A_CLOCK


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_clock_is_read(path):
    assert clocks_read(path.read_text()) == set()


@pytest.mark.parametrize("line", ["datetime.now(UTC)", "date.today()", "monotonic()"])
def test_one_that_is_read_would_be_found(line):
    assert clocks_read(line)


def test_all_is_imported_from_one_place():
    assert all(hasattr(games.clocks, name) for name in games.clocks.__all__)
