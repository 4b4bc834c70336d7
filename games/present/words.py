"""What happened and what is asked, in the language of whoever reads: the one that is active.

A row of a game's words is known to translators by the game and the row's own key, so that the same English
may read differently in two places, and each edition in its own words.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language, npgettext, pgettext

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.meta import Meta
from games.rules.kernel.redaction import WORDS, message
from games.rules.kernel.telling import Contexts, Message, Row, Seen, Tongue, worded
from games.rules.wording import Names, contexts_at, rows, seat_name, sentence

#: Rows that every game has; its translations stand under this name.
KERNEL = "every game"


def context(slug: str, key: str) -> str:
    """Name a row to translators."""
    return f"{KERNEL if key in WORDS else slug}: {key}"


def contexts(rules: AnyRules, options: Any = None) -> Contexts:
    """Say in whose words a table is told to this reader: some names are a language's own."""
    return (get_language(), *contexts_at(rules, options))


def tongue(rules: AnyRules) -> Tongue:
    """Speak a game's rows in the active language."""

    def spoken(row: Row, key: str, count: int) -> str:
        where = context(rules.meta.slug, key)
        if row.plural:
            return str(npgettext(where, row.text, row.plural, count))
        return str(pgettext(where, row.text)) if row.text else ""

    return spoken


def tell(rules: AnyRules, event: Seen, names: Names = seat_name, options: Any = None) -> str | None:
    """Say what was seen, if it is worth a sentence."""
    told = message(rules, event)
    return None if told is None else say(rules, told, names, options)


def say(rules: AnyRules, told: Message, names: Names = seat_name, options: Any = None) -> str:
    """Say a message as the table with these options has it."""
    return sentence(rows(rules), told, names, contexts(rules, options), tongue(rules))


def word(rules: AnyRules, key: str, options: Any = None, otherwise: str = "") -> str:
    """Say a row that has no blanks; `otherwise` where the game has no such row."""
    if key not in rules.core.words:
        return otherwise
    return worded(rules.core.words, key, contexts(rules, options), tongue(rules))


def title(meta: Meta) -> str:
    """Say what a game is called."""
    return str(pgettext(context(meta.slug, "title"), meta.title))


def about(meta: Meta) -> str:
    """Say in a sentence what a game is."""
    return str(pgettext(context(meta.slug, "about"), meta.about))
