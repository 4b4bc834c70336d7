"""The form that opens a table: what it asks and keeps, and at once against robots."""

from __future__ import annotations

import re
from datetime import time, timedelta

import pytest

from games.clocks import Bank, FixedHour, Pace
from games.match.clocks import pace_of
from games.models import Match, MatchStatus, Outbox, Player
from games.players import blocks
from tests.kit.cast import NOON, Page, address, match_of, person
from tests.kit.filling_tables import browser, places
from tests.kit.lobby_forms import OPENING, form_at, opened

DAY = timedelta(days=1)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def test_every_game_is_offered_and_nothing_else():
    client = browser("alice")
    words = Page.of(client.get("/new/")).words
    assert "Quartz" in words and "The Card Game" in words
    assert client.get("/new/nothing/").status_code == 404 == client.post("/new/chess/").status_code


@pytest.mark.parametrize("game", ["quartz", "quartz_cards", "gnomes", "gem_edge"])
def test_a_form_sent_as_it_is_drawn_opens_a_table(game):
    match = opened(browser("alice"), f"/new/{game}/")
    assert match.status == MatchStatus.LOBBY
    assert places(match) == ["Alice", *["-"] * (len(places(match)) - 1)]
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
        ({"invite": "nobody"}, "isn't an email address"),
        ({"invite": "a@example.org\na@EXAMPLE.org"}, "listed twice"),
        ({"invite": "Alice@example.org"}, "You already have a seat"),
        ({"invite": "a\x07b@example.org"}, "isn't an email address"),
        ({"invite": '"a\x02b"@example.org'}, "isn't an email address"),
        ({"invite": "\u202ea@example.org"}, "isn't an email address"),
        ({"invite": "\n".join(f"g{n}@example.org" for n in range(30))}, "more addresses"),
        ({"invite": "a@example.org\nb@example.org", "robots": "1"}, "more people and robots than seats"),
        ({"seats": "9"}, "from 3 to 5"),
        ({"seats": ""}, "from 3 to 5"),
        ({"seats": "٣"}, "from 3 to 5"),
        ({"pace": "yesterday"}, "Choose one"),
        ({"robot": "dragon"}, "Choose one"),
        ({"robots": "-1"}, "from 0 to 4"),
        ({"autopilot": "cat"}, "Choose one"),
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
    assert "Too many attempts" in Page.of(response).words and "kept words" in response.content.decode()


@pytest.mark.parametrize("path", ["/new/", OPENING])
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


# --- a pace of one's own

OWN = {
    "pace": "own",
    "own.turn": "2",
    "own.turn_unit": "days",
    "own.window": "90",
    "own.window_unit": "minutes",
}


def test_a_host_sets_every_time_there_is():
    more = {"own.grace": "30", "own.grace_unit": "minutes", "own.bank": "12", "own.bank_unit": "hours"}
    more |= {"own.increment": "1", "own.increment_unit": "hours", "own.cap": "2", "own.cap_unit": "days"}
    pace = pace_of(opened(browser("alice"), **OWN, **more, **{"own.fixed_hour": "9"}))
    zone = person("alice").time_zone
    bank = Bank(timedelta(hours=12), timedelta(hours=1), timedelta(days=2))
    half = timedelta(minutes=30)
    assert pace == Pace(2 * DAY, 3 * half, bank, half, FixedHour(9, zone))


def test_a_bank_holds_what_it_starts_with_unless_more_is_said():
    pace = pace_of(opened(browser("alice"), **OWN, **{"own.bank": "5", "own.bank_unit": "hours"}))
    assert pace.bank == Bank(timedelta(hours=5), timedelta(0), timedelta(hours=5))


@pytest.mark.parametrize(
    ("changes", "field", "told"),
    [
        ({"own.turn": ""}, "turn", "whole number"),
        ({"own.turn": "1e3"}, "turn", "whole number"),
        ({"own.turn": "٣"}, "turn", "whole number"),
        ({"own.turn": "99999999999"}, "turn", "whole number"),
        ({"own.turn_unit": "years"}, "turn", "whole number"),
        ({"own.turn": "15"}, "turn", "between 1 hour and 14 days"),
        ({"own.window": "3", "own.window_unit": "days"}, "window", "no longer than the turn"),
        ({"own.grace": "-1"}, "grace", "whole number"),
        ({"own.grace": "13", "own.grace_unit": "hours"}, "grace", "at most 12 hours"),
        ({"own.bank": "31", "own.bank_unit": "days"}, "bank", "at most 30 days"),
        ({"own.bank": "3", "own.cap": "2"}, "bank", "more than its limit"),
        ({"own.fixed_hour": "24"}, "hour", "from 0 to 23"),
        ({"own.fixed_hour": "9", "own.turn": "11", "own.turn_unit": "hours"}, "hour", "at least 12 hours"),
    ],
)
def test_a_pace_that_cannot_be_is_said_beside_its_field_and_kept(changes, field, told):
    client = browser("alice")
    response = client.post(OPENING, form_at(client) | OWN | changes)
    content = response.content.decode()
    assert response.status_code == 422 and not Match.objects.exists()
    assert told in Page.of(response).words
    assert re.search(f'id="own-{field}[^>]*aria-invalid="true"', content)
    again = max(Page.of(response).forms, key=lambda one: len(one.fields)).values()
    kept = {name: value for name, value in (OWN | changes).items() if name not in ("own.fixed_hour",)}
    assert {name: again[name][0] for name in kept if not name.endswith("_unit")} == {
        name: value for name, value in kept.items() if not name.endswith("_unit")
    }


def test_without_a_script_one_press_shows_the_example_and_keeps_the_form():
    client = browser("alice")
    response = client.post(OPENING, form_at(client) | OWN | {"look": "pace", "words": "kept words"})
    words = Page.of(response).words
    assert response.status_code == 200 and not Match.objects.exists()
    assert "you'd have until Wed 4 March, 13:05" in words  # two days from Monday noon, in Berlin
    assert "until Mon 2 March, 14:35" in words and "kept words" in response.content.decode()


def test_with_a_script_the_example_comes_as_one_types():
    client, there = browser("alice"), "/new/quartz/pace/"
    asked = client.get(there, OWN | {"seats": "4"}, headers={"HX-Request": "true"})
    assert "Wed 4 March, 13:05" in Page.of(asked).words and b"<html" not in asked.content
    wrong = client.get(there, OWN | {"own.turn": "x"}, headers={"HX-Request": "true"})
    assert wrong.status_code == 200 and "whole number" in Page.of(wrong).words
    assert client.get(there)["Location"] == OPENING
    assert client.get("/new/chess/pace/").status_code == 404


def test_quiet_hours_of_the_host_are_counted_in():
    alice = person("alice")
    Player.objects.filter(pk=alice.pk).update(quiet_from=time(13), quiet_to=time(20))
    asked = browser(alice).get("/new/quartz/pace/", {"pace": "brisk"}, headers={"HX-Request": "true"})
    assert "until Mon 2 March, 22:00" in Page.of(asked).words  # two hours after the quiet ones
    assert "quiet hours and free weekdays are counted in" in Page.of(asked).words


def test_the_form_says_how_long_the_match_will_take():
    client = browser("alice")
    told = Page.of(client.get(OPENING)).words
    assert "about 3 days" in told and "simulated" in told


# --- people to pick from


def test_people_played_with_are_invited_by_name_and_their_address_isnt_shown():
    match_of("alice", "bob", "carol")
    client = browser("alice")
    assert "bob@example.org" not in client.get(OPENING).content.decode()
    found = opened(client, friend=[person("bob").pk.hex])
    assert found.seats.get(number=1).invited == "bob@example.org"
    assert "bob@example.org" not in client.get(address(found)).content.decode()


def test_a_stranger_cannot_be_invited_by_a_made_up_key():
    match_of("alice", "bob", "carol")
    found = opened(browser("alice"), friend=[person("eve").pk.hex, "x"])
    assert places(found) == ["Alice", "-", "-"]


def test_who_is_blocked_isnt_offered_and_who_blocks_is_like_everybody():
    match_of("alice", "bob", "carol")
    blocks.block(person("alice"), person("bob"), NOON)
    blocks.block(person("carol"), person("alice"), NOON)
    offered = browser("alice").get(OPENING).content.decode()
    assert person("bob").pk.hex not in offered and person("carol").pk.hex in offered


def test_an_address_typed_before_is_offered_to_who_typed_it_alone():
    client = browser("alice")
    opened(client, invite="guest@example.org")
    assert client.get(OPENING).content.decode().count("guest@example.org") == 2  # its value and its label
    assert "guest@example.org" not in browser("bob").get(OPENING).content.decode()
    found = opened(client, contact=["guest@example.org"], invite="Guest@example.org")
    assert places(found) == ["Alice", "guest@example.org", "-"]
    others = opened(browser("bob"), contact=["guest@example.org"])
    assert places(others) == ["Bob", "-", "-"]
