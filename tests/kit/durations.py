"""How long tests take: the longest start first, and a quick run leaves out slow ones.

    make test ARGS="--keep-durations"

writes the file again. A test that isn't in it is quick, or new.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Final, NamedTuple

import pytest

FILE: Final = Path(__file__).parents[1] / "durations.json"
LONG: Final = 5  # seconds: if such a test started near the end, the other workers would wait for one
WORTH_KEEPING: Final = 0.2  # seconds, over all the examples of a test
BUSY = 1  # second, over all the tests of a file: each of them may be the one that prepares what all share
#: Its browser runs only as long as tests of that folder do: they stay together.
TOGETHER: Final = "tests/browser/"


class Took(NamedTuple):
    """Seconds a test function took."""

    longest: float = 0.0  # for the slowest of its examples
    whole: float = 0.0


def function_of(nodeid: str) -> str:
    return nodeid.partition("[")[0]


def file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def kept(file: Path = FILE) -> dict[str, Took]:
    return {name: Took(*took) for name, took in json.loads(file.read_text()).items()}


def arrange(items: list[pytest.Item], known: dict[str, Took]) -> None:
    """Mark what is quick, and begin with what is longest; leave the rest as it stands."""
    busy = busy_files(known)
    for item in items:
        if is_quick(item.nodeid, known, busy):
            item.add_marker(pytest.mark.quick)
    items.sort(key=lambda item: -ahead(item.nodeid, known))


def is_quick(nodeid: str, known: dict[str, Took], busy: set[str]) -> bool:
    slow = function_of(nodeid) in known or file_of(nodeid) in busy
    return not slow and not nodeid.startswith(TOGETHER)


def busy_files(known: dict[str, Took]) -> set[str]:
    """Name the files whose tests take long together."""
    whole: dict[str, float] = defaultdict(float)
    for name, took in known.items():
        whole[file_of(name)] += took.whole
    return {file for file, seconds in whole.items() if seconds >= BUSY}


def ahead(nodeid: str, known: dict[str, Took]) -> float:
    longest = known.get(function_of(nodeid), Took()).longest
    return longest if longest >= LONG and not nodeid.startswith(TOGETHER) else 0.0


class Keeping:
    """A pytest plugin that records how long each test took."""

    def __init__(self, file: Path = FILE) -> None:
        self.file = file
        self.took: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Save the durations of this run, and keep those of tests that didn't run."""
        run = together(self.took)
        known = {name: took for name, took in kept(self.file).items() if name not in run} | run
        worth = sorted((name, took) for name, took in known.items() if took.whole >= WORTH_KEEPING)
        lines = [f"{json.dumps(name)}: [{one.longest:.1f}, {one.whole:.1f}]" for name, one in worth]
        self.file.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def together(took: dict[str, float]) -> dict[str, Took]:
    """Add up the examples of each test."""
    found: dict[str, Took] = {}
    for nodeid, seconds in took.items():
        before = found.get(function_of(nodeid), Took())
        found[function_of(nodeid)] = Took(max(before.longest, seconds), before.whole + seconds)
    return found
