"""Every sentence that somebody reads: catalogues, commands, errors, documentation for operators."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from quartz_site.catalogues import collecting

ROOT = Path(__file__).parents[2]
#: What runs in a terminal: each text in these files is read by an operator or an engineer.
IN_A_TERMINAL = (
    "games/management/commands/*.py",
    "games/ops/**/*.py",
    "games/rules/tools/*.py",
    "quartz_site/checks.py",
    "quartz_site/environment/*.py",
    "quartz_site/local/*.py",
)
FOR_OPERATORS = (
    "docs/accounts.md",
    "docs/mail.md",
    "docs/moderators.md",
    "docs/operations.md",
    ".env.example",
)
#: Blanks, tags, code, addresses and names of files aren't words.
NOT_WORDS = re.compile(r"%\(\w+\)[sd]|\{[^{}]*\}|<[^<>]*>|`[^`]*`|\]\([^)]*\)|\S*[/_@=]\S*|\S+\.(?:md|py)\b")


class Sentence(NamedTuple):
    where: str
    text: str

    @property
    def words(self) -> str:
        """Leave only what is read as words."""
        return " ".join(NOT_WORDS.sub(" ", self.text).split())


def in_catalogue(language: str) -> Iterator[Sentence]:
    """Give what is said in a language; in English, what is translated."""
    other = "ru" if language == "en" else language
    for one in collecting.read(collecting.catalogue_of(other), other):
        said = one.id if language == "en" else one.string
        for form in said if isinstance(said, list | tuple) else [said]:
            if one.id:
                yield Sentence(" ".join(where for where, _ in one.locations), str(form))


def in_terminal() -> Iterator[Sentence]:
    """Give every text of the files that speak to a terminal; their docstrings are for engineers."""
    for path in sorted({path for pattern in IN_A_TERMINAL for path in ROOT.glob(pattern)}):
        tree = ast.parse(path.read_text())
        docstrings = {*_docstrings(tree)}
        yield from (_said(path, one) for one in _texts(tree) if id(one) not in docstrings)


def in_errors() -> Iterator[Sentence]:
    """Give every text that is raised anywhere."""
    for path in sorted([*(ROOT / "games").rglob("*.py"), *(ROOT / "quartz_site").rglob("*.py")]):
        for one in ast.walk(ast.parse(path.read_text())):
            if isinstance(one, ast.Raise):
                yield from (_said(path, text) for text in _texts(one))


def for_operators() -> Iterator[Sentence]:
    """Give the lines that operators and moderators read before anything runs, without blocks of code."""
    for name in FOR_OPERATORS:
        for number, line in enumerate((ROOT / name).read_text().splitlines(), 1):
            if not line.startswith("    "):
                yield Sentence(f"{name}:{number}", line)


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _texts(tree: ast.AST) -> Iterator[ast.Constant]:
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and " " in one.value.strip():
            yield one


def _docstrings(tree: ast.AST) -> Iterator[int]:
    for one in ast.walk(tree):
        if isinstance(one, ast.Expr) and is_text(one.value):
            yield id(one.value)


def _said(path: Path, text: ast.Constant) -> Sentence:
    return Sentence(f"{path.relative_to(ROOT)}:{text.lineno}", str(text.value))
