"""What is told of mutants is counted right, and too few noticed are a failure."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from games.rules.catalogue import GAMES
from tools.mutants import ROOT, asked, is_enough, left_over, read_results, settings, table

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


@pytest.mark.parametrize(
    ("arguments", "game", "passed_on"),
    [
        ([], "quartz", []),
        (["left"], "quartz", ["left"]),
        (["gnomes"], "gnomes", []),
        (["gem_edge", "left"], "gem_edge", ["left"]),
        (["games.titles.quartz.rules.gems.*"], "quartz", ["games.titles.quartz.rules.gems.*"]),
    ],
    ids=str,
)
def test_a_game_may_be_named_first(arguments: list[str], game: str, passed_on: list[str]) -> None:
    assert asked(arguments) == (game, passed_on)


@pytest.mark.parametrize("game", [rules.meta.slug for rules in GAMES])
def test_every_game_is_mutated_by_itself_with_its_own_tests(game: str) -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    written = tomllib.loads(settings(game, project))["tool"]["mutmut"]
    assert written["source_paths"] == [f"games/titles/{game}/rules"]
    assert (ROOT / written["source_paths"][0]).is_dir()
    tests = [one.removeprefix("--ignore=") for one in written["pytest_add_cli_args_test_selection"]]
    assert tests[0] == f"tests/titles/{game}"
    assert f"tests/titles/{game}/test_golden.py" in tests
    assert written["also_copy"] == tomllib.loads(project)["tool"]["mutmut"]["also_copy"]
