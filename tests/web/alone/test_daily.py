"""The pages of the daily mine: from the front page to the table, and the secret that opens the next day."""

from __future__ import annotations

import io
import re
import runpy
import sys
import zipfile
from datetime import UTC, datetime

import pytest

from games.lobby import daily
from games.models import DailyMine, DailyTry, Match, MatchStatus
from games.players import blocks
from games.present import png
from games.rules import catalogue
from tests.kit.cast import Page, at, browser, person
from tests.kit.clubs import club
from tests.kit.daily import begin, finish

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
EVENING = datetime(2026, 3, 2, 22, tzinfo=UTC)
NEXT_DAY = datetime(2026, 3, 3, 9, tzinfo=UTC)
DAY = "/daily/2026-03-02/"


@pytest.fixture(autouse=True)
def mine():
    daily.prepare(NOON)
    with at(NOON):
        yield DailyMine.objects.get(day=NOON.date())


def words(client, address="/daily/"):
    return Page.of(client.get(address)).words


def start(client, **more):
    (form,) = [one for one in Page.of(client.get("/daily/")).forms if one.action == "/daily/"]
    return client.post("/daily/", {**form.values(), **more})


def test_from_the_front_page_to_the_table_and_the_opened_secret(client, mine, tmp_path, monkeypatch):
    assert 'href="/daily/"' in client.get("/").content.decode()
    alice = browser("alice")
    there = start(alice, named="on")["Location"]
    found = Match.objects.get()
    assert there == f"/m/{found.public_id}/"
    finish(found, NOON)
    told = words(alice)
    result = DailyTry.objects.get()
    assert f"You finished with {result.points} coin" in told and "Alice (you)" in told
    assert mine.commitment in told and daily.secret_of(mine).hex() not in told
    with at(NEXT_DAY):
        alice = browser("alice")
        told = words(alice, DAY)
        assert daily.secret_of(mine).hex() in told and mine.commitment in told
        packed = alice.post(f"/m/{found.public_id}/proof/")
    zipfile.ZipFile(io.BytesIO(packed.content)).extractall(tmp_path)
    monkeypatch.setattr(sys, "argv", ["verify_log.py", str(tmp_path / "log.jsonl"), "--head", found.head])
    with pytest.raises(SystemExit) as left:
        runpy.run_path(str(tmp_path / "verify_log.py"), run_name="__main__")
    assert not left.value.code


def test_there_is_one_try_and_no_rematch():
    found = begin(person("alice"), NOON)
    finish(found, NOON)
    for path in ("/", f"/m/{found.public_id}/"):
        assert "Rematch" not in words(browser("alice"), path)


def test_until_the_day_ends_nothing_of_a_finished_try_holds_the_secret(mine):
    finish(begin(person("alice"), NOON), NOON)
    found, alice = Match.objects.get(), browser("alice")
    secret = daily.secret_of(mine).hex()
    here = f"/m/{found.public_id}/"
    for address in (
        here,
        f"{here}more/",
        f"{here}history/",
        f"{here}card.svg",
        f"{here}check/",
        f"{here}replay/",
        "/daily/",
        DAY,
    ):
        assert secret not in alice.get(address).content.decode(), address
    assert alice.post(f"{here}proof/").status_code == 404
    assert "Everything is right" not in Page.of(alice.post(f"{here}check/")).words
    assert secret not in alice.get("/my-data/file/").content.decode("latin-1")


SEALED = "nobody else can open this card or the story until the day is over"


def test_nobody_else_can_open_a_try(client, mine):
    found = begin(person("alice"), NOON)
    here = f"/m/{found.public_id}/"
    for reader in (browser("bob"), client):
        for rest in ("", "watch/", "more/", "join/"):
            assert reader.get(here + rest).status_code in (302, 404)
            assert "accounts/login" in reader.get(here + rest).get("Location", "accounts/login")
    assert client.get(f"{here}card.svg").status_code == 404
    finish(found, NOON)
    told = ("story/", "card.svg", *(["card.png"] if png.can_write() else []))
    for rest in ("replay/", "replay/charts/", "check/", *told):
        assert browser("bob").get(here + rest).status_code == 404, "bob can still play it"
    assert {rest: client.get(here + rest).status_code for rest in told} == dict.fromkeys(told, 404)
    assert {rest: browser("alice").get(here + rest).status_code for rest in told} == dict.fromkeys(told, 200)
    assert SEALED in Page.of(browser("alice").get(here)).words
    with at(NEXT_DAY):
        assert {rest: client.get(here + rest).status_code for rest in told} == dict.fromkeys(told, 200)
        assert SEALED not in Page.of(browser("alice").get(here)).words


def test_a_second_press_finds_the_first_try():
    alice = browser("alice")
    first = alice.post("/daily/")["Location"]
    assert alice.post("/daily/", {"named": "on"})["Location"] == first
    assert Match.objects.count() == 1 and "Go on with your try" in words(alice)


def test_who_can_still_play_sees_no_table():
    finish(begin(person("alice"), NOON, is_named=True), NOON)
    told = words(browser("bob"))
    assert "You see the table once you have finished" in told and "Alice" not in told
    assert "robot in your seat" not in told


def test_nothing_that_others_did_changes_the_page_of_who_can_still_play():
    """Two worlds: in one nobody has tried, in the other two have finished; carol's page is the same."""
    carol = browser("carol")
    before = carol.get("/daily/").content
    for name in ("alice", "bob"):
        finish(begin(person(name), NOON, is_named=True), NOON)
    assert unsigned(carol.get("/daily/").content) == unsigned(before)


def unsigned(page: bytes) -> bytes:
    """Leave out the token that each form gets anew."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", page)


def test_the_table_names_only_those_who_chose_it():
    for name in ("alice", "bob"):
        finish(begin(person(name), NOON), NOON)
    bob = browser("bob")
    told = words(bob)
    assert "Alice" not in told and "someone" in told and "(you)" in told
    assert bob.post(DAY, {"say": "yes"})["Location"] == DAY
    assert "The table names you." in words(bob)
    assert "Bob" in words(browser("alice"))
    bob.post(DAY, {"say": "no"})
    assert "Bob" not in words(browser("alice"))


def test_a_visitor_signs_in_first_and_comes_back(client):
    assert client.post("/daily/")["Location"] == "/accounts/login/?next=%2Fdaily%2F"
    assert client.post(DAY, {"say": "yes"}).status_code == 404
    assert not Match.objects.exists()


def test_a_visitor_of_a_demo_site_plays_at_once(client, settings):
    settings.DEMO = True
    assert client.post("/daily/")["Location"].startswith("/m/")


def test_the_page_says_that_a_day_is_a_day_in_utc_and_how_long_it_lasts(client):
    assert "from midnight to midnight UTC. This one ends in 12 hours." in words(client)


def test_an_unfinished_try_does_not_count_once_the_day_is_over(mine):
    begin(person("alice"), NOON)
    with at(NEXT_DAY):
        told = words(browser("alice"), DAY)
    assert "wasn't finished before the day ended" in told and "Nobody has finished." in told


def test_yesterday_is_one_link_away(client):
    daily.prepare(NEXT_DAY)
    with at(NEXT_DAY):
        assert f'href="{DAY}"' in client.get("/daily/").content.decode()
        assert 'href="/daily/"' in client.get(DAY).content.decode()


@pytest.mark.parametrize("day", ["2026-03-01", "2026-3-2", "x", "2026-02-30", "20260302"])
def test_a_day_without_a_mine_is_not_there(client, day):
    assert client.get(f"/daily/{day}/").status_code == 404


def test_before_the_first_sweep_of_a_day_the_page_is_there_without_a_hash(client):
    with at(NEXT_DAY):
        assert "Start my try" in client.get("/daily/").content.decode()
        assert browser("alice").post("/daily/").status_code == 302


def test_nobody_tries_again_by_going_back():
    found, alice = begin(person("alice"), NOON), browser("alice")
    here = f"/m/{found.public_id}/"
    more = alice.get(f"{here}more/").content.decode()
    assert "earlier moment" not in more and "Propose a pause" in more
    found.refresh_from_db()
    before = found.version
    press = more.split('name="press" value="')[1].split('"')[0]
    alice.post(f"{here}rewind/", {"press": press, "moment": "x"})
    alice.post(f"{here}vote/", {"press": press, "subject": "rewind", "say": "yes", "moment": "x"})
    found.refresh_from_db()
    assert found.version == before


def test_the_match_page_says_how_long_there_is_and_leads_to_the_table():
    found, alice = begin(person("alice"), NOON), browser("alice")
    here = f"/m/{found.public_id}/"
    with at(EVENING):
        assert "finish within 2" in words(browser("alice"), here)
    finish(found, NOON)
    assert "see the table of the day" in words(alice, here)
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER


def test_a_site_without_a_game_for_it_has_no_such_page(client, monkeypatch):
    monkeypatch.setattr(daily, "GAMES", catalogue.GAMES[1:])
    assert client.get("/daily/").status_code == 404


def test_too_many_matches_in_a_short_time_are_refused(monkeypatch, settings):
    settings.LIMITS = {**settings.LIMITS, "tables of a player": (0, 60)}
    assert browser("alice").post("/daily/").status_code == 429


def test_a_member_sees_how_the_circle_did_once_they_have_finished():
    club("alice", "bob", "carol")
    finish(begin(person("bob"), NOON, is_named=True), NOON)
    finish(begin(person("dora"), NOON, is_named=True), NOON)
    alice = browser("alice")
    assert "Tuesday club" not in words(alice), "while she can still play"
    finish(begin(person("alice"), NOON), NOON)
    of_circle = words(alice).partition("Tuesday club")[2]
    assert "Bob" in of_circle and "Dora" not in of_circle
    assert "Tuesday club" not in words(browser("dora"))


@pytest.mark.parametrize(("who", "whom"), [("alice", "bob"), ("bob", "alice")])
def test_who_is_blocked_is_nobody_in_particular(who, whom):
    for name in ("alice", "bob"):
        finish(begin(person(name), NOON, is_named=True), NOON)
    alice = browser("alice")
    assert "Bob" in words(alice)
    blocks.block(person(who), person(whom), NOON)
    assert "Bob" not in words(alice) and "someone" in words(alice)
