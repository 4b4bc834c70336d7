"""A first line that is for the chat, not a move: a word, a colon and a message.

No code and no words of a choice hold a colon after such a word, so one is never taken for the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.mail.receive.parsing import first_line
from games.mail.receive.parsing.parts import ParsedEmail

#: What begins a message to all players, in English, Russian and Portuguese.
TO_ALL = ("say", "скажи", "diga")
#: What begins one to a single player, whose name and a colon follow.
TO_ONE = ("say to", "лично", "diga a", "diga ao", "diga à", "diga para")
_TO_ALL = re.compile(rf"\s*(?:{'|'.join(TO_ALL)})\s*[:：]\s*(.*)", re.IGNORECASE | re.DOTALL)
_TO_ONE = re.compile(
    rf"\s*(?:{'|'.join(sorted(TO_ONE, key=len, reverse=True))})\s+(?=[^\s:：])(?=.*[:：])(.*)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class ForChat:
    text: str
    is_private: bool = False  # then the text begins with a name and a colon


def read(letter: ParsedEmail) -> ForChat | None:
    """Read a message for the chat from the first line; None if it isn't one. Raise Unreadable."""
    line = _visible(first_line.first_line(letter))
    if found := _TO_ALL.match(line):
        return ForChat(_unbroken(found[1], letter))
    if found := _TO_ONE.match(line):
        return ForChat(_unbroken(found[1], letter), is_private=True)
    return None


def addressed(text: str, names: dict[int, str]) -> tuple[int | None, str]:
    """Split a name and a colon off a private message: give whose seat that is, if anyone's, and the rest.

    The longest name wins, since a name may hold a colon itself.
    """
    for number, name in sorted(names.items(), key=lambda one: -len(one[1])):
        pattern = re.compile(rf"{re.escape(name)}\s*[:：]\s*", re.IGNORECASE)
        if found := pattern.match(text):
            return number, text[found.end() :]
    return None, text


def _visible(line: str) -> str:
    """Leave out signs that nobody sees, which some programs put in front."""
    return line.replace("\u200b", "").replace("\ufeff", "").replace("\u00a0", " ")


def _unbroken(text: str, letter: ParsedEmail) -> str:
    """Give the whole line if the plain text broke it, as the same email's HTML has it."""
    for part in letter.parts:
        if part.head.kind == "text/html" and not part.head.is_attached:
            line = " ".join(_visible(first_line.READERS["text/html"](part)).split())
            begun = " ".join(text.split())
            at = line.find(begun)
            return line[at:] if begun and at >= 0 else text
    return text
