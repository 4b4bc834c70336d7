"""Turn messages into sentences: in English for the tools, in any language with a `Tongue`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.messages import (
    Contexts,
    Message,
    Param,
    Parts,
    Seen,
    Thing,
    Things,
    Tongue,
    Who,
    Words,
    english,
    worded,
)
from games.rules.kernel.redaction import WORDS, message
from games.rules.kernel.seats import Seat

#: A name with an end mark of its own, as some cards have, at the end of a sentence: it needs no full stop.
ENDED = re.compile(r"([!?])\.(?=\s|$)")

#: The name under which translators find the rows that every game has.
KERNEL = "every game"

#: Gives the name of the player in a seat.
Names = Callable[[Seat], str]


def seat_name(seat: Seat) -> str:
    """Name a seat by its number, counted from one."""
    return f"Seat {seat + 1}"


def context(slug: str, key: str) -> str:
    """Give the translation context of a row."""
    return f"{KERNEL if key in WORDS else slug}: {key}"


@cache
def rows(rules: AnyRules) -> Words:
    """Give every row of words of a game: its own and the kernel's."""
    return {**WORDS, **rules.core.words}


def sentence(
    words: Words,
    what: Message,
    names: Names = seat_name,
    contexts: Contexts = (),
    tongue: Tongue = english,
) -> str:
    """Make the sentence of a message; raise KeyError if the game has no such row or parameter."""

    def spoken(param: Param) -> str:
        match param:
            case Who(seat):
                return names(seat)
            case Thing(of, key):
                return thing(of, key)
            case Things(of, counts):
                return listed([_several(thing(of, key), counts[key]) for key in sorted(counts)])
            case Parts(parts):
                return listed([sentence(words, part, names, contexts, tongue) for part in parts])
            case _:
                return str(param)

    def thing(of: str, key: str) -> str:
        return worded(words, f"{of}.{key}", contexts, tongue)

    def listed(several: list[str]) -> str:
        return ", ".join(several) or worded(WORDS, "nothing", contexts, tongue)

    blanks = {name: spoken(param) for name, param in what.params.items()}
    text = worded(words, what.key, contexts, tongue, what.params).format_map(blanks)
    return ENDED.sub(r"\1", text)


def tell(
    rules: AnyRules,
    event: Seen,
    names: Names = seat_name,
    options: Any = None,
    tongue: Tongue = english,
) -> str | None:
    """Make the sentence of an event, or None if it is worth none."""
    what = message(rules, event)
    return None if what is None else say(rules, what, names, options, tongue)


def say(
    rules: AnyRules,
    what: Message,
    names: Names = seat_name,
    options: Any = None,
    tongue: Tongue = english,
) -> str:
    """Make the sentence of a message, in the words of a match with these options."""
    return sentence(rows(rules), what, names, contexts_at(rules, options), tongue)


def word(
    rules: AnyRules, key: str, options: Any = None, otherwise: str = "", tongue: Tongue = english
) -> str:
    """Give the text of a row without blanks, like a label; `otherwise` if the game has no such row."""
    if key not in rules.core.words:
        return otherwise
    return worded(rules.core.words, key, contexts_at(rules, options), tongue)


def contexts_at(rules: AnyRules, options: Any = None) -> Contexts:
    """List the contexts of a match's words; without options, those of the game's defaults."""
    found: Contexts = rules.text.contexts(rules.core.options() if options is None else options)
    return found


def _several(thing: str, count: int) -> str:
    return thing if count == 1 else f"{thing} ×{count}"
