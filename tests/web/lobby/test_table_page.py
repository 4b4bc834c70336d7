"""The page of a table that fills: what it shows, to whom, and what is pressed on it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.lobby import before_start, invitations, join
from games.mail import delivery
from games.models import Invitation, MatchStatus, WhyNot
from tests.kit.cast import Page, address
from tests.kit.filling_tables import NO, SOON, browser, fresh, link_to, person, places, table
from tests.kit.lobby_forms import OPENING, act, form_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def test_only_who_has_asked_somebody_reads_the_address():
    match = table("alice", "guest", is_open=True, seats=4)
    join.join(match.pk, person("bob"), "", NO, SOON)
    assert "guest@example.org" in Page.of(browser("alice").get(address(match))).words
    other = browser("bob").get(address(match)).content.decode()
    assert "guest@example.org" not in other and "Someone has been invited" in other
    assert match.lobby.door == "" or match.lobby.door not in other


def test_the_host_is_told_where_no_mail_arrives():
    match = table("alice", "guest", is_open=True, seats=4)
    join.join(match.pk, person("bob"), "", NO, SOON)
    delivery.leave_alone("guest@example.org", WhyNot.BOUNCED, SOON)
    assert "Email doesn't reach" in Page.of(browser("alice").get(address(match))).words
    assert "Email doesn't reach" not in Page.of(browser("bob").get(address(match))).words


def test_the_secret_address_is_shown_to_the_host_alone():
    match = table("alice", has_door=True, is_open=True)
    join.join(match.pk, person("bob"), "", NO, SOON)
    assert match.lobby.door in browser("alice").get(address(match)).content.decode()
    assert match.lobby.door not in browser("bob").get(address(match)).content.decode()


def test_whoever_does_not_sit_there_finds_nothing():
    match = table(is_open=True)
    eve = browser("eve")
    for rest in ("", "lobby/leave/", "again/", "join/made-up/"):
        assert eve.get(address(match, rest)).status_code == 404
    assert eve.post(address(match, "lobby/"), {"do": "call_off"}).status_code == 404
    assert eve.get(address(table(), "join/")).status_code == 404


def test_the_host_asks_somebody_else_after_a_refusal():
    match = table("alice", "guest")
    invitations.decline(link_to(match, 1), SOON)
    client = browser("alice")
    assert "won't play this time" in Page.of(client.get(address(match))).words
    response = act(client, match, "invite", address="next@example.org")
    assert "on its way" in Page.of(client.get(response["Location"])).words
    assert places(match)[1] == "next@example.org"


@pytest.mark.parametrize(
    ("typed", "status", "told"),
    [
        ("nobody", 422, "isn't an email address"),
        ("", 422, "isn't an email address"),
        ("alice@example.org", 422, "You already have a seat"),
        ("guest@example.org", 422, "already invited that address"),
        ("a\x07@example.org", 422, "isn't an email address"),
    ],
)
def test_an_address_that_cannot_be_asked_stands_in_the_form_again(typed, status, told):
    match, client = table("alice", "guest", seats=5), browser("alice")
    response = act(client, match, "invite", address=typed)
    assert response.status_code == status and told in Page.of(response).words
    assert [typed] in [form.values().get("address") for form in Page.of(response).forms]


def test_robots_come_and_go_and_the_last_seat_begins_the_match():
    match, client = table(), browser("alice")
    act(client, match, "robot", seat="1", robot="miner")
    assert places(match) == ["Alice", "miner", "-"]
    act(client, match, "robot_out", seat="1")
    act(client, match, "start", robot="miner")
    assert fresh(match).status == MatchStatus.RUNNING
    assert client.get(address(match)).status_code == 200


def test_the_door_and_the_list_are_opened_and_shut():
    match, client = table(), browser("alice")
    for do, is_so in (("door", True), ("shut", False)):
        act(client, match, do)
        assert bool(fresh(match).lobby.door) is is_so
    for do, is_so in (("open", True), ("private", False)):
        act(client, match, do)
        assert fresh(match).lobby.is_open is is_so


def test_it_says_by_a_mark_what_it_shows():
    match = table("alice", "bob", seats=3)
    client = browser("alice")
    page = client.get(address(match))
    told = {"If-None-Match": page["ETag"]}
    assert client.get(address(match), headers=told).status_code == 304
    act(client, match, "robot", seat="2")
    assert client.get(address(match), headers=told).status_code == 200


def test_calling_off_wants_to_be_meant():
    match, client = table(), browser("alice")
    response = act(client, match, "call_off")
    assert response.status_code == 422 and fresh(match).status == MatchStatus.LOBBY
    act(client, match, "call_off", sure="on")
    assert "cancelled" in Page.of(client.get(address(match))).words
    assert match.public_id not in client.get("/").content.decode()


def test_a_press_on_a_page_of_before_leads_to_the_match_that_has_begun():
    match, client = table(), browser("alice")
    form = next(one for one in Page.of(client.get(address(match))).forms if ("do", "invite") in one.buttons)
    before_start.start_with_robots(match.pk, 0, "miner", SOON)
    sent = form.values() | {"do": "invite", "address": "late@example.org"}
    assert client.post(address(match, "lobby/"), sent)["Location"] == address(match)
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("garbage", [{}, {"do": "x"}, {"do": "robot"}, {"do": "invite", "press": "made-up"}])
def test_garbage_does_nothing(garbage):
    match, client = table(), browser("alice")
    assert client.post(address(match, "lobby/"), garbage).status_code == 409
    assert places(match) == ["Alice", "-", "-"]


def test_leaving_is_asked_once_and_done_once():
    match = table(is_open=True)
    join.join(match.pk, person("bob"), "", NO, SOON)
    client = browser("bob")
    form = Page.of(client.get(address(match, "lobby/leave/"))).forms[-1].values()
    for _ in range(2):
        response = client.post(address(match, "lobby/leave/"), form)
        assert response["Location"] == "/?done=left"
    assert places(match) == ["Alice", "-", "-"]
    assert "You left the match" in Page.of(client.get("/?done=left")).words


def test_my_matches_name_nobody_in_a_seat_that_is_free():
    table("alice", "guest")
    assert "former player" not in Page.of(browser("alice").get("/")).words


# --- the cost


def cost(who: str, path: str) -> int:
    client = browser(who)
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


def test_the_list_costs_the_same_however_many_tables_there_are():
    table(is_open=True)
    one = cost("bob", "/tables/")
    for n in range(6):
        table(f"host{n}", f"guest{n}", is_open=True, seats=5)
    assert cost("bob", "/tables/") == one


def test_a_table_costs_the_same_however_many_are_asked_and_have_answered():
    small, big = table("alice", "zero", seats=5), table("alice", "one", "two", seats=5)
    for number in (1, 2):
        invitations.decline(link_to(big, number), SOON)
        before_start.invite(big.pk, 0, f"again{number}@example.org", SOON)
    assert cost("alice", address(big)) == cost("alice", address(small))


# --- what is missing


def test_it_says_what_is_missing_before_the_start():
    match = table("alice", "guest", seats=5)
    told = Page.of(browser("alice").get(address(match))).words
    assert "Seats taken: 1 of 5." in told
    assert "1 invitation is waiting for a reply." in told and "3 seats are open." in told
    assert "Invite someone, share the link" in told


def test_players_who_arent_the_host_are_told_too_but_get_no_buttons():
    match = table("alice", is_open=True, seats=3)
    join.join(match.pk, person("bob"), "", NO, SOON)
    page = Page.of(browser("bob").get(address(match)))
    assert "1 seat is open." in page.words and "share the link" not in page.words
    assert not [one for one in page.forms if ("do", "start") in one.buttons]


def test_one_press_starts_with_the_sensible_robot_and_withdraws_what_was_not_answered():
    match, client = table("alice", "guest"), browser("alice")
    form = next(one for one in Page.of(client.get(address(match))).forms if ("do", "start") in one.buttons)
    client.post(address(match, "lobby/"), form.values() | {"do": "start"})
    assert places(match) == ["Alice", "miner", "miner"]
    assert Invitation.objects.get().state == "withdrawn"


# --- the host's own line


def test_the_hosts_line_is_read_by_those_who_are_invited_and_nobody_else():
    match = table("alice", seats=3, has_door=True, greeting="Bring a <lamp>!")
    there = address(match, f"join/{match.lobby.door}/")
    for visitor in (Client(), browser("bob")):
        page = Page.of(visitor.get(there))
        assert "Bring a <lamp>!" in page.words and "Alice invites you to play." in page.words
        assert "The rules in short" in page.words and "five days" in page.words
    assert "Bring a <lamp>!" not in Page.of(browser("eve").get(address(match, "join/made-up/"))).words


def test_a_line_goes_with_the_host_who_wrote_it():
    match = table("alice", is_open=True, greeting="Bring a lamp!")
    join.join(match.pk, person("bob"), "", NO, SOON)
    before_start.leave(match.pk, 0, SOON)
    assert fresh(match).lobby.greeting == ""


@pytest.mark.parametrize("line", ["see www.example.org", "mail a@example.org", "x" * 161, "\u202e", "(psst)"])
def test_a_line_that_could_be_pressed_is_refused_and_kept(line):
    client = browser("alice")
    response = client.post(OPENING, form_at(client) | {"greeting": line})
    assert response.status_code == 422 and "at most 160 characters" in Page.of(response).words
    assert f'value="{line}"' in response.content.decode()
