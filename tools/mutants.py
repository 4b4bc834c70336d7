"""Changes the rules of a game in thousands of small ways and counts the changes that a test notices.

Called by `make mutants`; its arguments are a game (else it is Quartz), then `left` or names of mutants.
pyproject.toml, `[tool.mutants]`, says which tests run. Each game has a folder in mutants/ with links to the
sources, settings of its own and its results: mutmut is called there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from mutmut.stats import status_by_exit_code

ROOT = Path(__file__).resolve().parents[1]
USUAL = "quartz"
# Rules need no servers; if both addresses are set, the tests start none.
NO_SERVERS = {"DATABASE_URL": "sqlite://:memory:", "REDIS_URL": "redis://nowhere/0"}
NOTICED = ("killed", "timeout")
LEAST = 90  # percent

#: The status of each mutant, by module and by name.
Results = dict[str, dict[str, str]]


def read_results(where: Path) -> Results:
    """Read the status of the mutants; leave out modules with nothing to change."""
    results = {}
    for path in sorted(where.rglob("*.py.meta")):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        if codes:
            module = path.relative_to(where).as_posix().removesuffix(".meta")
            results[module] = {name: status_by_exit_code[code] for name, code in codes.items()}
    return results


def left_over(results: Results) -> list[str]:
    return [
        name for statuses in results.values() for name, status in statuses.items() if status not in NOTICED
    ]


def row(name: str, statuses: Iterable[str]) -> str:
    counts = Counter(statuses)
    noticed = sum(counts[status] for status in NOTICED)
    return (
        f"| {name} | {counts.total()} | {counts.total() - noticed} | {100 * noticed / counts.total():.1f} |"
    )


def table(results: Results) -> str:
    """Format the figures as in docs/mutants.md."""
    every = [status for statuses in results.values() for status in statuses.values()]
    return "\n".join(
        [
            "| module | mutants | left over | % noticed |",
            "|---|---|---|---|",
            *(row(f"`{module}`", statuses.values()) for module, statuses in results.items()),
            row("all", every),
        ]
    )


def is_enough(results: Results) -> bool:
    total = sum(map(len, results.values()))
    return total > 0 and 100 * (total - len(left_over(results))) >= LEAST * total


def asked(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Tell the game, and what is asked of mutmut, from the arguments of the command."""
    named = bool(arguments) and (ROOT / rules_of(arguments[0])).is_dir()
    return (arguments[0], [*arguments[1:]]) if named else (USUAL, [*arguments])


def rules_of(game: str) -> str:
    return f"games/titles/{game}/rules"


def tests_of(game: str, chosen: dict[str, Any]) -> list[str]:
    """Give the arguments of pytest that select the tests of a game."""
    tests = chosen["instead"].get(game, chosen["tests"])
    ignored = [f"--ignore=tests/titles/{game}/test_{name}.py" for name in chosen["left_out"]]
    return [one.format(game=game) for one in tests] + ignored


def settings(game: str, project: str) -> str:
    """Write the project's settings with those of one game."""
    added = {
        "source_paths": [rules_of(game)],
        "pytest_add_cli_args_test_selection": tests_of(game, tomllib.loads(project)["tool"]["mutants"]),
    }
    lines = "".join(f"{name} = {json.dumps(value)}\n" for name, value in added.items())
    return project.replace("[tool.mutmut]\n", f"[tool.mutmut]\n{lines}")


def prepare(game: str) -> Path:
    """Make the folder of a game, from which mutmut sees the project with the settings of this game."""
    where = ROOT / "mutants" / game
    where.mkdir(parents=True, exist_ok=True)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (where / "pyproject.toml").write_text(settings(game, project), encoding="utf-8")
    for name in tomllib.loads(project)["tool"]["mutmut"]["also_copy"]:
        if not (where / name).is_symlink():
            (where / name).symlink_to(ROOT / name)
    return where


def main() -> int:
    """Run mutmut with the given arguments, or on the mutants left over; then print the figures."""
    game, arguments = asked(sys.argv[1:])
    where = prepare(game)
    if arguments == ["left"]:
        arguments = left_over(read_results(where / "mutants"))
    command = [str(Path(sys.executable).parent / "mutmut"), "run", *arguments]
    done = subprocess.run(command, cwd=where, env={**os.environ, **NO_SERVERS})
    if done.returncode:
        return done.returncode
    results = read_results(where / "mutants")
    print(table(results))
    return 0 if is_enough(results) else 1


if __name__ == "__main__":
    sys.exit(main())
