"""Feeds of one's own deadlines: off until asked for, under a secret address that can be renewed."""

from __future__ import annotations

import re
from datetime import timedelta
from xml.etree import ElementTree

import icalendar
import pytest
from django.test import Client

from games.mail import links
from games.models import Link, Purpose
from games.players import feeds
from games.present.match_names import short_name
from tests.kit.cast import browser, play_on, turn_seat
from tests.kit.mailed_links import NOON, at, fresh, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
ATOM = "{http://www.w3.org/2005/Atom}"


def url(player, kind: str = "ics") -> str:
    return f"/feeds/{links.token(feeds.address_of(player))}/deadlines.{kind}"


def events(player) -> list[icalendar.Event]:
    response = Client().get(url(player))
    assert response["Content-Type"].startswith("text/calendar")
    return icalendar.Calendar.from_ical(response.content).events


def test_one_mail_a_day_is_chosen_on_the_same_page():
    _, seat = table()
    client = browser(seat.player)
    for said, digest in (("digest", True), ("each", False)):
        assert f'value="{said}"' in client.get("/mails/").content.decode()
        client.post("/mails/", {"say": said})
        assert fresh(seat).player.digest is digest


def test_a_browser_may_send_the_forms_of_that_page():
    with at():
        page = browser(table()[1].player).get("/mails/")
    assert page["Referrer-Policy"] == "same-origin", "with none at all a form has no origin and is refused"


def test_they_are_off_until_asked_for():
    _, seat = table()
    client = browser(seat.player)
    assert "feeds/" not in client.get("/mails/").content.decode()
    assert feeds.address_of(seat.player) is None
    client.post("/mails/", {"say": "renew"})
    addresses = re.findall(r'value="http[^"]*(/feeds/[^"]+)"', client.get("/mails/").content.decode())
    assert [Client().get(one).status_code for one in addresses] == [200, 200]
    client.post("/mails/", {"say": "end"})
    assert [Client().get(one).status_code for one in addresses] == [404, 404]


def test_a_calendar_holds_each_question_once_under_a_name_that_stays():
    match, seat = table()
    feeds.renew(seat.player, NOON)
    (first,) = events(seat.player)
    (again,) = events(seat.player)
    assert first.to_ical() == again.to_ical()
    assert first.start == match.deadlines.get(state="running").due_at
    assert f"/m/{match.public_id}/" in str(first["url"])
    told = f"{short_name(match)}: your turn"
    assert str(first["summary"]) == told, "of several matches each is told apart"
    play_on(match, 1)
    assert [one["uid"] for one in events(seat.player)] != [first["uid"]]


def test_a_calendar_reminds_before_time_runs_out_and_never_before_the_question():
    match, seat = table()
    feeds.renew(seat.player, NOON)
    clock = match.deadlines.get(state="running")
    for given, before in (
        (timedelta(hours=30), timedelta(hours=1)),
        (timedelta(hours=1), timedelta(minutes=30)),
    ):
        match.deadlines.filter(pk=clock.pk).update(due_at=clock.asked_at + given)
        (event,) = events(seat.player)
        (alarm,) = event.walk("VALARM")
        assert alarm["action"] == "DISPLAY" and alarm["description"] == event["summary"]
        assert alarm["trigger"].dt == -before


def test_nothing_is_in_it_for_who_is_not_waited_for():
    match, seat = table()
    other = match.seats.select_related("player").exclude(pk=seat.pk).first()
    feeds.renew(other.player, NOON)
    assert events(other.player) == []


def test_an_atom_feed_says_the_same():
    _, seat = table()
    feeds.renew(seat.player, NOON)
    response = Client().get(url(seat.player, "atom"))
    root = ElementTree.fromstring(response.content)
    (entry,) = root.findall(f"{ATOM}entry")
    assert "your turn" in str(entry.findtext(f"{ATOM}title"))
    assert response.content == Client().get(url(seat.player, "atom")).content


def test_a_new_address_ends_the_one_before_at_once():
    _, seat = table()
    feeds.renew(seat.player, NOON)
    old = url(seat.player)
    feeds.renew(seat.player, NOON)
    assert (Client().get(old).status_code, Client().get(url(seat.player)).status_code) == (404, 200)
    assert Link.objects.filter(purpose=Purpose.FEED).count() == 1


def test_a_new_mail_address_ends_them():
    _, seat = table()
    feeds.renew(seat.player, NOON)
    old = url(seat.player)
    seat.player.email = "elsewhere@example.org"
    seat.player.save()
    assert Client().get(old).status_code == 404


def test_the_token_of_another_purpose_opens_none():
    _, seat = table()
    (link,) = links.write([links.of_seat(fresh(seat), Purpose.MUTE_ALL)])
    assert Client().get(f"/feeds/{links.token(link)}/deadlines.ics").status_code == 404


def test_who_lost_a_seat_reads_no_more_of_it():
    match, seat = table()
    feeds.renew(seat.player, NOON)
    turn_seat(match)
    match.seats.filter(pk=seat.pk).update(player=None)
    assert events(seat.player) == []
