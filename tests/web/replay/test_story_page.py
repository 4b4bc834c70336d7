"""The story to share: for anyone with its address, once the match is over, without names until all agree."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Match, MatchStatus, Seat
from tests.kit.cast import address, browser, match_of, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
GAMES = ("quartz", "quartz_cards", "gnomes", "gem_edge")
NAMES = ("Alice", "Bob", "Carol")


def over(game: str = "quartz", **settings: object) -> Match:
    found = match_of(game=game, secret=bytes(range(32)), **settings)
    play_on(found, 2000)
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    return found


def story_of(found: Match, client: Client | None = None) -> str:
    got = (client or Client()).get(address(found, "story/"))
    assert got.status_code == 200 and "no-store" in got["Cache-Control"]
    return str(got.content.decode())


@pytest.mark.parametrize("game", GAMES)
def test_it_tells_in_a_few_sentences_how_the_match_came_about(game):
    told = story_of(over(game))
    (beats,) = re.findall(r'<ol class="beats">.*?</ol>', told, re.S)
    assert 3 <= beats.count("<li>") <= 20
    assert "<h1>" in told and " win" in told and '<svg class="chart"' in told
    assert not any(name in told for name in NAMES)


def test_it_names_everyone_once_all_have_agreed_and_nobody_before():
    found = over()
    Seat.objects.filter(match=found, number__in=(0, 1)).update(named_on_card=True)
    assert not any(name in story_of(found) for name in NAMES)
    Seat.objects.filter(match=found).update(named_on_card=True)
    assert all(name in story_of(found) for name in NAMES)


def test_the_name_that_a_host_gave_the_match_stays_with_its_players():
    found = over()
    Match.objects.filter(pk=found.pk).update(name="For Carol's birthday")
    assert "birthday" not in story_of(found) and "birthday" not in story_of(found, browser("alice"))


def test_before_the_end_and_of_what_was_imported_there_is_none():
    found = match_of()
    assert Client().get(address(found, "story/")).status_code == 404
    done = over()
    Match.objects.filter(pk=done.pk).update(is_scratch=True)
    assert Client().get(address(done, "story/")).status_code == 404
    assert Client().get("/m/nosuchmatchatall/story/").status_code == 404


def test_its_players_go_on_from_there_to_the_replay_and_others_cant():
    found = over()
    assert f"{address(found, 'replay/')}?at=" in story_of(found, browser("alice"))
    for client in (Client(), browser("eve")):
        told = story_of(found, client)
        assert "replay/" not in told and address(found, "check/") not in told


def test_covered_carts_stay_covered_in_it():
    """A theft or an accident tells what was in a cart: with covered carts the story keeps it."""
    told = story_of(over(options={"covered_carts": True}))
    for word in ("worth", "risk of"):
        assert word not in told
    assert "evening" in told


@pytest.mark.parametrize("language", ["ru", "pt-br"])
def test_it_is_told_in_the_reader_s_language(language):
    found = over()
    told = story_of(found, Client(headers={"accept-language": language}))
    assert f'<html lang="{language}">' in told and "How it came about" not in told
