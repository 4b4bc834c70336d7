"""Sentences with choices in them, from which plans and standing orders are built.

They are rows of the game's words: `sentence.<record>` for a whole record, `sentence.<record>.<field>` for one
of its fields. A blank named like a field takes its control; one like `{card_mine}` the row `card.mine`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from string import Formatter

from games.present.names import Names


@dataclass(frozen=True)
class SentencePart:
    """Words of a sentence, and the field whose control follows them; "" at the end."""

    words: str
    field: str = ""


def pieces(names: Names, row: str, fields: Collection[str]) -> list[SentencePart]:
    """Cut a sentence at its controls; nothing if the game has no such row."""
    return list(_cut(names, names.word(row), fields))


def _cut(names: Names, text: str, fields: Collection[str]) -> Iterator[SentencePart]:
    words = ""
    for literal, blank, _, _ in Formatter().parse(text):
        words += literal
        if blank in fields:
            yield SentencePart(words, blank or "")
            words = ""
        elif blank:
            words += names.word(blank.replace("_", ".", 1), otherwise=blank)
    if words:
        yield SentencePart(words)


def fields_in(sentence: Collection[SentencePart]) -> list[str]:
    return [one.field for one in sentence if one.field]
