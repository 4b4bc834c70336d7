"""The edition of 2019 (QZ-61): names and terms of its own, in every row that holds the first one's."""

from __future__ import annotations

import re

from games.rules.kernel.messages import Row, Words
from games.titles.quartz.rules.cards import CARDS

SECOND = "2019"
BLANKS = re.compile(r"(\{\w+\})")  # what a sentence is filled with keeps its name
CARDS_2019 = {card.names["2016"]: card.names[SECOND] for card in CARDS.values()}

#: Term by term, phrases before the words within them. An experience token is one in both editions.
TERMS_2019 = {
    "another obsidian": "another piece of coal",
    "A second obsidian": "A second piece of coal",
    "a second obsidian": "a second piece of coal",
    "an obsidian": "a piece of coal",
    "obsidian": "coal",
    "Obsidian": "Coal",
    "has an accident": "causes a scandal",
    "have an accident": "face a scandal",
    "Have the accident": "Face the scandal",
    "an accident": "a scandal",
    "Accident": "Scandal",
    "accident": "scandal",
    "bravery board": "board of awards",
    "Bravery board": "Board of awards",
    "Bravery": "Awards",
    "bravery": "awards",
    "the bonus": "the award",
}


def of_2019(rows: Words) -> Words:
    """Make the rows of this edition that differ; `key|context` becomes `key|2019, context`."""
    renamed_rows = {key: Row(renamed(row.text), renamed(row.plural), row.count) for key, row in rows.items()}
    return {in_edition(key): row for key, row in renamed_rows.items() if row != rows[key]}


def renamed(text: str) -> str:
    """Put a row into the terms of 2019; a card's name becomes its name in that edition."""
    if text in CARDS_2019:
        return CARDS_2019[text]
    return "".join(part if part.startswith("{") else _in_terms(part) for part in BLANKS.split(text))


def _in_terms(text: str) -> str:
    for first, second in TERMS_2019.items():
        text = text.replace(first, second)
    return text


def in_edition(key: str) -> str:
    plain, _, context = key.partition("|")
    return f"{plain}|{SECOND}, {context}" if context else f"{plain}|{SECOND}"
