"""A class name means one thing: none of present, staff, disputes, lobby and ops is used elsewhere too."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import games

HOME = Path(games.__file__).parent
ROOMS = ("present", "staff", "disputes", "lobby", "ops", "web/lobby", "web/disputes")
#: What Django calls so itself.
DJANGO = {"Meta", "Command"}


def homes() -> dict[str, list[Path]]:
    """Find where each name of a class is given."""
    found = defaultdict(list)
    for path in HOME.rglob("*.py"):
        if "migrations" not in path.parts:
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ClassDef) and node.name not in DJANGO:
                    found[node.name].append(path.relative_to(HOME))
    return found


def test_no_class_of_these_rooms_shares_its_name():
    shared = {name: paths for name, paths in homes().items() if len(paths) > 1}
    assert {
        name: paths for name, paths in shared.items() if any(str(path).startswith(ROOMS) for path in paths)
    } == {}
