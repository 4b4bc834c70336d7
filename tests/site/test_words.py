"""One word for one thing, everywhere and in every language: the glossaries decide which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest

from tests.kit import sentences
from tests.kit.glossaries import GLOSSARIES, occurs, pattern, rows
from tests.kit.sentences import Sentence

LANGUAGES = [*GLOSSARIES]
#: Uses of avoided words that are right, and why.
ALLOWED = {
    "Quartz by mail": "the name of this site",
    "Play by mail": "an example of a site's name",
    "You are asked even if": "the game does ask: nobody learns who holds the card",
    "mail server": "what everyone calls it",
    r"(Slack|Telegram) bot|[Бб]от\w* (Slack|Telegram)|[Bb]ot do (Slack|Telegram)": "what they call it",
    r"\b(commitment|digest)s?\b": "names of fields in a log, for those who check one",
}
#: Only tools, errors and documentation speak of a log's fields; players read "fingerprint".
FOR_PLAYERS = [use for use in ALLOWED if "digest" not in use]


def avoided_in(language: str, said: Iterator[Sentence], allowed: Iterable[str] = ALLOWED) -> list[str]:
    """Name each sentence that uses a word the glossary avoids."""
    avoided = [pattern(word) for row in rows(language) for word in row.avoided]
    rightly = re.compile("|".join(allowed))
    return [
        f"{one.where}: {hit[0]!r} in: {one.text}"
        for one in said
        for each in avoided
        if (hit := each.search(rightly.sub(" ", one.words)))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_avoids_the_old_words(language):
    assert avoided_in(language, sentences.in_catalogue(language), FOR_PLAYERS) == []


def test_commands_avoid_them():
    assert avoided_in("en", sentences.in_terminal()) == []


def test_errors_avoid_them():
    assert avoided_in("en", sentences.in_errors()) == []


def test_pages_for_operators_avoid_them():
    assert avoided_in("en", sentences.for_operators()) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Nobody flagged it."),
        ("en", "Whoever joins"),
        ("ru", "За тебя играет автопилот"),
        ("pt-br", "Escreva um correio"),
    ],
)
def test_an_old_word_is_noticed(language, text):
    assert len(avoided_in(language, iter([Sentence("here", text)]))) == 1


def test_code_and_blanks_are_not_words():
    said = [Sentence("here", text) for text in ("run `fetch_mail`", "%(mail)s", "/dev/mail/", "um e-mail")]
    assert avoided_in("en", iter(said[:3])) == avoided_in("pt-br", iter(said)) == []


@pytest.mark.parametrize("use", ALLOWED)
def test_each_exception_is_still_needed(use):
    said = [*sentences.in_catalogue("en"), *sentences.in_terminal(), *sentences.for_operators()]
    assert any(re.search(use, one.words) for one in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_term_of_the_glossary_is_really_used(language):
    said = "\n".join(one.words for one in sentences.in_catalogue(language))
    assert [term for row in rows(language) for term in row.terms if not occurs(term, said)] == []
