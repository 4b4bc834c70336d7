"""Again with the same people, when a match is over."""

from __future__ import annotations

import re

import pytest

from games.models import Match, MatchStatus, Outbox
from tests.kit.cast import address, match_of
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
