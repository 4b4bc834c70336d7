"""Messages as sentences: in English for the tools, and in whatever language a tongue speaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.redaction import WORDS, message
from games.rules.kernel.seats import Seat
from games.rules.kernel.telling import (
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

#: A name that ends a sentence by a mark of its own, as some cards' do: it needs no full stop behind it.
ENDED = re.compile(r"([!?])\.(?=\s|$)")

#: What a seat's player is called.
Names = Callable[[Seat], str]


def seat_name(seat: Seat) -> str:
    """Call a seat by its number, counted from one as people do."""
    return f"Seat {seat + 1}"


@cache
def rows(rules: AnyRules) -> Words:
    """Give every row a game can say: its own, and those that every game has."""
    return {**WORDS, **rules.core.words}


def sentence(
    words: Words,
    told: Message,
    names: Names = seat_name,
    contexts: Contexts = (),
    tongue: Tongue = english,
) -> str:
    """Fill a message's row; raise KeyError when the game has no such row or parameter."""

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

    blanks = {name: spoken(param) for name, param in told.params.items()}
    said = worded(words, told.key, contexts, tongue, told.params).format_map(blanks)
    return ENDED.sub(r"\1", said)


def tell(
    rules: AnyRules,
    event: Seen,
    names: Names = seat_name,
    options: Any = None,
    tongue: Tongue = english,
) -> str | None:
    """Say what was seen, if it is worth a sentence."""
    told = message(rules, event)
    return None if told is None else say(rules, told, names, options, tongue)


def say(
    rules: AnyRules,
    told: Message,
    names: Names = seat_name,
    options: Any = None,
    tongue: Tongue = english,
) -> str:
    """Say a game's message, or one of the kernel's own, in the words of a table with these options."""
    return sentence(rows(rules), told, names, contexts_at(rules, options), tongue)


def word(
    rules: AnyRules, key: str, options: Any = None, otherwise: str = "", tongue: Tongue = english
) -> str:
    """Say a row that has no blanks, as a question or a label; `otherwise` where the game has no such row."""
    if key not in rules.core.words:
        return otherwise
    return worded(rules.core.words, key, contexts_at(rules, options), tongue)


def contexts_at(rules: AnyRules, options: Any = None) -> Contexts:
    """Say in whose words a table is told; one of which nothing is known, as the game has it by default."""
    found: Contexts = rules.text.contexts(rules.core.options() if options is None else options)
    return found


def _several(thing: str, count: int) -> str:
    return thing if count == 1 else f"{thing} ×{count}"
