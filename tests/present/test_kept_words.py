"""Words are kept by language and edition: none is read in another's."""

from __future__ import annotations

from django.utils import translation

from games.present.names import Names
from games.titles.quartz.rules import QUARTZ

LANGUAGES = ("en", "ru", "pt-br")


def names_in(language: str) -> Names:
    with translation.override(language):
        return Names(QUARTZ, [])


def said(names: Names) -> tuple[str, str, str]:
    counted = names.tell("board.in_chest", 2), names.tell("board.in_chest", 5)
    return names.word("gem.ruby", otherwise="?"), *counted


def test_each_language_has_its_own_and_keeps_it_whichever_is_active_later():
    names = [names_in(language) for language in LANGUAGES]
    first = [said(one) for one in names]
    assert len({*first}) == 3 and all("?" not in words for words in first)
    for language in LANGUAGES:
        with translation.override(language):
            assert [said(one) for one in names] == first
            assert [said(names_in(one)) for one in LANGUAGES] == first


def test_a_row_that_is_missing_is_not_kept():
    names = Names(QUARTZ, [])
    assert names.word("no such row", otherwise="first") == "first"
    assert names.word("no such row", otherwise="second") == "second"
