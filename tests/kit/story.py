"""What matters of a sentence about an event: whom, what and how much it names, not how it says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from games.rules.kernel.events import kind_of_type

Facts = tuple[str, ...]


def names_for(rules: Any, key: str) -> Iterator[str]:
    """Yield what a thing may be called in a game's own words; anything else is called as it is.

    The rows of the sentences themselves are none of a thing.
    """
    sentences = {kind_of_type(event) for event in rules.core.events}
    rows = {name.partition("."): row.text for name, row in rules.core.words.items()}
    found = [text for (of, _, thing), text in rows.items() if thing == key and of not in sentences]
    found = found if key[0].isalpha() else []  # counts and places are written as they are
    yield from [text for text in found if "{" not in text] or [key]


def missing(rules: Any, told: str, facts: Facts) -> list[str]:
    """List the facts that a sentence lacks: things by their keys, seats and counts as they are written."""
    return [fact for fact in facts if not names(rules, told, fact)]


def names(rules: Any, told: str, fact: str) -> bool:
    """Tell whether a sentence names a thing, seat or count."""
    return any(holds(told, name) for name in names_for(rules, fact))


def holds(told: str, name: str) -> bool:
    """Tell whether a sentence has these words, and not only as a part of longer ones."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told, re.IGNORECASE) is not None


def is_a_sentence(told: str) -> bool:
    """Tell whether it begins and ends as one, with no blank left open."""
    return told[:1] == told[:1].upper() and told[-1:] in ".!?" and not {"{", "}"} & {*told}
