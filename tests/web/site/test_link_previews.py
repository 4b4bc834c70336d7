"""Previews of links are on invitations and public pages, name nobody, and are nowhere else."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.lobby import create, fill
from games.lobby.match_settings import MatchSettings
from games.mail import links
from games.models import Link, Match, Purpose
from games.present import png
from games.rules.catalogue import GAMES
from games.templating.qr_code import qr_code
from tests.kit.cast import NOON, SOON, address, browser, match_of, person, turn_seat
from tests.kit.places import Scene, places

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
#: Pages that may have one, for somebody who isn't signed in.
WITH_PREVIEW = {"home", "tables", "door", "watch", "rules", "cards", "help"}
META = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">')


def metas(page):
    return {name: unescape(value) for name, value in META.findall(page.content.decode("utf-8", "replace"))}


def invited():
    """Open a match with two free seats, and give the path of its invitation link."""
    chosen = MatchSettings("quartz", 4, ("miner",), has_door=True)
    found = create.open_for(person("alice"), chosen, fill.Accepted(False), "key", NOON)
    return found, address(found, f"join/{found.lobby.door}/")


def scene():
    found = match_of()
    Match.objects.filter(pk=found.pk).update(spectators=True, spectators_signed_out=True)
    seat = turn_seat(found)
    made = links.write([links.of_seat(seat, Purpose.SEAT, at=SOON)])[0]
    return Scene(found, link=links.token(made))


@pytest.mark.parametrize("who", [None, "alice", "eve"])
def test_no_other_address_has_one(who):
    here = scene()
    client = browser(who) if who else Client()
    found = set()
    for place in places():
        answer = client.get(place.path(here))
        if answer.get("Content-Type", "").startswith("text/html") and metas(answer):
            found.add(place.name)
    assert found <= WITH_PREVIEW - {"door"}, found
    if who is None:
        assert found == WITH_PREVIEW - {"door"}
    elif who == "alice":
        assert not found & {"home", "watch", "tables"}


@pytest.mark.parametrize("purpose", Purpose.values)
def test_no_page_behind_a_link_of_an_email_has_one(purpose):
    found = match_of()
    seat = turn_seat(found)
    made = links.write([links.of_seat(seat, Purpose(purpose), at=SOON)])[0]
    assert Link.objects.filter(pk=made.pk).exists()
    for client in (Client(), browser(seat.player)):
        assert not metas(client.get(links.path(made)))


def test_an_invitation_says_what_is_played_and_how_many_seats_are_free():
    found, path = invited()
    told = metas(Client().get(path))
    assert told["og:title"] == "Join a match of Quartz"
    assert told["og:description"] == "2 seats are free."
    assert told["og:image"].endswith("/rules/quartz/picture.png")
    assert "Alice" not in " ".join(told.values())
    found.seats.filter(player=None, robot="").update(invited="carol@example.org")
    assert metas(Client().get(path))["og:description"] == "All seats are taken."


def test_it_is_in_the_readers_language():
    _, path = invited()
    told = metas(Client().get(path, headers={"Accept-Language": "ru"}))
    assert told["og:title"] != "Join a match of Quartz" and "Quartz" not in told["og:description"]


def test_who_has_signed_in_is_shown_none():
    _, path = invited()
    assert not metas(browser("eve").get(path))


@pytest.mark.parametrize("rules", GAMES, ids=lambda one: one.meta.slug)
def test_each_game_has_a_picture(rules):
    answer = Client().get(f"/rules/{rules.meta.slug}/picture.png")
    if not png.can_write():
        assert answer.status_code == 404
        return
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (1200, 630)


def test_a_game_that_there_is_not_has_no_picture():
    assert Client().get("/rules/none/picture.png").status_code == 404


def test_the_invitation_link_can_be_scanned_and_copied_by_its_host():
    found, path = invited()
    page = browser("alice").get(address(found)).content.decode()
    assert "<svg" in page and 'class="qr"' in page
    assert 'data-copy="door-address"' in page
    assert path in page


def test_a_qr_code_holds_no_style_and_no_script():
    drawn = qr_code('https://play.example.org/m/abc/join/def/?a=<b>&c="d"')
    assert "style" not in drawn and "script" not in drawn and "<b>" not in drawn
    assert drawn.startswith("<svg")
