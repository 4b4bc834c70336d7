"""What is told of mutants is counted right, and too few noticed are a failure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.mutants import is_enough, left_over, read_results, table

KILLED, SURVIVED, NO_TESTS, TIMEOUT = 1, 0, 33, -24


def results(where: Path, *codes: int) -> dict[str, dict[str, str]]:
    """Write down what became of the mutants of one module, and read it."""
    written = {f"m.x__mutmut_{number}": code for number, code in enumerate(codes)}
    for name, known in (("m.py.meta", written), ("empty.py.meta", {})):
        (where / name).write_text(json.dumps({"exit_code_by_key": known}))
    return read_results(where)


def test_what_no_test_noticed_is_left_over(tmp_path: Path) -> None:
    found = results(tmp_path, KILLED, SURVIVED, TIMEOUT, NO_TESTS)
    assert left_over(found) == ["m.x__mutmut_1", "m.x__mutmut_3"]
    assert table(found).splitlines()[2:] == ["| `m.py` | 4 | 2 | 50.0 |", "| all | 4 | 2 | 50.0 |"]


@pytest.mark.parametrize(("killed", "enough"), [(9, True), (8, False)])
def test_nine_in_ten_are_enough(tmp_path: Path, killed: int, enough: bool) -> None:
    assert is_enough(results(tmp_path, *[KILLED] * killed, *[SURVIVED] * (10 - killed))) is enough


def test_a_run_that_tried_nothing_is_a_failure(tmp_path: Path) -> None:
    assert not is_enough(read_results(tmp_path))
