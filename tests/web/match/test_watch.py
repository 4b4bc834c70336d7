"""Watching a table: where its players allow it, and no more than everybody may know."""

from __future__ import annotations

import random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace as changed

from games.match import chat
from games.models import Match, MatchStatus, Seat
from games.play import history
from games.rules import catalogue
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import QUARTZ
from tests.kit.cast import NOON, Page, address, browser, match_of, play_on
from tests.kit.match_tabs import whole
from tests.kit.two_matches import Answer, covered, other_match
from tests.titles.quartz.worlds import ONE_PRICE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def watched(*, by_anybody: bool = False, **more) -> Match:
    found = match_of(**more)
    Match.objects.filter(pk=found.pk).update(spectators=True, spectators_signed_out=by_anybody)
    found.refresh_from_db()
    return found


def test_whoever_is_signed_in_sees_the_table_the_story_and_whose_turn_it_is():
    found = watched()
    play_on(found, 12)
    told = Page.of(browser("eve").get(address(found, "watch/"))).words
    assert "You are a spectator" in told and "Alice, Bob and Carol, 2 March" in told
    assert "The table" in told and "What happened" in told and "Waiting for" in told


def test_there_is_nothing_to_press_on_it_but_the_way_out():
    found = watched()
    page = Page.of(browser("eve").get(address(found, "watch/")))
    assert [one.action for one in page.forms if one.method == "post"] == ["/accounts/logout/"]


def test_what_is_said_at_the_table_stays_there():
    found = watched()
    chat.say(found.pk, 0, "between us", NOON)
    assert "between us" not in browser("eve").get(address(found, "watch/")).content.decode()


@pytest.mark.parametrize("status", [MatchStatus.PAUSED, MatchStatus.OVER, MatchStatus.CLOSED])
def test_a_table_that_rests_or_is_over_may_be_watched_too(status):
    found = watched()
    Match.objects.filter(pk=found.pk).update(status=status)
    assert browser("eve").get(address(found, "watch/")).status_code == 200


@pytest.mark.parametrize(
    "fact",
    [
        {"spectators": False},
        {"spectators": False, "spectators_signed_out": True},
        {"status": MatchStatus.LOBBY},
        {"status": MatchStatus.QUARANTINED},
        {"is_scratch": True},
    ],
)
def test_what_may_not_be_watched_is_not_there(fact):
    found = watched(by_anybody=True)
    Match.objects.filter(pk=found.pk).update(**fact)
    for client in (browser("eve"), Client()):
        with CaptureQueriesContext(connection) as queries:
            told = client.get(address(found, "watch/"))
        with CaptureQueriesContext(connection) as others:
            unknown = client.get("/m/nosuchmatchatall/watch/")
        assert told.status_code == unknown.status_code == 404
        assert (told.content, len(queries)) == (unknown.content, len(others))
        assert told.headers == unknown.headers


def test_without_signing_in_only_where_the_table_lets_anybody():
    assert Client().get(address(watched(), "watch/")).status_code == 404
    found = watched(by_anybody=True)
    told = Client().get(address(found, "watch/"))
    assert told.status_code == 200 and not told.cookies
    assert "You are a spectator" in told.content.decode()


def test_who_has_the_match_s_address_is_led_there_and_who_sits_there_is_led_home():
    found = watched()
    assert browser("eve").get(address(found))["Location"] == address(found, "watch/")
    assert browser("alice").get(address(found, "watch/"))["Location"] == address(found)
    assert browser("eve").post(address(found), {"do": "mine"}).status_code == 404
    assert browser("eve").post(address(found, "talk/"), {"said": "hi"}).status_code == 404
    assert browser("eve").get(address(match_of())).status_code == 404


def test_it_can_only_be_looked_at_and_is_kept_by_nobody():
    found = watched()
    assert browser("eve").post(address(found, "watch/")).status_code == 405
    assert "no-store" in browser("eve").get(address(found, "watch/"))["Cache-Control"]


def test_players_are_told_that_they_may_be_watched_and_where():
    found = watched()
    content = whole(browser("alice"), found)
    assert "Who can watch" in content and address(found, "watch/") in content
    assert "Who can watch" not in whole(browser("alice"), match_of())


def test_looking_on_is_not_noted_as_a_player_s_looking():
    found = watched()
    browser("eve").get(address(found, "watch/"))
    assert not Seat.objects.filter(match=found, seen_at__isnull=False).exists()


def test_a_table_that_cant_be_read_says_so_and_no_more(monkeypatch):
    found = watched()
    broken = HistoryBroken("ruby canary")
    monkeypatch.setattr("games.play.history.load", lambda match: (_ for _ in ()).throw(broken))
    told = browser("eve").get(address(found, "watch/"))
    assert told.status_code == 503 and "be shown right now" in Page.of(told).words
    assert b"canary" not in told.content


# --- two worlds


def looked(found: Match, client: Client) -> Answer:
    history.memo.clear()
    with CaptureQueriesContext(connection) as queries:
        got = client.get(address(found, "watch/"))
    headers = {name: covered(value, found) for name, value in got.headers.items()}
    return Answer(got.status_code, covered(got.content.decode(), found), headers, len(queries))


def compare(options: dict[str, object], wanted: int) -> int:
    compared = 0
    for seed in range(10 * wanted):
        found = watched(by_anybody=True, options=options, secret=bytes([seed + 1] * 32))
        play_on(found, 3 + 5 * (seed % 9), seed=seed)
        found.refresh_from_db()
        other = other_match(found, PUBLIC, random.Random(seed)) if found.is_running else None
        if other is None:
            continue
        for client in (browser("eve"), Client()):
            mine, theirs = (looked(one, client) for one in (found, other))
            assert mine == theirs
        compared += 1
        if compared == wanted:
            break
    return compared


@pytest.mark.parametrize("options", [ONE_PRICE, ONE_PRICE | {"covered_carts": True, "thrill": True}])
def test_an_onlooker_sees_the_same_whatever_is_hidden(options):
    assert compare(options, 6) == 6


def test_a_planted_leak_is_found(monkeypatch):
    def leaky(state, reader):
        held = sum("eureka" in hand for hand in state.hands)
        return changed(QUARTZ.core.view(state, reader), deck=held)

    monkeypatch.setattr(catalogue, "GAMES", (QUARTZ.changed(view=leaky),))
    with pytest.raises(AssertionError):
        compare(ONE_PRICE, 25)


def test_it_costs_the_same_however_long_the_story_is():
    found, counts = watched(), set()
    client = browser("eve")
    for more in (2, 30):
        play_on(found, more)
        counts.add(looked(found, client).queries)
    assert len(counts) == 1
