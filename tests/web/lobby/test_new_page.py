"""The form that opens a table: what it asks and keeps, and at once against robots."""

from __future__ import annotations

import pytest

from games.models import Match, MatchStatus, Outbox, Player
from tests.kit.cast import Page, address, person
from tests.kit.filling_tables import browser, places
from tests.kit.lobby_forms import OPENING, form_at, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def test_every_game_is_offered_and_nothing_else():
    client = browser("alice")
    words = Page.of(client.get("/new/")).words
    assert "Quartz" in words and "The Card Game" in words
    assert client.get("/new/gnomes/").status_code == 404 == client.post("/new/chess/").status_code


@pytest.mark.parametrize("game", ["quartz", "quartz_cards"])
def test_a_form_sent_as_it_is_drawn_opens_a_table(game):
    match = opened(browser("alice"), f"/new/{game}/")
    assert (match.status, places(match)) == (MatchStatus.LOBBY, ["Alice", "-", "-"])
    assert (match.options, match.spectators, match.lobby.is_open) == ({}, False, False)
    assert match.lobby.door


def test_whether_mails_show_the_hand_is_asked_and_never_assumed():
    client = browser("alice")
    form = form_at(client)
    del form["hand"]
    response = client.post(OPENING, form | {"invite": "guest@example.org", "words": "eggs", "seats": "5"})
    page = Page.of(response)
    assert response.status_code == 422 and not Match.objects.exists()
    again = max(page.forms, key=lambda one: len(one.fields)).values()
    assert (again["seats"], again["words"], again["key"]) == (["5"], ["eggs"], form["key"])
    assert "guest@example.org" in page.words and "hand" not in again


def test_the_one_question_that_is_left_open_is_said_before_and_not_to_who_has_settled_it():
    open_ = "except one: whether emails may show your cards"
    alice = person("alice")
    assert open_ in Page.of(browser(alice).get(OPENING)).words
    Player.objects.filter(pk=alice.pk).update(hand_in_mail=False)
    assert open_ not in Page.of(browser(alice).get(OPENING)).words


def test_all_of_it_is_taken_as_it_is_said():
    match = opened(
        browser("alice"),
        **{
            "seats": "5",
            "pace": "relaxed",
            "option.edition": "2019",
            "option.thrill": "on",
            "invite": "one@example.org\n two@example.org ",
            "robots": "1",
            "robot": "random",
            "admit": "open",
            "spectators_signed_out": "on",
            "silences": "4",
            "holidays": "0",
            "autopilot": "silence",
            "words": "green eggs",
        },
    )
    assert places(match) == ["Alice", "one@example.org", "two@example.org", "-", "random"]
    assert match.options == {"edition": "2019", "thrill": True}
    assert (match.silences_allowed, match.holidays_allowed, match.autopilot) == (4, 0, "silence")
    assert (match.spectators, match.spectators_signed_out, match.lobby.is_open) == (True, True, True)
    assert '"turn":"P3D"' in match.pace
    assert match.seats.get(number=0).words == "green eggs"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"invite": "nobody"}, "no email address"),
        ({"invite": "a@example.org\na@EXAMPLE.org"}, "twice"),
        ({"invite": "Alice@example.org"}, "You already have a seat"),
        ({"invite": "a\x07b@example.org"}, "no email address"),
        ({"invite": '"a\x02b"@example.org'}, "no email address"),
        ({"invite": "\u202ea@example.org"}, "no email address"),
        ({"invite": "\n".join(f"g{n}@example.org" for n in range(30))}, "more addresses"),
        ({"invite": "a@example.org\nb@example.org", "robots": "1"}, "more people and robots than seats"),
        ({"seats": "9"}, "from 3 to 5"),
        ({"seats": ""}, "from 3 to 5"),
        ({"seats": "٣"}, "from 3 to 5"),
        ({"pace": "yesterday"}, "choose one"),
        ({"robot": "dragon"}, "choose one"),
        ({"robots": "-1"}, "from 0 to 4"),
        ({"autopilot": "cat"}, "choose one"),
        ({"silences": "0"}, "from 1 to 20"),
        ({"holidays": "1e3"}, "from 0 to 60"),
        ({"option.edition": "1999"}, "no such option"),
        ({"words": "a" * 201}, "at most 200"),
        ({"words": "two\nlines"}, "one line"),
        ({"bring.beards": "long"}, "from 0 to 999"),
        ({"bring.beards": "-3"}, "from 0 to 999"),
        ({"words": "nul\x00"}, "one line"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(changes, told):
    client = browser("alice")
    response = client.post(OPENING, form_at(client) | {"words": "kept words"} | changes)
    assert response.status_code == 422 and told in Page.of(response).words
    assert not Match.objects.exists() and not Outbox.objects.exists()
    if "words" not in changes:
        assert "kept words" in response.content.decode()


def test_pressing_twice_opens_one_table():
    client = browser("alice")
    form = form_at(client)
    there = {client.post(OPENING, form)["Location"] for _ in range(3)}
    assert len(there) == 1 == Match.objects.count()


def test_too_many_tables_are_refused_with_a_time_and_the_form(settings):
    settings.LIMITS = settings.LIMITS | {"tables of a player": (1, 86400)}
    client = browser("alice")
    opened(client)
    response = client.post(OPENING, form_at(client) | {"words": "kept words"})
    assert response.status_code == 429 and int(response["Retry-After"]) > 0
    assert "too often" in Page.of(response).words and "kept words" in response.content.decode()


@pytest.mark.parametrize("path", ["/new/", OPENING, "/tables/"])
def test_strangers_are_asked_to_sign_in(client, path):
    assert client.get(path)["Location"].startswith("/accounts/login/")


# --- at once against robots


@pytest.mark.parametrize("game", ["quartz", "quartz_cards"])
def test_one_press_plays_against_robots(game):
    client = browser("alice")
    form = next(one for one in Page.of(client.get("/")).forms if one.action == f"/new/{game}/now/")
    there = {client.post(form.action, form.values())["Location"] for _ in range(2)}
    match = Match.objects.get()
    assert there == {address(match)} and match.status == MatchStatus.RUNNING
    assert client.get(address(match)).status_code == 200


def test_in_demo_mode_a_visitor_is_at_a_table_by_one_press(client, settings):
    settings.DEMO = True
    form = next(one for one in Page.of(client.get("/")).forms if one.action == "/new/quartz/now/")
    response = client.post(form.action, form.values())
    assert client.get(response["Location"]).status_code == 200
    assert Player.objects.get().email == "ana@demo.invalid"


def test_elsewhere_a_visitor_signs_in_first(client):
    assert "/now/" not in client.get("/").content.decode()
    assert client.post("/new/quartz/now/")["Location"].startswith("/accounts/login/")
    assert not Match.objects.exists()
