"""Measures how the code is built: `python -m tools.house`, with another checkout `--beside DIRECTORY`.

It counts modules and layers, the length of files and functions, class names with more than one meaning, tests
that import from tests, and what one form sent from the page of a match passes through.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
TRACED = Path(__file__).with_name("one_post.py")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how the house is built.")
    parser.add_argument(
        "--beside", type=Path, help="another checkout, with the same Python packages installed"
    )
    arguments = parser.parse_args()
    roots = [root for root in (arguments.beside, ROOT) if root]
    columns = [measure(root) for root in roots]
    print(f"| what | {' | '.join(['before', 'now'][-len(roots) :])} |\n|---|{'---|' * len(roots)}")
    for row in columns[-1]:
        print(f"| {row} | {' | '.join(str(one.get(row, '-')) for one in columns)} |")
    return 0


def measure(root: Path) -> dict[str, object]:
    """Measure one checkout."""
    files = [path for path in (root / "games").rglob("*.py") if "migrations" not in path.parts]
    lengths = [len(path.read_text().splitlines()) for path in files]
    functions = [length for path in files for length in functions_of(path)]
    return {
        "modules at the top of games/": len(top_modules(root)),
        "folders at the top of games/": len([path for path in (root / "games").iterdir() if is_room(path)]),
        "layers": layers(root),
        "files": len(files),
        "lines of a file: median, p90, max": spread(lengths),
        "functions": len(functions),
        "lines of a function: median, p90, max": spread(functions),
        "class names defined more than once": len(shared_class_names(files)),
        "test files that import from a test file": tests_of_tests(root),
        "lines of snapshots": snapshots(root),
        **one_post(root),
    }


def is_room(path: Path) -> bool:
    return path.is_dir() and (path / "__init__.py").exists() and path.name != "migrations"


def top_modules(root: Path) -> list[str]:
    return [path.stem for path in (root / "games").glob("*.py") if path.stem != "__init__"]


def layers(root: Path) -> int:
    contracts = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    return len(contracts[0]["layers"])


def functions_of(path: Path) -> Iterator[int]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef) and node.end_lineno:
            yield node.end_lineno - node.lineno + 1


def spread(numbers: list[int]) -> str:
    ordered = sorted(numbers)
    return f"{median(ordered):g}, {ordered[len(ordered) * 9 // 10]}, {ordered[-1]}"


def shared_class_names(files: list[Path]) -> list[str]:
    """List classes defined in more than one file, except those of games: each has a State."""
    outside = [path for path in files if not {"titles", "quartz", "quartz_cards"} & {*path.parts}]
    classes = (node for path in outside for node in ast.walk(ast.parse(path.read_text())))
    often = Counter(node.name for node in classes if isinstance(node, ast.ClassDef) and node.name != "Meta")
    return sorted(name for name, times in often.items() if times > 1 and name != "Command")


def tests_of_tests(root: Path) -> int:
    tests = (root / "tests").rglob("*.py")
    return sum(
        bool(re.search(r"(?m)^from tests\.[\w.]*\btest_\w+ import", path.read_text())) for path in tests
    )


def snapshots(root: Path) -> int:
    kept = (path for folder in (root / "tests").rglob("snapshots") for path in folder.iterdir())
    return sum(len(path.read_text().splitlines()) for path in kept if path.is_file())


def one_post(root: Path) -> dict[str, object]:
    """Send one form from the page of a match, in its own process and database, and count what it enters."""
    with tempfile.TemporaryDirectory() as folder:
        env = {
            **os.environ,
            "PYTHONPATH": str(root),
            "ENV_FILE": os.devnull,
            "SECRET_KEY": "for counting only",
            "DEMO": "on",
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "DJANGO_SETTINGS_MODULE": "quartz_site.settings",
        }
        done = subprocess.run(
            [sys.executable, str(TRACED)],
            cwd=root,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=True,
        )
    return dict(json.loads(done.stdout.splitlines()[-1]))


if __name__ == "__main__":
    raise SystemExit(main())
