"""Coming in by a page: tables with a free seat, and invitations in emails."""

from __future__ import annotations

import pytest
from django.test import Client

from games.lobby import before_start, invitations
from games.mail import links
from games.models import Player, Purpose
from games.players import blocks
from tests.kit.cast import NOON, Page, address, person
from tests.kit.filling_tables import SOON, browser, link_to, places, seat_of, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def test_tables_with_a_free_seat_are_listed_and_joined():
    match, other = table(is_open=True), table("carol")
    client = browser("bob")
    page = client.get("/tables/").content.decode()
    assert match.public_id in page and other.public_id not in page
    form = Page.of(client.get(address(match, "join/"))).forms[-1].values()
    assert client.post(address(match, "join/"), form).status_code == 422, "the hand is asked"
    assert client.post(address(match, "join/"), form | {"hand": "hand"})["Location"] == address(match)
    assert client.get(address(match, "join/"))["Location"] == address(match)
    assert match.public_id not in client.get("/tables/").content.decode(), "it is mine now"


def test_whoever_joins_is_told_that_all_hands_can_be_known_afterwards():
    match = table("alice", "guest", is_open=True, seats=4)
    link = link_to(match, 1)
    for page in (browser("bob").get(address(match, "join/")), browser("bob").get(f"/t/{links.token(link)}")):
        assert "all hands" in Page.of(page).words


def test_what_was_typed_stays_when_a_seat_is_not_taken():
    match, client = table(is_open=True), browser("bob")
    response = client.post(address(match, "join/"), {"words": "my own words"})
    assert response.status_code == 422 and "my own words" in response.content.decode()


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        (lambda match: before_start.call_off(match.pk, 0, SOON), "cancelled"),
        (lambda match: before_start.start_with_robots(match.pk, 0, "miner", SOON), "already begun"),
    ],
)
def test_who_comes_too_late_by_the_address_is_told_kindly(ends, told):
    match = table(has_door=True)
    path = address(match, f"join/{match.lobby.door}/")
    client = browser("bob")
    form = Page.of(client.get(path)).forms[-1].values() | {"hand": "hand"}
    ends(match)
    for response in (client.get(path), client.post(path, form)):
        assert response.status_code == 410 and told in Page.of(response).words


def test_a_beard_is_asked_where_the_longest_begins():
    match = table(is_open=True, options={"first_player": "beard"})
    client = browser("bob")
    path = address(match, "join/")
    assert "beard" in Page.of(client.get(path)).words
    bad = client.post(path, {"hand": "hand", "bring.beards": "1000"})
    assert bad.status_code == 422 and "from 0 to 999" in Page.of(bad).words
    client.post(path, {"hand": "hand", "bring.beards": "45"})
    assert seat_of(match, "bob").brought == {"beards": 45}
    assert "beard" not in Page.of(client.get(address(table(is_open=True), "join/"))).words


# --- invitations in emails


def press(link, **sent):
    client, url = Client(), f"/t/{links.token(link)}"
    return client.post(url, {"link": links.token(link), **sent}) if sent else client.get(url)


def test_an_invitation_is_declined_by_one_press():
    match = table("alice", "guest")
    link = link_to(match, 1)
    assert "You declined the invitation" in Page.of(press(link, declining="1", decline="yes")).words
    again = press(link)
    assert again.status_code == 410 and "You declined the invitation" in Page.of(again).words


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        (lambda match: invitations.withdraw(match.pk, 0, 1, SOON), "was withdrawn"),
        (lambda match: before_start.call_off(match.pk, 0, SOON), "cancelled"),
        (
            lambda match: before_start.start_with_robots(match.pk, 0, "miner", SOON),
            "started with someone else",
        ),
    ],
)
def test_who_presses_an_invitation_too_late_is_told_kindly(ends, told):
    match = table("alice", "guest")
    link = link_to(match, 1)
    ends(match)
    for response in (press(link), press(link, hand="hand"), press(link, declining="1", decline="yes")):
        assert response.status_code == 410 and told in Page.of(response).words
    assert not Player.objects.filter(email="guest@example.org").exists()


def test_a_scanner_that_sends_the_form_as_it_is_drawn_declines_nothing():
    match = table("alice", "guest")
    link = link_to(match, 1)
    (form,) = [one for one in Page.of(press(link)).forms if "declining" in one.values()]
    assert Client().post(form.action, form.values()).status_code == 422
    assert places(match)[1] == "guest@example.org"


def test_never_again_by_the_link_frees_the_seat():
    match = table("alice", "guest")
    seat = match.seats.get(number=1)
    (link,) = links.write([links.of_seat(seat, Purpose.NEVER, address=seat.invited)])
    press(link, do="no_more")
    assert places(match)[1] == "-"
    assert "has turned off invitations" in Page.of(browser("alice").get(address(match))).words


def test_who_is_invited_finds_the_seat_on_the_site_too():
    match = table("alice", "bob")
    listed = browser("bob").get("/tables/").content.decode()
    assert "Invitations to you" in listed and address(match, "join/") in listed
    assert "Invitations to you" not in browser("carol").get("/tables/").content.decode()


def test_my_matches_say_who_invites_me_to_what_with_the_way_to_say_yes_or_no():
    match = table("alice", "bob")
    bob = browser("bob")
    got = bob.get("/")
    home = Page.of(got)
    assert "Alice invites you to play Quartz" in home.words
    assert f'href="{address(match, "join/")}"' in got.content.decode()
    (no,) = [one for one in home.forms if one.action == address(match, "join/")]
    assert "invites you to play" not in Page.of(browser("carol").get("/")).words
    declined = bob.post(no.action, no.values() | {"say": "decline"}, follow=True).content.decode()
    assert "You declined the invitation" in declined and "invites you to play" not in declined
    assert places(match)[1] == "-"
    assert bob.post(no.action, no.values() | {"say": "decline"}).status_code == 302, "twice is harmless"


def test_nobody_who_is_blocked_invites_at_home_or_among_open_seats():
    match = table("alice", "bob")
    blocks.block(person("bob"), person("alice"), NOON)
    bob = browser("bob")
    assert "invites you to play" not in Page.of(bob.get("/")).words
    listed = bob.get("/tables/").content.decode()
    assert "Invitations to you" not in listed and address(match, "join/") not in listed


def test_who_is_invited_takes_the_seat_that_is_kept_for_them_and_nobody_else_does():
    match = table("alice", "bob")
    assert browser("carol").get(address(match, "join/")).status_code == 404
    bob = browser("bob")
    form = Page.of(bob.get(address(match, "join/"))).forms[-1].values()
    assert bob.post(address(match, "join/"), form | {"hand": "hand"})["Location"] == address(match)
    assert seat_of(match, "bob").number == 1
    assert "Invitations to you" not in bob.get("/tables/").content.decode()
