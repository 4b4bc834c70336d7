"""The longest tests begin first, and those marked as quick are."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

from tests.kit.durations import Keeping, Took, ahead, arrange, kept
from tests.kit.nightly import mark_long, more

ROOT = Path(__file__).resolve().parent.parent
KNOWN = {"tests/a.py::test_long": Took(9, 9), "tests/a.py::test_longer": Took(30, 60)}


class Item:
    def __init__(self, nodeid: str, module: object = None, obj: object = None) -> None:
        self.nodeid, self.module, self.obj = nodeid, module, obj
        self.marks: list[str] = []

    def add_marker(self, mark) -> None:
        self.marks.append(mark.name)


def test_the_longest_begin_and_the_rest_stays_as_it_is():
    names = [
        "tests/c.py::test_c",
        "tests/a.py::test_long",
        "tests/b.py::test_b",
        "tests/a.py::test_longer[x]",
    ]
    items = [Item(name) for name in names]
    arrange(items, KNOWN)
    assert [one.nodeid for one in items] == [names[3], names[1], names[0], names[2]]
    assert [one.marks for one in items] == [[], [], ["quick"], ["quick"]]


def test_what_shares_a_file_with_something_long_is_not_quick():
    items = [Item("tests/a.py::test_new"), Item("tests/b.py::test_short"), Item("tests/b.py::test_new")]
    arrange(items, KNOWN | {"tests/b.py::test_short": Took(0.3, 0.3)})
    assert [one.marks for one in items] == [[], [], ["quick"]]


def test_what_there_is_more_of_at_night_is_long():
    items = [
        Item("tests/a.py::test_sample", SimpleNamespace(more=more)),
        Item("tests/b.py::test_examples", SimpleNamespace(), SimpleNamespace(is_hypothesis_test=True)),
        Item("tests/c.py::test_neither", SimpleNamespace(), test_browsers_stay_together_and_are_never_quick),
    ]
    mark_long(items)
    assert [one.marks for one in items] == [["long"], ["long"], []]


def test_browsers_stay_together_and_are_never_quick():
    name = "tests/browser/test_board.py::test_it"
    assert ahead(name, {name: Took(40, 40)}) == 0
    items = [Item(name)]
    arrange(items, {})
    assert items[0].marks == []


def test_what_was_run_is_kept_and_what_was_not_stays(tmp_path):
    file = tmp_path / "durations.json"
    file.write_text(json.dumps({"tests/b.py::test_old": [1, 2], "tests/a.py::test_faster": [8, 8]}))
    keeping = Keeping(file)
    for name, seconds in (("test_new[1]", 0.5), ("test_new[2]", 0.75), ("test_faster", 0.1)):
        for half in (seconds / 2, seconds / 2):
            keeping.pytest_runtest_logreport(SimpleNamespace(nodeid=f"tests/a.py::{name}", duration=half))
    keeping.pytest_sessionfinish()
    assert kept(file) == {"tests/b.py::test_old": (1, 2), "tests/a.py::test_new": (0.8, 1.2)}


def test_whatever_is_kept_lies_in_a_file_that_is_there():
    assert [name for name in kept() if not (ROOT / name.partition("::")[0]).is_file()] == []
