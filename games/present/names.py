"""The names on a page: seats by their players, things by the game's words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from django.utils.translation import gettext

from games.models import Seat, names_of
from games.present import words
from games.present.words import tongue
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import kind_of_type
from games.rules.kernel.messages import Contexts, Message, Words, counting, worded
from games.rules.kernel.questions import Field, Value
from games.rules.wording import rows, sentence

ISOLATE, END = "\u2068", "\u2069"  # what is between them runs in the direction of its first letter
COUNTED = 100  # counts whose texts are kept
MOST = 500  # editions and languages whose texts are in memory
LEFTWARD = frozenset({"R", "AL", "AN"})
NO_THINGS = {"do", "help", "field", "asked", "refused", "option", "ahead", "plan", "order", "view", "result"}
NO_THINGS |= {"say", "letter", "board", "odds", "topic", "prospect", "stakes", "brings", "robot", "brief"}
NO_THINGS |= {"suggested", "lesson", "dwarf", "ended", "moment", "reconstructed", "stopped"}
NO_THINGS |= {"sentence", "under", "named", "score", "open", "with", "socket"}


def readable(key: str) -> str:
    """Make a label from an identifier, for things without a row of words."""
    return key.replace("_", " ").strip().capitalize()


def labelled(label: str, said: str) -> str:
    """Put a label before a text; a label that ends in ! or ? takes a dash instead of a colon."""
    if label.endswith(("!", "?", "…", "...")):
        return gettext("%(label)s – %(said)s") % {"label": label, "said": said}
    return f"{label}: {said}"


def isolated(name: str) -> str:
    """Isolate a right-to-left name so that it doesn't reverse the sentence around it."""
    if any(unicodedata.bidirectional(sign) in LEFTWARD for sign in name):
        return f"{ISOLATE}{name}{END}"
    return name


class Names:
    """The names in one match."""

    def __init__(self, rules: AnyRules, seats: Iterable[Seat], options: Any = None) -> None:
        self.rules = rules
        self.options = rules.core.options() if options is None else options
        self.contexts = words.contexts(rules, options)
        self.seats: Mapping[int, str] = {number: isolated(name) for number, name in names_of(seats).items()}
        self._tongue = tongue(rules)
        self._texts = _texts(rules, self.contexts)
        self._things = things(rules)

    def seat(self, number: int) -> str:
        return self.seats.get(number) or gettext("nobody")

    def thing(self, key: str) -> str:
        """Give the word for a thing, whatever kind of thing it is; "a>b" is a way from one to another."""
        if ">" in key:
            return " → ".join(map(self.thing, key.split(">")))
        return self.word(self._things.get(key, "")) or key.replace("_", " ")

    def word(self, *keys: str, otherwise: str = "") -> str:
        """Give the text of the first of these rows that exists."""
        for key in keys:
            if (text := self._texts.get(key)) is not None:
                return text
            if key in self.rules.core.words:
                text = self._texts[key] = worded(self.rules.core.words, key, self.contexts, self._tongue)
                return text
        return otherwise

    def said(self, message: Message) -> str:
        """Render one of the game's messages, in the words for this match's options."""
        return sentence(rows(self.rules), message, self.seat, self.contexts, self._tongue)

    def tell(self, key: str, count: int) -> str:
        """Give the text of a row that depends on a count."""
        kept = key, count
        if (text := self._texts.get(kept)) is None:
            text = self.said(counting(self.rules.core.words, key, count))
            if 0 <= count < COUNTED:
                self._texts[kept] = text
        return text

    def value(self, field: Field, value: Value) -> str:
        """Name one value of a choice's field."""
        if field.of == "seat":
            return self.seat(int(value))
        return self.word(f"{field.of}.{value}") or (
            self.thing(str(value)) if ">" in str(value) else str(value)
        )


@lru_cache(MOST)
def _texts(rules: AnyRules, contexts: Contexts) -> dict[str | tuple[str, int], str]:
    """Keep the texts of rows, some with their count, in one language and edition."""
    return {}


@cache
def things(rules: AnyRules) -> dict[str, str]:
    """Map each thing to the row with its word: rows of sentences and labels don't count."""
    sentences = {kind_of_type(event) for event in rules.core.events} | NO_THINGS
    return {
        key.partition(".")[2]: key
        for key in _dotted(rules.core.words)
        if key.partition(".")[0] not in sentences
    }


def _dotted(words: Words) -> Words:
    return {key: row for key, row in words.items() if "." in key and not {*"{|"} & {*key, *row.text}}
