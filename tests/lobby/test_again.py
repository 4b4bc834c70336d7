"""Again with the same people, when a match is over."""

from __future__ import annotations

import re

import pytest

from games.models import Match, MatchStatus, Outbox
from games.players import blocks
from tests.kit.cast import NOON, Page, address, match_of
from tests.kit.filling_tables import browser, person, table
from tests.kit.lobby_forms import form_at, opened
from tests.kit.play_people import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def over(*names: str, **more) -> Match:
    match = match_of(*names, **more)
    play_on(match, 3000)
    match.refresh_from_db()
    assert match.status == MatchStatus.OVER
    return match


def test_again_with_the_same_people_is_one_press():
    match = over("alice", "bob", "carol", options={"thrill": True})
    client = browser("alice")
    assert address(match, "again/") in client.get(address(match)).content.decode()
    form = form_at(client, address(match, "again/"))
    page = client.get(address(match, "again/")).content.decode()
    assert "bob@example.org" not in page and "Bob" in page
    new = opened(client, address(match, "again/"))
    assert (new.options, new.pace) == ({"thrill": True}, match.pace)
    assert sorted(Outbox.objects.filter(kind="invitation").values_list("to", flat=True)) == [
        "bob@example.org",
        "carol@example.org",
    ]
    lobby_page = client.get(address(new)).content.decode()
    assert "bob@example.org" not in lobby_page and re.search("Bob</bdi>", lobby_page)
    assert form["friend"]


def test_somebody_may_be_left_out_and_somebody_else_asked():
    match = over("alice", "bob", "carol")
    client = browser("alice")
    seat = str(match.seats.get(player=person("bob")).number)
    opened(client, address(match, "again/"), friend=[seat], invite="dora@example.org")
    asked = Outbox.objects.filter(kind="invitation").values_list("to", flat=True)
    assert {*asked} == {"bob@example.org", "dora@example.org"}


def test_a_friend_of_another_table_cannot_be_asked_by_a_number():
    match = over("alice", "bob", "carol")
    client = browser("alice")
    opened(client, address(match, "again/"), friend=["0", "7", "x", "99999999999"])
    assert not Outbox.objects.filter(kind="invitation").exists()


def test_there_is_no_again_before_the_end():
    match = table(robots=["miner"] * 2)
    assert browser("alice").get(address(match, "again/"))["Location"] == address(match)


# --- by one press


def press(client, match: Match, key: str = "a key"):
    return client.post(address(match, "rematch/"), {"key": key})


def test_a_rematch_is_one_press():
    match = over("alice", "bob", "carol", options={"thrill": True})
    client = browser("alice")
    form = next(one for one in Page.of(client.get("/")).forms if one.action == address(match, "rematch/"))
    there = {client.post(form.action, form.values())["Location"] for _ in range(2)}
    new = Match.objects.exclude(pk=match.pk).get()
    assert there == {address(new)} and new.status == MatchStatus.LOBBY
    assert (new.options, new.pace, new.lobby.host) == ({"thrill": True}, match.pace, person("alice"))
    assert sorted(Outbox.objects.filter(kind="invitation").values_list("to", flat=True)) == [
        "bob@example.org",
        "carol@example.org",
    ]
    assert "bob@example.org" not in client.get(address(new)).content.decode()


def test_against_robots_alone_it_begins_at_once():
    match = table(robots=["miner"] * 2)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.OVER)
    new = Match.objects.get(public_id=press(browser("alice"), match)["Location"].split("/")[2])
    assert new.status == MatchStatus.RUNNING
    assert [seat.robot for seat in new.seats.order_by("number")] == ["", "miner", "miner"]


def test_one_key_opens_a_rematch_of_each_match():
    one, two = table(robots=["miner"] * 2), table(robots=["miner"] * 2)
    Match.objects.update(status=MatchStatus.OVER)
    client = browser("alice")
    assert press(client, one)["Location"] != press(client, two)["Location"]


def test_who_is_blocked_isnt_asked_again():
    match = over("alice", "bob", "carol")
    blocks.block(person("alice"), person("bob"), NOON)
    press(browser("alice"), match)
    assert [*Outbox.objects.filter(kind="invitation").values_list("to", flat=True)] == ["carol@example.org"]


def test_who_keeps_the_hand_out_of_emails_keeps_it_out_again():
    match = over("alice", "bob", "carol")
    match.seats.filter(player=person("alice")).update(hand_in_mail=False)
    press(browser("alice"), match)
    assert Match.objects.exclude(pk=match.pk).get().seats.get(number=0).hand_in_mail is False


def test_a_rematch_is_for_those_who_played_and_when_it_is_over():
    running = table(robots=["miner"] * 2)
    assert press(browser("alice"), running)["Location"] == address(running)
    assert press(browser("eve"), running).status_code == 404
    assert browser("alice").get(address(running, "rematch/")).status_code == 405
    assert Match.objects.count() == 1


def test_too_many_rematches_are_refused_with_a_time(settings):
    match = over("alice", "bob", "carol")
    settings.LIMITS = settings.LIMITS | {"tables of a player": (1, 86400)}
    client = browser("alice")
    assert press(client, match).status_code == 302
    refused = press(client, match, "another key")
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
