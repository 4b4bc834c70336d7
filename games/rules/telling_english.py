"""Messages as English sentences: for the tools, and as the source that other languages translate."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.redaction import WORDS, message
from games.rules.kernel.seats import Seat
from games.rules.kernel.telling import Message, Param, Parts, Row, Seen, Thing, Things, Who, Words

#: What a seat's player is called.
Names = Callable[[Seat], str]
NOTHING = "nothing"


def seat_name(seat: Seat) -> str:
    """Call a seat by its number, counted from one as people do."""
    return f"Seat {seat + 1}"


def sentence(words: Words, told: Message, names: Names = seat_name) -> str:
    """Fill a message's row; raise KeyError when the game has no such row or parameter."""
    blanks = {name: _spoken(words, param, names) for name, param in told.params.items()}
    return _form(words[told.key], told).format_map(blanks)


def tell(rules: AnyRules, event: Seen, names: Names = seat_name) -> str | None:
    """Say in English what was seen, if it is worth a sentence."""
    told = message(rules, event)
    return None if told is None else in_english(rules, told, names)


def in_english(rules: AnyRules, told: Message, names: Names = seat_name) -> str:
    """Say a game's message, or one of the kernel's own, in English."""
    return sentence({**WORDS, **rules.words}, told, names)


def _form(row: Row, told: Message) -> str:
    return row.plural if row.plural and told.params[row.count] != 1 else row.text


def _spoken(words: Words, param: Param, names: Names) -> str:
    match param:
        case Who(seat):
            return names(seat)
        case Thing(of, key):
            return words[f"{of}.{key}"].text
        case Things(of, counts):
            several = (_several(words[f"{of}.{key}"].text, counts[key]) for key in sorted(counts))
            return ", ".join(several) or NOTHING
        case Parts(parts):
            return ", ".join(sentence(words, part, names) for part in parts) or NOTHING
        case _:
            return str(param)


def _several(thing: str, count: int) -> str:
    return thing if count == 1 else f"{thing} ×{count}"
