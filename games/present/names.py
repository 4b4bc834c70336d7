"""What things are called on a page: seats by their players, things by the game's words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.utils.translation import gettext

from games.models import Match, Seat, names_of
from games.present import words
from games.present.words import tongue
from games.rules.kernel.codec import read_options
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import kind_of_type
from games.rules.kernel.questions import Field, Value
from games.rules.kernel.telling import Message, Words, worded
from games.rules.wording import rows, sentence

ISOLATE, END = "\u2068", "\u2069"  # what stands between goes whichever way its first letter goes
LEFTWARD = frozenset({"R", "AL", "AN"})
NO_THINGS = {"do", "help", "field", "asked", "refused", "option", "ahead", "plan", "order", "view", "result"}
NO_THINGS |= {"say", "letter", "board", "odds", "topic", "prospect", "brings", "robot"}


def readable(key: str) -> str:
    """Turn a name of the program into one for people, where no row of words has a better one."""
    return key.replace("_", " ").strip().capitalize()


def labelled(label: str, said: str) -> str:
    """Say something under its label; one that ends in a mark of its own takes no colon after that."""
    if label.endswith(("!", "?", "…", "...")):
        return gettext("%(label)s – %(said)s") % {"label": label, "said": said}
    return f"{label}: {said}"


def options_of(match: Match) -> Any:
    """Read a match's options, where its table isn't looked at."""
    return read_options(match.rules, match.options)


def isolated(name: str) -> str:
    """Keep a name that is written from right to left from turning the sentence round it."""
    if any(unicodedata.bidirectional(sign) in LEFTWARD for sign in name):
        return f"{ISOLATE}{name}{END}"
    return name


class Names:
    """The names at one table."""

    def __init__(self, rules: AnyRules, seats: Iterable[Seat], options: Any = None) -> None:
        self.rules = rules
        self.options = rules.core.options() if options is None else options
        self.contexts = words.contexts(rules, options)
        self.seats: Mapping[int, str] = {number: isolated(name) for number, name in names_of(seats).items()}
        self._tongue = tongue(rules)
        self._things = things(rules)

    def seat(self, number: int) -> str:
        return self.seats.get(number) or gettext("nobody")

    def thing(self, key: str) -> str:
        """Call a thing by its word, whatever kind of thing it is."""
        return self.word(self._things.get(key, "")) or key.replace("_", " ")

    def word(self, *keys: str, otherwise: str = "") -> str:
        """Give the first of these rows that there is."""
        words = self.rules.core.words
        found = (worded(words, key, self.contexts, self._tongue) for key in keys if key in words)
        return next(found, otherwise)

    def said(self, message: Message) -> str:
        """Say one of the game's messages as this table has it."""
        return sentence(rows(self.rules), message, self.seat, self.contexts, self._tongue)

    def value(self, field: Field, value: Value) -> str:
        """Call one value of a choice's blank."""
        if field.of == "seat":
            return self.seat(int(value))
        return self.word(f"{field.of}.{value}", otherwise=str(value))


@cache
def things(rules: AnyRules) -> dict[str, str]:
    """Find the row of each thing's word: whatever isn't a sentence or a label. Few of them are on a page."""
    sentences = {kind_of_type(event) for event in rules.core.events} | NO_THINGS
    return {
        key.partition(".")[2]: key
        for key in _dotted(rules.core.words)
        if key.partition(".")[0] not in sentences
    }


def _dotted(words: Words) -> Words:
    return {key: row for key, row in words.items() if "." in key and not {*"{|"} & {*key, *row.text}}
