"""Events and questions as sentences, in the active language.

Translators know a row of a game's words by the game and the row's key, so the same English may be
translated differently in two places and in each edition of a game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, npgettext, override, pgettext

from games.models import Match
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.messages import Contexts, Message, Row, Seen, Tongue, worded
from games.rules.kernel.meta import Meta
from games.rules.kernel.redaction import message
from games.rules.wording import Names, context, contexts_at, rows, seat_name, sentence

MOST = 20_000  # texts in memory


def contexts(rules: AnyRules, options: Any = None) -> Contexts:
    """Give what selects the words: the language, as some names differ by it, and the game's options."""
    return (get_language(), *contexts_at(rules, options))


def tongue(rules: AnyRules) -> Tongue:
    """Make the function that translates a game's rows into the language that is active now, also later."""
    language = get_language()

    def spoken(row: Row, key: str, count: int) -> str:
        if row.plural:
            return _counted(language, rules.meta.slug, key, row, count)
        return _translated(language, rules.meta.slug, key, row.text) if row.text else ""

    return spoken


@lru_cache(MOST)
def _translated(language: str | None, slug: str, key: str, text: str) -> str:
    """Translate a row without a plural."""
    with override(language):
        return str(pgettext(context(slug, key), text))


@lru_cache(MOST)
def _counted(language: str | None, slug: str, key: str, row: Row, count: int) -> str:
    """Translate a row in the plural of a count."""
    with override(language):
        return str(npgettext(context(slug, key), row.text, row.plural, count))


def describe_event(rules: AnyRules, event: Seen, names: Names = seat_name, options: Any = None) -> str | None:
    """Describe an event as its reader saw it, or return None if it isn't worth a sentence."""
    told = message(rules, event)
    return None if told is None else render_message(rules, told, names, options)


def render_message(rules: AnyRules, told: Message, names: Names = seat_name, options: Any = None) -> str:
    """Render a message in the words for these options."""
    return sentence(rows(rules), told, names, contexts(rules, options), tongue(rules))


def word(rules: AnyRules, key: str, options: Any = None, otherwise: str = "") -> str:
    """Give the text of a row without blanks, or `otherwise` if the game has no such row."""
    if key not in rules.core.words:
        return otherwise
    return worded(rules.core.words, key, contexts(rules, options), tongue(rules))


def game(match: Match) -> str:
    """Name a match's game in the reader's language."""
    return title(match.rules.meta)


def title(meta: Meta) -> str:
    """Give the title of a game."""
    return str(pgettext(context(meta.slug, "title"), meta.title))


def brief(rules: AnyRules, options: Any = None) -> list[str]:
    """Explain a game in three lines: its rows `brief.1` to `brief.3`, or what it is about."""
    told = [word(rules, f"brief.{number}", options) for number in (1, 2, 3)]
    return [line for line in told if line] or [about(rules.meta)]


def about(meta: Meta) -> str:
    """Describe a game in a sentence."""
    return str(pgettext(context(meta.slug, "about"), meta.about))
