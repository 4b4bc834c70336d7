"""Make a release: see that everything agrees on its version, date it, and say what is left to do by hand.

python -m tools.release            # checks
python -m tools.release --date     # checks, and dates the section of the changelog
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from quartz_site.version import version

ROOT = Path(__file__).resolve().parent.parent
UNRELEASED = "unreleased"
SECTION = re.compile(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d|unreleased)\)$", re.MULTILINE)
ANY_SECTION = re.compile(r"^## .*$", re.MULTILINE)
CHANGES, UPGRADING, BEFORE = "CHANGELOG.md", "docs/upgrading.md", "tests/ops/before"
LEFT = """\
Run .ci/run, then:
    git commit -am "Release {version}"
    git tag -a v{version} -m "{version}"
    git push --follow-tags
and begin the next one: docs/releasing.md, step 4."""


def sections(root: Path) -> list[tuple[str, str]]:
    """Give the versions of the changelog with their dates, newest first."""
    return SECTION.findall((root / CHANGES).read_text())


def problems(root: Path = ROOT, now: str = "") -> Iterator[str]:
    """Say what doesn't agree about the release that is being made, or was made last."""
    now = now or version()
    text, found = (root / CHANGES).read_text(), sections(root)
    if len(found) != len(ANY_SECTION.findall(text)):
        yield f"{CHANGES}: each section is “## 1.2.3 (2026-11-20)”, or says {UNRELEASED}"
    if not found or found[0][0] != now:
        yield f"{CHANGES} begins with another version than pyproject.toml, {now}"
    numbers = [tuple(map(int, one.split("."))) for one, _ in found]
    if numbers != sorted(set(numbers), reverse=True):
        yield f"{CHANGES}: the newest comes first, each once"
    if any(date == UNRELEASED for _, date in found[1:]):
        yield f"{CHANGES}: only the newest may be {UNRELEASED}"
    explained = (root / UPGRADING).read_text()
    for one, _ in found:
        if f"\n## To {one}\n" not in explained and one != found[-1][0]:
            yield f"{UPGRADING} has no section “To {one}”"
    for one, _ in found[1:]:
        if not (root / BEFORE / one / "db.sqlite3.xz").is_file():
            yield f"{BEFORE}/{one} is missing: nothing shows that its matches go on"


def date(root: Path, today: str) -> bool:
    """Date the newest section; return whether it had no date."""
    file = root / CHANGES
    text = file.read_text()
    file.write_text(text.replace(f"({UNRELEASED})", f"({today})", 1))
    return f"({UNRELEASED})" in text


def main(arguments: list[str]) -> int:
    found = list(problems())
    for one in found:
        print(one)
    if found:
        return 1
    if "--date" in arguments:
        date(ROOT, f"{datetime.now(UTC):%Y-%m-%d}")
        print(LEFT.format(version=version()))
    else:
        print(f"{version()}: everything agrees")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
