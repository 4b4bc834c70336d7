"""How long a guided match takes somebody who reads what its lessons say and does it, and nothing else.

Two hundred words a minute and four seconds a press: an estimate, the same in each language, of what
`docs/people.md` says.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.models import Player
from games.rules.catalogue import GAMES
from tests.kit.cast import browser, person
from tests.kit.guided import Told, begin, play_through

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
DOC = (Path(__file__).resolve().parents[3] / "docs" / "people.md").read_text()
WORDS, SECONDS = 200, 4  # a minute; a press
TO_BEGIN = 2  # presses, on the page before the match and the one before that
LANGUAGES = ("en", "ru", "pt-br")


def words(told: list[Told]) -> int:
    return sum(len(f"{one.says} {one.filled} {one.button}".split()) for one in told)


def minutes(told: list[Told]) -> float:
    presses = TO_BEGIN + sum(bool(one.button) for one in told)
    return words(told) / WORDS + presses * SECONDS / 60


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_no_guided_match_takes_longer_than_its_page_promises(rules):
    lasts = []
    for language in LANGUAGES:
        Player.objects.filter(pk=person("alice").pk).update(language=language)
        client = browser("alice")
        told = play_through(client, begin(client, rules.meta.slug))
        lasts.append(minutes(told))
    assert max(lasts) <= rules.alone.minutes
    row = re.search(rf"^\| {rules.meta.slug} \| (.+) \|$", DOC, re.M)
    assert row, "docs/people.md has a row for each game"
    expected = [f"{one:.1f}" for one in lasts]
    assert row[1].split(" | ")[-3:] == expected, f"| {rules.meta.slug} | {' | '.join(expected)} |"
