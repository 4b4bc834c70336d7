"""My matches: what waits for me first."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Deadline, Hush, Match, MatchStatus, Talk, Unreachable, WhyNot
from tests.kit.cast import NOON, Page, at, browser, match_of, person, play_on, turn_seat
from tests.kit.opened import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def test_nobody_who_has_no_match_is_shown_one():
    match_of()
    assert "You have no matches yet" in Page.of(browser("eve").get("/")).words


def test_what_waits_for_me_comes_first_then_what_runs_then_what_is_over():
    matches = [match_of() for _ in range(3)]
    me = turn_seat(matches[0]).player
    over = match_of()
    type(over).objects.filter(pk=over.pk).update(status=MatchStatus.OVER)
    content = browser(me).get("/").content.decode()
    order = [content.index(f"/m/{found.public_id}/") for found in (matches[0], over)]
    assert order == sorted(order)
    waiting = sum(turn_seat(found).player == me for found in matches)
    assert f"<title>({waiting}) My matches</title>" in content
    assert "23 hours, 55" in content.replace("\xa0", " ")


def test_each_is_listed_once_and_leads_to_its_page():
    found = match_of()
    content = browser("alice").get("/").content.decode()
    assert content.count(found.public_id) == 1
    assert "Alice, Bob and Carol, 2 March" in content


def test_it_costs_the_same_for_one_match_and_for_many():
    counts = set()
    for more in (1, 5):
        for _ in range(more):
            match_of()
        client = browser("alice")
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        counts.add(len(queries))
    assert len(counts) == 1


def test_it_is_kept_by_nobody_and_takes_only_get():
    client = browser(person("alice"))
    assert "no-store" in client.get("/")["Cache-Control"]
    assert client.post("/").status_code == 405


# --- who is waited for


def others_turn(me: str = "alice"):
    """Begin a match that waits for somebody else."""
    return next(found for found in iter(match_of, None) if turn_seat(found).player != person(me))


def listed(name: str = "alice") -> str:
    return Page.of(browser(name).get("/")).words.replace("\xa0", " ")


def test_all_can_see_who_is_waited_for_since_when_and_until_when():
    found = others_turn()
    asked = turn_seat(found).player
    with at(NOON + timedelta(hours=2)):
        told = listed()
    assert f"Waiting for {asked} since 2 March, 13:00 (for 2 hours)" in told
    assert "22 hours left Tue 3 March 13:00 (Europe/Berlin)" in told


def marks(found, name: str = "alice") -> list[str]:
    return re.findall(r'<span class="keeps">([^<]+)</span>', browser(name).get("/").content.decode())


def test_what_keeps_somebody_is_marked():
    found = others_turn()
    seat = turn_seat(found)
    assert marks(found) == []
    type(seat).objects.filter(pk=seat.pk).update(on_autopilot=True, muted=True)
    Unreachable.objects.create(address=seat.player.email, why=WhyNot.BOUNCED)
    assert marks(found) == ["on automatic play", "emails muted", "emails aren't arriving"]


def test_one_who_wants_no_invitations_can_be_reached():
    found = others_turn()
    Unreachable.objects.create(address=turn_seat(found).player.email, why=WhyNot.NEVER)
    assert marks(found) == []


def test_a_robot_is_waited_for_in_a_moment():
    found = others_turn()
    type(turn_seat(found)).objects.filter(pk=turn_seat(found).pk).update(player=None, robot="miner")
    assert "will move any moment now" in listed()


def test_what_has_stood_still_longest_is_on_top_and_marked_when_it_is_slow():
    one, two = others_turn(), others_turn()
    Deadline.objects.filter(match=two).update(asked_at=NOON - timedelta(days=3))
    content = browser("alice").get("/").content.decode()
    assert content.index(two.public_id) < content.index(one.public_id)
    assert content.count('class="waits slow"') == 1


def test_each_has_its_place_by_where_it_stands():
    open_table("quartz", [person("alice"), person("bob")], ["miner"], now=NOON, free=1)
    paused, ended = others_turn(), others_turn()
    Match.objects.filter(pk=paused.pk).update(status=MatchStatus.PAUSED)
    Match.objects.filter(pk=ended.pk).update(status=MatchStatus.OVER, ended_at=NOON)
    told = listed()
    places = [told.index(one) for one in ("Running 1", "paused", "Waiting to start 1", "Over 1", "ended on")]
    assert places == sorted(places)
    assert "3 of 4 seats taken" in told and "Alice, Bob and 1 robot, 2 March" in told
    assert "My turn" not in told and "A former player" not in told


def test_what_was_said_since_i_looked_is_counted_but_not_what_i_said_or_hide():
    found = others_turn()
    seats = {seat.player.display_name: seat for seat in found.seats.select_related("player")}
    for name in ("Alice", "Bob", "Carol", "Carol"):
        seat = seats[name]
        Talk.objects.create(match=found, seat=seat, generation=1, player=seat.player, text="hi")
    assert "3 new chat messages" in listed()
    Hush.objects.create(match=found, by=person("alice"), whose=person("carol"))
    assert "1 new chat message" in listed()
    with at(NOON + timedelta(hours=1)):
        browser("alice").get(f"/m/{found.public_id}/talk/")
        assert "new chat message" not in listed()


def test_it_costs_the_same_whatever_there_is_to_mark_and_wherever_they_stand():
    counts = set()
    for more in (1, 4):
        for status in (
            *[MatchStatus.RUNNING] * more,
            MatchStatus.PAUSED,
            MatchStatus.LOBBY,
            MatchStatus.OVER,
        ):
            found = others_turn()
            Match.objects.filter(pk=found.pk).update(status=status, ended_at=NOON)
            seat = turn_seat(found)
            Talk.objects.create(match=found, seat=seat, generation=1, player=seat.player, text="hi")
        Unreachable.objects.get_or_create(address=seat.player.email, why=WhyNot.BOUNCED)
        alice = browser("alice")
        with CaptureQueriesContext(connection) as queries:
            alice.get("/")
        counts.add(len(queries))
    assert len(counts) == 1


# --- what is drawn of each


def test_a_match_says_where_it_is_and_what_i_have_to_decide():
    found = match_of()
    me = turn_seat(found).player
    content = browser(me).get("/").content.decode()
    words = Page.of(browser(me).get("/")).words
    assert "Day 1/5 · Coins: 0" in words and "It's your turn: mine, play a card or leave." in words
    assert content.count('class="glance"') == 1 and content.count('class="button big"') == 1


def test_who_isnt_asked_has_no_button_and_reads_no_question():
    others_turn()
    content = browser("alice").get("/").content.decode()
    assert 'class="glance"' in content
    assert 'class="button big"' not in content and "It's your turn" not in content


def test_a_log_that_cannot_be_read_leaves_out_its_own_picture_alone():
    broken, found = match_of(), match_of()
    Match.objects.filter(pk=broken.pk).update(version=found.version + 50)
    content = browser("alice").get("/").content.decode()
    assert content.count('class="glance"') == 1 and broken.public_id in content


def test_it_changes_when_the_match_has_moved_on():
    found = others_turn()
    alice = browser("alice")
    mark = alice.get("/")["ETag"]
    assert alice.get("/", headers={"If-None-Match": mark}).status_code == 304
    play_on(found, 1)
    assert alice.get("/", headers={"If-None-Match": mark}).status_code == 200


def test_forty_matches_cost_as_many_statements_as_one():
    match_of()
    alice = browser("alice")
    with CaptureQueriesContext(connection) as one:
        alice.get("/")
    for _ in range(39):
        match_of()
    with CaptureQueriesContext(connection) as forty:
        assert alice.get("/").content.decode().count('<h3 class="what">') == 40
    assert len(one) == len(forty)


def test_nobody_starts_without_knowing_what_to_do():
    page = Page.of(browser("eve").get("/"))
    assert "Three steps to your first match" in page.words
    assert {"/new/quartz/now/", "/new/quartz_cards/now/"} <= {form.action for form in page.forms}
    match_of()
    assert "Three steps" not in Page.of(browser("alice").get("/")).words
