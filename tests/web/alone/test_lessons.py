"""The guided match: played through by what its page says, left at any time, and counted nowhere."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import escape

from games.lobby import alone
from games.models import Match, Outbox, Player, Seat
from games.present.names import Names
from games.rules.catalogue import GAMES
from games.rules.guided_match import steps
from games.rules.kernel.refusal import Refused
from tests.kit.cast import browser, match_of, person
from tests.kit.guided import begin, play_through, told_on
from tests.toy import MAGPIES

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
games = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
languages = pytest.mark.parametrize("language", ["en", "ru", "pt-br"])


def learner(language: str = "en") -> Client:
    person("alice")
    Player.objects.filter(email="alice@example.org").update(language=language)
    return browser("alice")


def the_match() -> Match:
    return Match.objects.get()


@games
@languages
def test_somebody_who_only_does_what_the_page_says_is_told_every_lesson(rules, language):
    """What the page says is word for word what the match in memory says: robots and draws are the same."""
    client = learner(language)
    heard = play_through(client, begin(client, rules.meta.slug))
    found = the_match()
    with translation.override(language):
        names = Names(rules, found.seats.order_by("number"), found.options_read)
        expected = [names.said(step.told.message) for step in steps(rules) if step.told]
    assert [one.says for one in heard] == [unescape(escape(told)) for told in expected]
    assert found.is_running


def test_the_same_press_opens_one_match():
    client = learner()
    key = {"key": "one press"}
    first, second = (client.post("/learn/quartz/", key)["Location"] for _ in range(2))
    assert first == second and Match.objects.count() == 1


def test_the_lessons_are_stopped_by_a_button_and_the_match_goes_on():
    client = learner()
    here = begin(client, "quartz")
    page = client.get(here).content.decode()
    assert told_on(page)
    press = page.split('name="press" value="')[1].split('"')[0]
    assert client.post(f"{here}lessons/", {"press": press, "say": "stop"}).status_code == 302
    page = client.get(here).content.decode()
    assert told_on(page) is None and "Mine a crystal" in page
    press = page.split('name="press" value="')[1].split('"')[0]
    client.post(f"{here}lessons/", {"press": press, "say": "go_on"})
    assert told_on(client.get(here).content.decode())


@pytest.mark.parametrize("said", ["", "x", "maybe"])
def test_a_press_that_says_something_else_changes_nothing(said):
    client = learner()
    here = begin(client, "quartz")
    assert client.post(f"{here}lessons/", {"press": "x", "say": said}).status_code == 422
    assert Seat.objects.get(player__isnull=False).lessons


def test_an_ordinary_match_is_never_taught():
    found = match_of()
    client = browser("alice")
    page = client.get(f"/m/{found.public_id}/").content.decode()
    assert told_on(page) is None
    client.post(f"/m/{found.public_id}/lessons/", {"press": "x", "say": "go_on"})
    assert not Seat.objects.filter(lessons=True).exists()


def test_a_player_who_does_something_else_is_told_that_there_is_no_lesson_or_another_one():
    client = learner()
    here = begin(client, "quartz")
    page = client.get(here).content.decode()
    asking = page[page.index('<section class="asking') :]
    press = asking.split('name="press" value="')[1].split('"')[0]
    client.post(here, {"press": press, "do": "leave?"})
    assert told_on(client.get(here).content.decode())


def test_it_counts_nowhere_and_sends_no_email():
    client = learner()
    play_through(client, begin(client, "quartz"))
    found = the_match()
    assert found.is_lesson and found.is_alone and not Match.objects.counted().exists()
    assert match_of() in Match.objects.counted()
    seat = found.seats.get(number=0)
    assert seat.muted and not Outbox.objects.filter(match=found, to="alice@example.org").exists()


def test_a_visitor_signs_in_first_and_comes_back(client):
    answer = client.post("/learn/quartz/", {"key": "x"})
    assert answer["Location"] == "/accounts/login/?next=%2Flearn%2Fquartz%2F"
    assert not Match.objects.exists()


def test_a_visitor_of_a_demo_site_plays_at_once(client, settings):
    settings.DEMO = True
    here = begin(client, "gnomes")
    assert told_on(client.get(here).content.decode())


def test_it_is_offered_on_the_front_page_and_only_where_there_are_lessons(client):
    page = client.get("/").content.decode()
    for rules in GAMES:
        assert f'href="/learn/{rules.meta.slug}/"' in page
    assert client.get("/learn/none/").status_code == 404
    assert client.get(f"/learn/{MAGPIES.meta.slug}/").status_code == 404


def test_too_many_matches_in_a_short_time_are_refused(monkeypatch):
    def refuse(*_: object) -> None:
        raise Refused("too_many", seconds=60)

    monkeypatch.setattr(alone.limits, "take", refuse)
    assert learner().post("/learn/quartz/", {"key": "x"}).status_code == 429
    assert not Match.objects.exists()
