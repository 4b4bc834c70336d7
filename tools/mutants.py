"""Changes the rules of a game in thousands of small ways and counts the changes that a test notices.

Called by `make mutants`. pyproject.toml, `[tool.mutmut]`, says what is changed and which tests run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from mutmut.stats import status_by_exit_code

ROOT = Path(__file__).resolve().parents[1]
WHERE = ROOT / "mutants"
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


def main() -> int:
    """Run mutmut with the given arguments, or on the mutants left over; then print the figures."""
    arguments = left_over(read_results(WHERE)) if sys.argv[1:] == ["left"] else sys.argv[1:]
    command = [str(Path(sys.executable).parent / "mutmut"), "run", *arguments]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **NO_SERVERS})
    if done.returncode:
        return done.returncode
    results = read_results(WHERE)
    print(table(results))
    return 0 if is_enough(results) else 1


if __name__ == "__main__":
    sys.exit(main())
