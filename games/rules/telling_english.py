"""Messages as English sentences: for the tools, and as the source that other languages translate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.redaction import WORDS, message
from games.rules.kernel.seats import Seat
from games.rules.kernel.telling import (
    Contexts,
    Message,
    Param,
    Parts,
    Row,
    Seen,
    Thing,
    Things,
    Who,
    Words,
    worded,
)

#: What a seat's player is called.
Names = Callable[[Seat], str]
NOTHING = "nothing"


def seat_name(seat: Seat) -> str:
    """Call a seat by its number, counted from one as people do."""
    return f"Seat {seat + 1}"


def sentence(words: Words, told: Message, names: Names = seat_name, contexts: Contexts = ()) -> str:
    """Fill a message's row; raise KeyError when the game has no such row or parameter."""

    def spoken(param: Param) -> str:
        match param:
            case Who(seat):
                return names(seat)
            case Thing(of, key):
                return thing(of, key)
            case Things(of, counts):
                several = (_several(thing(of, key), counts[key]) for key in sorted(counts))
                return ", ".join(several) or NOTHING
            case Parts(parts):
                return ", ".join(sentence(words, part, names, contexts) for part in parts) or NOTHING
            case _:
                return str(param)

    def thing(of: str, key: str) -> str:
        return worded(words, f"{of}.{key}", contexts).text

    blanks = {name: spoken(param) for name, param in told.params.items()}
    return _form(worded(words, told.key, contexts), told).format_map(blanks)


def tell(rules: AnyRules, event: Seen, names: Names = seat_name, options: Any = None) -> str | None:
    """Say in English what was seen, if it is worth a sentence."""
    told = message(rules, event)
    return None if told is None else in_english(rules, told, names, options)


def in_english(rules: AnyRules, told: Message, names: Names = seat_name, options: Any = None) -> str:
    """Say a game's message, or one of the kernel's own, in the English of a table with these options."""
    return sentence({**WORDS, **rules.words}, told, names, contexts_at(rules, options))


def word(rules: AnyRules, key: str, options: Any = None, otherwise: str = "") -> str:
    """Say a row that has no blanks, as a question or a label; `otherwise` where the game has no such row."""
    return worded(rules.words, key, contexts_at(rules, options)).text if key in rules.words else otherwise


def contexts_at(rules: AnyRules, options: Any = None) -> Contexts:
    """Say in whose words a table is told; one of which nothing is known, as the game has it by default."""
    found: Contexts = rules.contexts(rules.options() if options is None else options)
    return found


def _form(row: Row, told: Message) -> str:
    return row.plural if row.plural and told.params[row.count] != 1 else row.text


def _several(thing: str, count: int) -> str:
    return thing if count == 1 else f"{thing} ×{count}"
