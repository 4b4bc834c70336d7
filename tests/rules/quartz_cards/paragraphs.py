"""Which paragraphs of docs/rules/quartz-cards.md a test shows: `@qc("QC-12", "QC-13")`."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

HERE = Path(__file__).parent
RULES = HERE.parents[2] / "docs" / "rules" / "quartz-cards.md"
ID = re.compile(r"QC-\d+")

Test = TypeVar("Test")


def qc(*ids: str) -> Callable[[Test], Test]:
    """Say which paragraphs a test, or a class of tests, shows."""
    assert ids, "name a paragraph"
    assert all(ID.fullmatch(one) for one in ids), f"no ids of paragraphs: {ids}"

    def mark(test: Test) -> Test:
        test.paragraphs = ids  # type: ignore[attr-defined]
        return test

    return mark


def written() -> list[str]:
    """List the ids of the paragraphs, as they stand in the rules: each begins one."""
    return re.findall(r"^\*\*(QC-\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)


def shown() -> dict[str, list[str]]:
    """List, for each paragraph that is named, the tests that name it."""
    tests: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(f"{__package__}.{path.stem}")
        for name, test in vars(module).items():
            if name.lower().startswith("test"):
                for one in getattr(test, "paragraphs", ()):
                    tests.setdefault(one, []).append(f"{path.stem}.{name}")
    return tests
