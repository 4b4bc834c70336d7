"""Every refusal a player can meet has a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.refusals import SENTENCES, sentence
from games.rules.catalogue import GAMES
from games.rules.kernel.refusal import CODES

GAMES_FOLDER = Path(__file__).resolve().parent.parent.parent / "games"
SOURCES = [path for path in GAMES_FOLDER.rglob("*.py") if "rules" not in path.parts]
SAID = re.compile(r'(?:Refused|Refusal)\(\s*"(\w+)"|Receipt\([\w.]*REFUSED, "(\w+)"')


def said() -> set[str]:
    """Find every code our own stories and pages refuse with."""
    return {one or other for path in SOURCES for one, other in SAID.findall(path.read_text())}


def test_every_code_of_the_kernel_and_of_the_stories_has_one():
    assert said() >= {"stale", "not_running", "too_late", "fault"}
    assert (CODES | said()) - set(SENTENCES) == set()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_every_code_of_a_game_has_one(rules):
    for code in rules.refusals:
        assert f"refused.{code}" in rules.words
        assert sentence(rules, code, {})


@pytest.mark.parametrize("code", [*SENTENCES, "never heard of"])
@pytest.mark.parametrize(
    "details", [None, {}, {"what": "x", "least": 1, "most": 2, "reason": "{0.__class__}"}]
)
def test_whatever_the_details_it_is_a_sentence(code, details):
    assert sentence(GAMES[0], code, details).endswith(".")


def test_a_thing_is_called_by_its_name():
    assert (
        sentence(GAMES[0], "not_in_hand", {"card": "here_we_go"})
        == "That card isn't in your hand: Here We Go."
    )


def test_a_thing_is_called_as_the_edition_of_the_table_calls_it():
    told = sentence(GAMES[0], "not_in_hand", {"card": "here_we_go"}, GAMES[0].options(edition="2019"))
    assert told == "That card isn't in your hand: Закатать рукава."
