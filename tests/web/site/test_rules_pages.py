"""Rules pages: real components, examples from real positions, cards, and the way there from each term."""

from __future__ import annotations

import re

import pytest

from games.models import Seat
from games.rules.catalogue import GAMES
from games.rules.guided_match import steps
from games.web.site.well_known import copies
from tests.kit.cast import browser, match_of, play_on
from tests.toy import MAGPIES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
games = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
TERM = re.compile(r'<a class="term" href="([^"]+)"')
LEAST_EXAMPLES, LEAST_PICTURES, LEAST_TERMS = 2, 8, 3


def text(client, address: str, language: str = "en") -> str:
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200, address
    return str(answer.content.decode())


@games
@pytest.mark.parametrize("language", ["en", "ru", "pt-br"])
def test_the_rules_show_components_and_examples_from_real_positions(client, rules, language):
    page = text(client, f"/rules/{rules.meta.slug}/", language)
    assert page.count("<figure") >= LEAST_EXAMPLES
    assert page.count("<svg") >= LEAST_PICTURES
    assert all(figure.strip() for figure in re.findall(r"<figcaption>(.*?)</figcaption>", page, re.DOTALL))
    assert len(steps(rules)) >= page.count("<figure") - 1


@games
def test_no_anchor_is_there_twice(client, rules):
    for address in (f"/rules/{rules.meta.slug}/", f"/rules/{rules.meta.slug}/cards/"):
        ids = re.findall(r'\bid="([^"]+)"', text(client, address))
        assert len(ids) == len({*ids}), address


@games
def test_each_question_is_explained_somewhere(client, rules):
    page = text(client, f"/rules/{rules.meta.slug}/")
    for kind, anchor in rules.alone.explained.items():
        assert f'id="{anchor}"' in page, kind


@games
def test_the_terms_of_a_match_page_lead_to_their_places(client, rules):
    found = match_of("alice", "bob", "carol", game=rules.meta.slug)
    for seed in range(60):
        found.refresh_from_db()
        if seed > 6 and 0 in found.awaited:
            break
        play_on(found, 1, seed=seed)
    page = text(browser("alice"), f"/m/{found.public_id}/")
    terms = {*TERM.findall(page)}
    assert len(terms) >= LEAST_TERMS
    for term in terms:
        address, _, anchor = term.partition("#")
        assert f'id="{anchor}"' in text(client, address), term


@games
def test_the_page_of_cards_says_how_many_there_are(client, rules):
    page = text(client, f"/rules/{rules.meta.slug}/cards/")
    for key in re.findall(r'id="card-(\w+)"', page):
        count = copies(rules, key)
        assert (f"{count} card" if count else "one for each player") in page
    assert page.count('class="art"') + page.count('class="gem') >= page.count("<dt>")


def test_a_game_without_cards_has_no_such_page(client):
    assert client.get("/rules/none/cards/").status_code == 404
    assert client.get(f"/rules/{MAGPIES.meta.slug}/cards/").status_code == 404
    assert not Seat.objects.exists()
