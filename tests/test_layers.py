"""Imports point one way, and the linter that holds this can tell when they don't."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

from games.rules.catalogue import GAMES

ROOT = Path(__file__).resolve().parent.parent
LINT = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    # The folder first: the checkout itself is on the path of this environment.
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(folder)}
    return subprocess.run(LINT, cwd=folder, env=env, capture_output=True, text=True)


@pytest.fixture
def copy(tmp_path) -> Path:
    for name in ("games", "quartz_site"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_contracts_are_kept():
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


def rows_of_the_map() -> list[list[str]]:
    """Name what stands in each row of the first table of games/README.md."""
    table = (ROOT / "games" / "README.md").read_text().partition("\n## ")[0]
    firsts = re.findall(r"^\|([^|]+)\|", table, re.MULTILINE)
    return [row for first in firsts if (row := re.findall(r"`(\w+)(?:/|\.py)`", first))]


def test_the_map_of_games_names_each_room():
    there = {path.stem for path in (ROOT / "games").iterdir() if path.suffix in {"", ".py"}}
    rooms = {name for name in there if name[0] not in "._"} - {"apps", "migrations", "static"}
    assert {room for row in rows_of_the_map() for room in row} == rooms


def test_no_room_on_the_map_imports_one_further_down():
    graph = grimp.build_graph("games", cache_dir=None)
    row_of = {room: number for number, row in enumerate(rows_of_the_map()) for room in row}
    downwards = [
        (one, other)
        for one in graph.modules
        for other in graph.find_modules_directly_imported_by(one)
        if row_of.get(room_of(one), len(row_of)) < row_of.get(room_of(other), 0)
    ]
    assert downwards == []


def room_of(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


def test_every_game_stands_in_the_contracts():
    """Only what is named there is held apart from other games."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (within,) = (one["layers"] for one in contracts if "no game knows another" in one["name"])
    named = re.findall(r"\(games\.rules\.(\w+)\)", " ".join(one for one in within if "|" in one))
    assert {rules.meta.slug for rules in GAMES} <= set(named), f"{within} in pyproject.toml"


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        ("games/rules/kernel/bad.py", "import django.db", "games.rules.kernel.bad -> django"),
        ("games/rules/kernel/bad.py", "import time", "games.rules.kernel.bad -> time"),
        ("games/rules/kernel/bad.py", "from pathlib import Path", "games.rules.kernel.bad -> pathlib"),
        ("games/rules/bad.py", "from games.models import Player", "games.rules.bad -> games.models"),
        ("games/models/bad.py", "from games import tasks", "games.models.bad -> games.tasks"),
        ("games/models/bad.py", "import quartz_site.celery", "games.models.bad -> quartz_site.celery"),
        (
            "games/play/submit.py",
            "from games.web.site import home",
            "games.play.submit -> games.web.site.home",
        ),
        (
            "games/mail/compose/bad.py",
            "from games.web.match import table_part",
            "games.mail.compose.bad -> games.web.match.table_part",
        ),
        ("games/clocks/bad.py", "from django.utils import timezone", "games.clocks.bad -> django"),
        ("games/clocks/bad.py", "from games.rules.kernel import seats", "games.clocks.bad -> games.rules"),
    ],
)
def test_a_forbidden_import_turns_it_red(copy, file, line, told):
    (copy / file).write_text(f"{line}\n")
    done = lint(copy)
    assert done.returncode == 1
    assert told in done.stdout


def test_the_tools_of_the_rules_may_read_files(copy):
    tools = copy / "games" / "rules" / "tools"
    tools.mkdir(exist_ok=True)
    (tools / "__init__.py").touch()
    (tools / "reads.py").write_text("import pathlib, time, secrets\n")
    assert lint(copy).returncode == 0


def test_but_the_rules_may_not_reach_files_through_the_tools(copy):
    tools = copy / "games" / "rules" / "tools"
    tools.mkdir(exist_ok=True)
    (tools / "__init__.py").touch()
    (tools / "reads.py").write_text("import pathlib\n")
    (copy / "games" / "rules" / "kernel" / "bad.py").write_text("from games.rules.tools import reads\n")
    done = lint(copy)
    assert done.returncode == 1
    assert "games.rules.kernel.bad -> games.rules.tools.reads" in done.stdout
