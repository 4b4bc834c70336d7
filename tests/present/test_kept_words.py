"""Words are kept by language and edition: none is read in another's."""

from __future__ import annotations

from django.utils import translation

from games.present.names import Names
from games.titles.quartz.rules import QUARTZ


def gem(names: Names, language: str) -> str:
    with translation.override(language):
        return names.word("gem.ruby", otherwise="?")


def test_each_language_has_its_own():
    names = Names(QUARTZ, [])
    first = [gem(names, language) for language in ("en", "ru", "pt-br")]
    assert len({*first}) == 3 and "?" not in first
    assert [gem(names, language) for language in ("en", "ru", "pt-br")] == first


def test_a_row_that_is_missing_is_not_kept():
    names = Names(QUARTZ, [])
    assert names.word("no such row", otherwise="first") == "first"
    assert names.word("no such row", otherwise="second") == "second"
