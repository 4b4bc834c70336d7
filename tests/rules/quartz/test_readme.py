"""The README of the rules tells the truth: what it names is there, and nothing is left out."""

from __future__ import annotations

import importlib
import re
from functools import reduce
from pathlib import Path

import pytest

from games.rules import quartz
from tests.rules.quartz.paragraphs import shown

FOLDER = Path(quartz.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| (QZ-\d+) \| (.+) \|$", README, re.MULTILINE))


def names(row: str) -> list[str]:
    return re.findall(r"`([\w.]+)`", row)


def find(name: str) -> object:
    """Find a function or table by the name of its module and its own; raise where there is none."""
    module, _, own = name.rpartition(".")
    return getattr(importlib.import_module(f"games.rules.quartz.{module}"), own)


@pytest.mark.parametrize("paragraph", ROWS)
def test_whatever_a_paragraph_points_to_is_there(paragraph: str) -> None:
    assert names(ROWS[paragraph])
    assert all(find(name) is not None for name in names(ROWS[paragraph]))


def test_every_paragraph_a_test_shows_has_its_place() -> None:
    assert shown().keys() <= ROWS.keys()
    ids = [int(one.removeprefix("QZ-")) for one in ROWS]
    assert ids == sorted(ids)
    assert (ids[0], ids[-1]) == (1, 76)
    assert README.count("\n| QZ-") == len(ROWS), "a paragraph stands twice"


def test_every_module_is_named() -> None:
    modules = [path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.py")]
    assert [module for module in modules if f"`{module}`" not in README] == []


def test_every_module_it_names_is_there() -> None:
    named = set(re.findall(r"`([\w/]+\.py)`", README))
    assert [module for module in named if not (FOLDER / module).exists()] == []


def test_everything_else_it_names_in_code_is_known() -> None:
    known = {
        *quartz.QUARTZ.options.__struct_fields__,
        "decide/",
        "evolve/",
        "plans/",
        "words/",
        "docs/rules/quartz.md",
        "tests/rules/quartz/",
    }
    for name in re.findall(r"`([^`\n]+)`", README):
        if name.endswith(".py") or name in known or name.startswith(("python -m", "QUARTZ_NIGHTLY")):
            continue
        assert find(name) is not None


def test_the_command_it_names_is_one() -> None:
    (command,) = re.findall(r"`python -m ([\w.]+)`", README)
    assert callable(reduce(getattr, ["main"], importlib.import_module(command)))
