"""Every refusal a player can meet has a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.present.refusals import SENTENCES, how_long, sentence
from games.rules.catalogue import GAMES
from games.rules.kernel.refusal import CODES
from games.web.account import openid_refused

GAMES_FOLDER = Path(__file__).resolve().parent.parent.parent / "games"
SOURCES = [path for path in GAMES_FOLDER.rglob("*.py") if "rules" not in path.relative_to(GAMES_FOLDER).parts]
SAID = re.compile(r'(?:Refused|Refusal)\(\s*"(\w+)"|Receipt\([\w.]*REFUSED, "(\w+)"')


def said() -> set[str]:
    """Find every code our own stories and pages refuse with."""
    return {one or other for path in SOURCES for one, other in SAID.findall(path.read_text())}


def test_every_code_of_the_kernel_and_of_the_stories_has_one():
    assert said() >= {"stale", "not_running", "too_late", "fault"}
    assert (CODES | said()) - set(SENTENCES) - set(openid_refused.SENTENCES) == set()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_every_code_of_a_game_has_one(rules):
    for code in rules.core.refusals:
        assert f"refused.{code}" in rules.core.words
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
        == "You don't have that card in your hand: Here We Go."
    )


def test_a_thing_is_called_as_the_edition_of_the_table_calls_it():
    told = sentence(GAMES[0], "not_in_hand", {"card": "here_we_go"}, GAMES[0].core.options(edition="2019"))
    assert told == "You don't have that card in your hand: Закатать рукава."


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (1, "about a minute"),
        (60, "about a minute"),
        (61, "about 2 minutes"),
        (465, "about 8 minutes"),
        (3585, "about an hour"),
        (3600, "about an hour"),
        (4000, "about 67 minutes"),
        (9000, "about 3 hours"),
    ],
)
def test_how_long_to_wait_is_said_as_people_do_and_never_less_than_it_takes(seconds, told):
    assert how_long(seconds) == told
    assert sentence(GAMES[0], "too_many", {"seconds": seconds}).endswith(f"please wait {told}.")


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_no_sentence_speaks_of_the_program(rules):
    told = [sentence(rules, code, {"seconds": 465, "left": 3}) for code in (*SENTENCES, *rules.core.refusals)]
    assert not [one for one in told if re.search(r"\d{3}|_|\bseconds\b|error|invalid|[{}]", one)]
