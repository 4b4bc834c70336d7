"""Authors of emails, and of pages behind their links, can't show the hand by forgetting about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).resolve().parents[3] / "games"
#: What is read without signing in.
PLACES = ("mail/**/*.py", "web/links/*.py", "web/hooks/*.py", "web/mail/feed_pages.py", "players/feeds.py")
FILES = [path for place in PLACES for path in sorted(GAMES.glob(place))]
#: What only a seat's player may know of the game: a `SeatView` gives it where it may be shown.
OWN = {
    *(("core", name) for name in ("view", "choices", "silence")),
    *(("automation", name) for name in ("ahead", "answer", "planned", "stopped")),
    ("table", "state"),
    ("SeatView", "of"),
}
#: A player who makes a stand-in link hands on the cards with it, and is told so.
HANDED_ON = {"web/links/stand_in_link.py": ["SeatView.of"]}


def ways_around(tree: ast.AST) -> Iterator[str]:
    """Find code that reads a seat's private side of the game, whoever the reader is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = getattr(node.value, "attr", getattr(node.value, "id", ""))
            if (owner, node.attr) in OWN:
                yield f"{node.lineno}: {owner}.{node.attr}"


@pytest.mark.parametrize("place", PLACES)
def test_each_place_is_there(place):
    assert [*GAMES.glob(place)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(GAMES)))
def test_what_is_read_without_signing_in_sees_a_table_by_mail_only(path):
    found = [way.partition(": ")[2] for way in ways_around(ast.parse(path.read_text()))]
    assert found == HANDED_ON.get(str(path.relative_to(GAMES)), [])


@pytest.mark.parametrize(
    "line",
    [
        "rules.core.view(state, 1)",
        "letter.rules.core.silence(state, q)",
        "here.match.rules.automation.ahead(view, orders, since)",
        "here.table.state",
        "SeatView.of(seat, now)",
    ],
)
def test_a_way_around_is_found(line):
    assert [*ways_around(ast.parse(line))]
