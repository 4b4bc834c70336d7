"""The written rules of a game, RULES.md in its folder: which tests show a paragraph, and where its code is.

A game's tests create their rulebook once, and mark tests with paragraphs:

    BOOK = Rulebook(QUARTZ, "QZ", numbers=range(1, 77), tests=Path(__file__).parent)
    qz = BOOK.shows

    @qz("QZ-12", "QZ-13")
    def test_…
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from games.rules.kernel.contract import AnyRules

ROOT = Path(__file__).parents[2]

Test = TypeVar("Test")


@dataclass(frozen=True)
class Rulebook:
    """`numbers`: its paragraphs. `also_known`: what else its README may name in code."""

    rules: AnyRules
    prefix: str
    numbers: Sequence[int | str]
    tests: Path
    also_known: frozenset[str] = frozenset()

    @property
    def ids(self) -> list[str]:
        return [f"{self.prefix}-{number}" for number in self.numbers]

    @property
    def path(self) -> Path:
        return self.folder / "RULES.md"

    @property
    def folder(self) -> Path:
        """Return the folder of the game."""
        return ROOT / "games" / "titles" / self.rules.meta.slug

    @property
    def readme(self) -> str:
        return (self.folder / "README.md").read_text(encoding="utf-8")

    def shows(self, *ids: str) -> Callable[[Test], Test]:
        """Mark a test, or a class of tests, with the paragraphs it shows."""
        assert ids, "name a paragraph"
        lawful = re.compile(rf"{self.prefix}-\d+[a-z]?")
        assert all(lawful.fullmatch(one) for one in ids), f"no ids of paragraphs: {ids}"

        def mark(test: Test) -> Test:
            test.paragraphs = ids
            return test

        return mark

    def written(self) -> list[str]:
        """List the ids of the paragraphs in the rules."""
        return re.findall(
            rf"^\*\*({self.prefix}-\d+[a-z]?)\*\*", self.path.read_text(encoding="utf-8"), re.MULTILINE
        )

    def shown(self) -> dict[str, list[str]]:
        """Map each marked paragraph to the tests that show it."""
        tests: dict[str, list[str]] = {}
        for path in sorted(self.tests.glob("test_*.py")):
            module = importlib.import_module(f"tests.titles.{self.tests.name}.{path.stem}")
            for name, test in vars(module).items():
                if name.lower().startswith("test"):
                    for one in getattr(test, "paragraphs", ()):
                        tests.setdefault(one, []).append(f"{path.stem}.{name}")
        return tests

    def places(self) -> list[tuple[str, str]]:
        """List the paragraphs with the README's answer to where their code is."""
        return re.findall(rf"^\| ({self.prefix}-\d+[a-z]?) \| (.+) \|$", self.readme, re.MULTILINE)

    def find(self, name: str) -> object:
        """Find a function or table by module and name; raise if there is none."""
        module, _, own = name.rpartition(".")
        room = self.folder if (self.folder / module.partition(".")[0]).exists() else self.folder / "rules"
        if (self.folder / f"{module}.py").exists():
            room = self.folder
        return getattr(importlib.import_module(".".join((*room.relative_to(ROOT).parts, module))), own)
