"""Written rules, tests and README keep step: no paragraph without a test and a place, and none too many."""

from __future__ import annotations

import importlib
import re

import pytest

from games.rules import catalogue
from tests.kit.rulebooks import ROOT, Rulebook
from tests.kit.titles import all_titles

ALL = [one.rulebook for one in all_titles()]

each_book = pytest.mark.parametrize("book", ALL, ids=lambda book: book.rules.meta.slug)


def test_every_game_of_the_catalogue_has_its_rulebook() -> None:
    books = [book.rules.meta.slug for book in ALL]
    assert books == [rules.meta.slug for rules in catalogue.GAMES]


# --- the rules and the tests


@each_book
def test_paragraphs_stand_once_and_in_order(book: Rulebook) -> None:
    assert book.written() == book.ids


@each_book
def test_every_paragraph_is_shown_by_a_test_and_no_other_is(book: Rulebook) -> None:
    assert book.shown().keys() == set(book.ids)


@each_book
def test_a_test_cannot_name_something_else(book: Rulebook) -> None:
    with pytest.raises(AssertionError, match="no ids"):
        book.shows(f"{book.prefix}-one")
    with pytest.raises(AssertionError, match="name a paragraph"):
        book.shows()


# --- the README


def modules(book: Rulebook) -> set[str]:
    found = {path.relative_to(book.folder).as_posix() for path in book.folder.rglob("*.py")}
    return {path.removeprefix("rules/") for path in found}


@each_book
def test_every_paragraph_has_its_place_once_and_in_order(book: Rulebook) -> None:
    assert [paragraph for paragraph, _ in book.places()] == book.ids
    assert book.readme.count(f"\n| {book.prefix}-") == len(book.ids)


@pytest.mark.parametrize(
    ("book", "place"),
    [pytest.param(book, place, id=paragraph) for book in ALL for paragraph, place in book.places()],
)
def test_whatever_a_paragraph_points_to_is_there(book: Rulebook, place: str) -> None:
    names = re.findall(r"`([\w.]+)`", place)
    assert names
    assert all(book.find(name) is not None for name in names)


@each_book
def test_every_module_is_named(book: Rulebook) -> None:
    assert [module for module in modules(book) if f"`{module}`" not in book.readme] == []


@each_book
def test_every_module_it_names_is_there(book: Rulebook) -> None:
    assert set(re.findall(r"`([\w/]+\.py)`", book.readme)) <= modules(book)


@each_book
def test_everything_else_it_names_in_code_is_known(book: Rulebook) -> None:
    known = {
        *book.rules.core.options.__struct_fields__,
        *book.also_known,
        *(
            f"{path.name}/"
            for path in (*book.folder.iterdir(), *(book.folder / "rules").iterdir())
            if path.is_dir()
        ),
        book.path.name,
        f"{book.tests.relative_to(ROOT).as_posix()}/",
    }
    for name in re.findall(r"`([^`\n]+)`", book.readme):
        if name.endswith(".py") or name in known or name.startswith(("python -m", "NIGHTLY")):
            continue
        assert book.find(name) is not None


@each_book
def test_the_command_it_names_is_one(book: Rulebook) -> None:
    (command,) = re.findall(r"`python -m ([\w.]+)`", book.readme)
    assert callable(importlib.import_module(command).main)
