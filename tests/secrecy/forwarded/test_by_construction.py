"""Authors of emails, and of pages behind their links, can't show the hand by forgetting about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).resolve().parents[3] / "games"
#: What is read without signing in.
PLACES = ("mails/*.py", "pressing/*.py", "pages/linked.py", "views/link*.py", "views/feeds.py", "feeds.py")
FILES = [path for place in PLACES for path in sorted(GAMES.glob(place))]
#: What only a seat's player may know of the game: a sitting gives it where it may be shown.
OWN = frozenset({"view", "views", "choices", "silence", "ahead", "answer"})


def ways_around(tree: ast.AST) -> Iterator[str]:
    """Find code that reads a seat's private side of the game, whoever the reader is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = getattr(node.value, "attr", getattr(node.value, "id", ""))
            asks_rules = owner == "rules" and node.attr in OWN
            if asks_rules or (owner, node.attr) in {("table", "state"), ("Sitting", "of")}:
                yield f"{node.lineno}: {owner}.{node.attr}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(GAMES)))
def test_what_is_read_without_signing_in_sees_a_table_by_mail_only(path):
    assert [*ways_around(ast.parse(path.read_text()))] == []


@pytest.mark.parametrize(
    "line",
    [
        "rules.core.view(table.state, 1)",
        "letter.rules.core.silence(here.table.state, q)",
        "Sitting.of(seat, now)",
    ],
)
def test_a_way_around_is_found(line):
    assert [*ways_around(ast.parse(line))]
