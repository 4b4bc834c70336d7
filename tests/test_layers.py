"""Imports point one way, and the linter that holds this can tell when they don't."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "games" / "titles" / "README.md"  # which games there are the catalogue says alone
LINT = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]

#: In games/, but nowhere that one would look for something.
NO_ROOMS = {"apps", "migrations", "static"}


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


def test_the_map_of_games_names_each_room():
    table = (ROOT / "games" / "README.md").read_text().partition("\n## ")[0]
    firsts = re.findall(r"^\|([^|]+)\|", table, re.MULTILINE)
    named = [room for first in firsts for room in re.findall(r"`(\w+)(?:/|\.py)`", first)]
    there = {path.stem for path in (ROOT / "games").iterdir() if path.suffix in {"", ".py"}}
    assert sorted(named) == sorted(name for name in there - NO_ROOMS if name[0] not in "._")


@pytest.mark.parametrize(
    "readme", sorted({*(ROOT / "games").glob("*/README.md")} - {GAMES}), ids=lambda one: one.parent.name
)
def test_the_readme_of_a_room_names_each_of_its_files(readme):
    named = {*re.findall(r"^\| `([\w/.]+)` \|", readme.read_text(), re.MULTILINE)}
    room = readme.parent
    files = {path.name for path in room.glob("*.py")} - {"__init__.py", "__main__.py"}
    folders = {f"{path.parent.name}/" for path in room.glob("*/__init__.py")}
    assert named == files | folders


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
