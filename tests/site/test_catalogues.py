"""Every sentence in every language: nothing waits, nothing is guessed, and its blanks stay the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation

from games.present import words
from games.rules.catalogue import by_slug
from quartz_site.catalogues import collecting, compiling

OTHERS = [language for language, _ in settings.LANGUAGES if language != "en"]
BLANKS = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}")
#: Names, and what is written the same in all three languages.
SAME = Path(__file__).with_name("same_in_every_language.txt")

pytestmark = pytest.mark.parametrize("language", OTHERS)


def messages(language: str) -> list[Message]:
    return [one for one in collecting.read(collecting.catalogue_of(language), language) if one.id]


def forms(told: object) -> list[str]:
    return [*told] if isinstance(told, list | tuple) else [str(told)]


def test_everything_is_translated(language):
    waiting = [one.id for one in messages(language) if not collecting.is_translated(one.string)]
    assert waiting == []
    assert not any(one.fuzzy for one in messages(language))


def test_the_catalogue_holds_what_there_is_to_say_and_no_more(language):
    there = {(one.id, one.context or "") for one in messages(language)}
    said = {(message, context) for _, message, context in collecting.everything()}
    assert there == said, "run manage.py collect_words"


def test_blanks_are_the_same(language):
    """In each form; one that counts may leave the number out where the language says it in words."""
    for one in messages(language):
        wanted = set().union(*(BLANKS.findall(form) for form in forms(one.id)))
        for form in forms(one.string):
            assert {*BLANKS.findall(form)} <= wanted, one.id
            assert isinstance(one.id, tuple) or {*BLANKS.findall(form)} == wanted, one.id


def says_the_same(one: Message) -> bool:
    """Tell whether a translation copies its source, and there was something to translate."""
    source = forms(one.id)[0]
    return source in forms(one.string) and re.search("[A-Za-z]{2}", source) is not None


def test_a_translation_is_another_sentence(language):
    same = {*SAME.read_text().splitlines()}
    copied = [one.id for one in messages(language) if says_the_same(one) and forms(one.id)[0] not in same]
    assert copied == []


def test_a_game_speaks_it(language):
    quartz = by_slug()["quartz"]
    with translation.override(language):
        spoken = words.word(quartz, "do.mine")
    # A request that a test made before may have left its language behind.
    with translation.override("en"):
        assert spoken and spoken != words.word(quartz, "do.mine")


def test_what_is_compiled_says_the_same(language, tmp_path):
    path = collecting.catalogue_of(language)
    folder = tmp_path / path.parent.parent.name / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_bytes(path.read_bytes())
    assert len(compiling.compile_all(tmp_path)) == 1
    assert compiling.compile_all(tmp_path) == []
    with (folder / "django.po").open("rb") as file:
        assert read_po(file).locale is not None
    assert (folder / "django.mo").stat().st_size > 0
