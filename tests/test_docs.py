"""What the documents say to type exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("*.md", "docs/**/*.md", "games/**/*.md", "*/README.md", ".env.example")
DOCUMENTS = sorted(path for place in PLACES for path in ROOT.glob(place))
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def code(text: str) -> str:
    """Give what stands in code: fenced, indented or between backticks. Prose may say "make a match"."""
    fenced = re.findall(r"```.*?```", text, re.DOTALL)
    inline = re.findall(r"`[^`\n]+`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    indented = re.findall(r"^(?: {4}|\t).+$", text, re.MULTILINE)
    return "\n".join([*fenced, *inline, *indented])


def named(pattern: str) -> list[tuple[str, str]]:
    found = {
        (str(document.relative_to(ROOT)), word)
        for document in DOCUMENTS
        for word in re.findall(pattern, code(document.read_text()))
    }
    return sorted(found)


def test_there_are_documents_and_commands_in_them():
    assert ("README.md", "run") in named(r"\bmake ([a-z]+)")


@pytest.mark.parametrize(("document", "target"), named(r"\bmake ([a-z]+)"))
def test_a_make_target_exists(document, target):
    assert target in TARGETS


@pytest.mark.parametrize(("document", "command"), named(r"manage\.py ([a-z_]+)"))
def test_a_manage_command_exists(document, command):
    assert command in get_commands()


@pytest.mark.parametrize(("document", "module"), named(r"python3? -m ([a-z_.]+)"))
def test_a_module_that_is_run_exists(document, module):
    help_ = [sys.executable, "-m", module, "--help"]
    if module not in {"venv", "pip", "pytest"}:
        assert subprocess.run(help_, cwd=ROOT, capture_output=True).returncode == 0


@pytest.mark.parametrize(("document", "command"), named(r"python3? -m games\.rules ([a-z]+)"))
def test_a_command_of_the_rules_exists(document, command):
    done = subprocess.run(
        [sys.executable, "-m", "games.rules", command, "--help"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("document", "script"), named(r"python3? ((?!manage\.py)[a-z][a-z_/]*\.py)"))
def test_a_script_that_is_run_exists(document, script):
    assert (ROOT / script).is_file()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_is_linked_exists(document):
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_the_readme_shows_a_few_small_pictures():
    shown = {ROOT / one for one in re.findall(r"!\[[^]]+\]\((\S+)\)", (ROOT / "README.md").read_text())}
    assert len(shown) >= 5
    assert shown == {*(ROOT / "docs" / "pictures").iterdir()}
    assert sum(one.stat().st_size for one in shown) < 1_000_000


def test_every_room_on_the_readmes_map_is_there():
    rows = (ROOT / "README.md").read_text().partition("## Map")[2].partition("## ")[0]
    rooms = re.findall(r"`([\w/]+)/`", " ".join(re.findall(r"^\|([^|]+)\|", rows, re.MULTILINE)))
    assert len(rooms) >= 10 and [room for room in rooms if not (ROOT / room).is_dir()] == []


def test_every_setting_is_in_the_example():
    reading = (ROOT / "quartz_site" / "environment" / "reading.py").read_text()
    read = set(re.findall(r'env\.\w+\("([A-Z_]+)"', reading))
    example = set(re.findall(r"^#? ?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert read and read - example == set()


def test_the_makefile_explains_each_target():
    lines = (ROOT / "Makefile").read_text().splitlines()
    assert [line for line in lines if re.match(r"[a-z]+:", line) and "  ## " not in line] == []


def test_one_may_see_that_unknown_commands_would_be_found():
    assert "fly" not in TARGETS and "fly" not in get_commands()
    assert re.findall(r"\bmake ([a-z]+)", code("`make fly` and make a match")) == ["fly"]


@pytest.mark.parametrize(("document", "test"), named(r"(tests/[\w/]+\.py::test_\w+)"))
def test_a_test_that_is_named_exists(document, test):
    file, _, name = test.partition("::")
    assert f"def {name}(" in (ROOT / file).read_text()


def test_each_promise_names_a_test():
    rows = re.findall(
        r"^\| (P\d+) \| [^|]+ \| ([^|]+) \|", (ROOT / "docs/promises.md").read_text(), re.MULTILINE
    )
    assert [name for name, _ in rows] == [f"P{number}" for number in range(1, 26)]
    assert [name for name, shown in rows if "`tests/" not in shown and " of P" not in shown] == []
