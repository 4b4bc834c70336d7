"""The glossaries in `docs/`, read as tables: which word is said for a thing, and which aren't."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[2] / "docs"
GLOSSARIES = {"en": "glossary-en.md", "ru": "glossary-ru.md", "pt-br": "glossary-pt.md"}
#: Columns that hold no term: the same thing in English, and what the word means.
NO_TERM = {"English", "means", "not"}


class Row(NamedTuple):
    terms: list[str]
    avoided: list[str]


def rows(language: str) -> Iterator[Row]:
    titles: list[str] = []
    for line in (DOCS / GLOSSARIES[language]).read_text().splitlines():
        cells = [one.strip() for one in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            titles = []
        elif not titles:
            titles = cells
        elif not set(line) <= set("|-"):
            yield _row(dict(zip(titles, cells, strict=True)))


def _row(cells: dict[str, str]) -> Row:
    terms = [term for title, cell in cells.items() if title not in NO_TERM for term in words_of(cell)]
    return Row(terms, words_of(cells.get("not", "")))


def words_of(cell: str) -> list[str]:
    """Split a cell at its commas, without what it says in brackets."""
    return [one.strip() for one in re.sub(r"\([^)]*\)", "", cell).split(",") if one.strip()]


def pattern(avoided: str) -> re.Pattern[str]:
    """Find a word as it is written, whatever its case; a star stands for any ending."""
    ends = re.escape(avoided).replace(re.escape("*"), r"\w*")
    return re.compile(rf"(?<![\w-]){ends}(?!\w)", re.IGNORECASE)


def occurs(term: str, text: str) -> bool:
    """Tell whether a text has the term; each of its words may end otherwise, with others between."""
    stems = [re.escape(word[: max(3, len(word) - 3)]) for word in re.findall(r"[\w-]+", term)]
    return re.search(r"\b" + r"\w*\W+(?:\w+\W+){0,2}?".join(stems), text, re.IGNORECASE) is not None
