"""The units of systemd start what exists, confined. Nothing here runs them."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "systemd"
UNITS = sorted(FOLDER.glob("*.service"))
PYTHON = "/srv/quartz/.venv/bin/python"
#: The most that `systemd-analyze security` may find exposed, of ten.
MOST_EXPOSED = 2.0


def starts(unit: Path) -> list[str]:
    (line,) = re.findall(r"^ExecStart=(.+)$", unit.read_text(), re.MULTILINE)
    return str(line).split()


def confinement() -> dict[str, str]:
    told = ConfigParser(strict=False, interpolation=None)
    told.optionxform = str  # type: ignore[assignment,method-assign]
    told.read(FOLDER / "quartz-.service.d" / "confined.conf")
    return dict(told["Service"])


@pytest.mark.parametrize("unit", UNITS, ids=lambda one: one.stem)
def test_what_a_unit_starts_exists(unit):
    python, *rest = starts(unit)
    assert python == PYTHON
    if rest[0] == "-m":
        assert importlib.util.find_spec(rest[1])
    else:
        assert rest[0] == "manage.py" and rest[1] in get_commands()


@pytest.mark.parametrize("unit", UNITS, ids=lambda one: one.stem)
def test_the_guides_start_the_same(unit):
    command = " ".join(starts(unit)).removeprefix("/srv/quartz/")
    guides = ("README.md", "docs/operations.md", "docs/watching.md")
    assert command in "".join((ROOT / one).read_text() for one in guides)


def test_there_is_a_unit_for_each_process():
    names = ("beat", "canary", "sweep", "web", "worker")
    assert [one.stem for one in UNITS] == [f"quartz-{one}" for one in names]


def test_they_are_confined():
    told = confinement()
    assert told["User"] == "quartz" and told["NoNewPrivileges"] == "yes"
    assert told["CapabilityBoundingSet"] == "" and told["ProtectSystem"] == "strict"


@pytest.fixture
def units(tmp_path) -> Path:
    """Copy the units, started by a Python that there is."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze")
    copied = shutil.copytree(FOLDER, tmp_path / "units")
    for unit in copied.glob("*.service"):
        unit.write_text(unit.read_text().replace(PYTHON, sys.executable))
    return copied


def analyze(units: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {"SYSTEMD_UNIT_PATH": f"{units}:", "PATH": "/usr/bin:/bin"}
    return subprocess.run(["systemd-analyze", *arguments], env=env, capture_output=True, text=True)


@pytest.mark.parametrize("name", [one.name for one in UNITS])
def test_systemd_understands_each_line(units, name):
    done = analyze(units, "verify", "--man=no", str(units / name))
    assert done.returncode == 0 and "quartz" not in done.stderr, done.stderr


def test_a_line_that_it_does_not_understand_would_be_found(units):
    unit = units / "quartz-web.service"
    unit.write_text(unit.read_text().replace("KillMode", "KilMode"))
    assert "KilMode" in analyze(units, "verify", "--man=no", str(unit)).stderr


@pytest.mark.parametrize("name", [one.name for one in UNITS])
def test_little_is_exposed(units, name):
    done = analyze(units, "security", "--offline=yes", "--no-pager", str(units / name))
    (found,) = re.findall(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert float(found) <= MOST_EXPOSED, done.stdout
