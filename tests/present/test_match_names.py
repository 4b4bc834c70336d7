"""What a match is called, on its page, in the tab, in the list and in subjects."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.http import HttpResponse
from django.utils import translation

from games.lobby import create, fill
from games.lobby.match_settings import MatchSettings
from games.mail.compose.email_draft import stem
from games.match import seats
from games.models import Match, Player
from games.players import delete
from games.present.match_names import match_name, tag
from tests.kit.cast import NOON, Page, address, browser, match_of, person

pytestmark = pytest.mark.django_db


WAITS, ALONE = MatchSettings("quartz", 3), fill.Accepted(False)


def opened(now: datetime) -> Match:
    settings = MatchSettings("quartz", 3, ("miner",) * 2)
    return create.open_for(person("alice"), settings, fill.Accepted(False), f"key {now}", now)


def fresh(found: Match) -> Match:
    return Match.objects.get(pk=found.pk)


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "Alice, Bob and Carol, 2 March"),
        ("ru", "Alice, Bob и Carol, 2 марта"),
        ("pt-br", "Alice, Bob e Carol, 2 de março"),
    ],
)
def test_without_a_name_it_is_called_by_players_and_day(language, name):
    found = fresh(match_of())
    with translation.override(language):
        assert match_name(found) == name


def test_two_against_robots_on_one_day_are_told_apart():
    one, other = opened(NOON), opened(NOON.replace(hour=15))
    assert [match_name(fresh(one)), match_name(fresh(other))] == [
        "Alice and 2 robots, 2 March, 12:00",
        "Alice and 2 robots, 2 March, 15:00",
    ]


@pytest.mark.parametrize("page", ["", "leave/", "rewind/", "flag/"])
def test_two_of_the_same_people_on_one_day_have_other_titles(page):
    titles = {title_of(browser("alice").get(address(match_of(), page))) for _ in range(2)}
    assert len(titles) == 2


def test_nor_is_a_match_called_like_another_before_it_begins_or_by_who_watches():
    waiting = [create.open_for(person("alice"), WAITS, ALONE, key, NOON) for key in ("one", "two")]
    assert len({title_of(browser("alice").get(address(one))) for one in waiting}) == 2
    watched = [match_of() for _ in range(2)]
    Match.objects.filter(pk__in=[one.pk for one in watched]).update(spectators=True)
    assert len({title_of(browser("eve").get(address(one, "watch/"))) for one in watched}) == 2


def test_the_letters_stand_on_the_page_too():
    for found in (match_of(), create.open_for(person("alice"), WAITS, ALONE, "one", NOON)):
        page = browser("alice").get(address(found)).content.decode()
        assert tag(found) in page.split('<header class="match">')[1].split("</header>")[0]


def title_of(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return answer.content.decode().split("<title>")[1].split("</title>")[0]


def test_its_host_names_it_on_the_form():
    client = browser("alice")
    form = next(one for one in Page.of(client.get("/new/quartz/")).forms if "name" in one.values())
    sent = form.values() | {"name": " Tuesday\tmine ", "robots": "2", "hand": "no_hand"}
    made = client.post("/new/quartz/", sent, follow=True)
    letters = tag(Match.objects.get(name="Tuesday mine"))
    assert f"<title>(1) Tuesday mine · Quartz · {letters}</title>" in made.content.decode()
    assert "Tuesday mine Quartz" in Page.of(made).words
    assert "Tuesday mine" in Page.of(client.get("/")).words
    assert stem(Match.objects.get(name="Tuesday mine")).startswith("Quartz: Tuesday mine (")


@pytest.mark.parametrize("name", ["x" * 61, "see evil.example", "www.x", "\u202eabc", "...", "a(b)"])
def test_a_name_that_hides_or_leads_away_is_refused_and_kept_in_the_form(name):
    client = browser("alice")
    form = next(one for one in Page.of(client.get("/new/quartz/")).forms if "name" in one.values())
    answer = client.post("/new/quartz/", form.values() | {"name": name, "robots": "2", "hand": "no_hand"})
    assert (
        answer.status_code == 422 and "The name of a match has at most 60 characters" in Page.of(answer).words
    )
    assert not Match.objects.exists()


def test_a_name_chosen_later_changes_nothing_and_who_has_left_is_named_no_more():
    found = match_of()
    Player.objects.filter(pk=person("bob").pk).update(display_name="Robert")
    assert match_name(fresh(found)) == "Alice, Bob and Carol, 2 March"
    seats.give_up(found.pk, found.seats.get(player=person("bob")).number, NOON)
    assert match_name(fresh(found)) == "Alice and Carol, 2 March"


def test_a_deleted_player_is_named_by_no_match_that_is_over():
    found = match_of()
    Match.objects.filter(pk=found.pk).update(status="over", ended_at=NOON)
    delete.farewell(person("bob"), NOON)
    assert match_name(fresh(found)) == "Alice, Carol and 1 player, 2 March"


def test_the_same_people_again_keep_the_name():
    found = match_of(name="Tuesday mine")
    Match.objects.filter(pk=found.pk).update(status="over", ended_at=NOON)
    form = next(
        one for one in Page.of(browser("alice").get(address(found, "again/"))).forms if "name" in one.values()
    )
    assert form.values()["name"] == ["Tuesday mine"]
