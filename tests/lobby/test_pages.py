"""The pages of a table that is opened and fills: what they ask, keep, show and refuse."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import delivery, entering, invitations, links, lobby, quiet
from games.models import Invitation, Match, MatchStatus, Outbox, Player, Purpose, WhyNot
from tests.lobby.setting import NO, SOON, at, browser, fresh, link_to, person, places, seat_of, table
from tests.play.people import play_on
from tests.views.cast import Page, address, match_of

pytestmark = pytest.mark.django_db
OPENING = "/new/quartz/"


@pytest.fixture(autouse=True)
def soon(cold):
    with at():
        yield


def form_at(client, path: str = OPENING) -> dict:
    """Give the big form of a page as it is drawn, with the one answer nobody gives for us."""
    form = max(Page.of(client.get(path)).forms, key=lambda one: len(one.fields))
    return form.values() | {"hand": "no_hand"}


def opened(client, path: str = OPENING, **changes) -> Match:
    response = client.post(path, form_at(client, path) | changes)
    assert response.status_code == 302, Page.of(response).words
    return Match.objects.select_related("lobby").get(public_id=response["Location"].split("/")[2])


def act(client, match: Match, do: str, **more):
    page = Page.of(client.get(address(match)))
    forms = [form for form in page.forms if ("do", do) in form.buttons]
    seat = more.pop("seat", None)
    form = next(one for one in forms if seat is None or one.values().get("seat") == [seat])
    return client.post(address(match, "lobby/"), form.values() | {"do": do} | more)


# --- opening


def test_every_game_is_offered_and_nothing_else():
    client = browser("alice")
    words = Page.of(client.get("/new/")).words
    assert "Quartz" in words and "The Card Game" in words
    assert client.get("/new/gnomes/").status_code == 404 == client.post("/new/chess/").status_code


@pytest.mark.parametrize("game", ["quartz", "quartz_cards"])
def test_a_form_sent_as_it_is_drawn_opens_a_table(game):
    match = opened(browser("alice"), f"/new/{game}/")
    assert (match.status, places(match)) == (MatchStatus.LOBBY, ["Alice", "-", "-"])
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
        ({"invite": "nobody"}, "no mail address"),
        ({"invite": "a@example.org\na@EXAMPLE.org"}, "twice"),
        ({"invite": "Alice@example.org"}, "Your own seat"),
        ({"invite": "a\x07b@example.org"}, "no mail address"),
        ({"invite": '"a\x02b"@example.org'}, "no mail address"),
        ({"invite": "\u202ea@example.org"}, "no mail address"),
        ({"invite": "\n".join(f"g{n}@example.org" for n in range(30))}, "more addresses"),
        ({"invite": "a@example.org\nb@example.org", "robots": "1"}, "more people and robots than seats"),
        ({"seats": "9"}, "from 3 to 5"),
        ({"seats": ""}, "from 3 to 5"),
        ({"seats": "٣"}, "from 3 to 5"),
        ({"pace": "yesterday"}, "choose one"),
        ({"robot": "dragon"}, "choose one"),
        ({"robots": "-1"}, "from 0 to 4"),
        ({"autopilot": "cat"}, "choose one"),
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


def test_whoever_wants_no_invitations_is_named_and_the_rest_is_kept():
    quiet.never_invite("never@example.org", SOON)
    client = browser("alice")
    response = client.post(OPENING, form_at(client) | {"invite": "never@example.org"})
    assert response.status_code == 422 and not Match.objects.exists()
    assert "never@example.org: Nobody can be invited" in Page.of(response).words


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
    assert "too often" in Page.of(response).words and "kept words" in response.content.decode()


@pytest.mark.parametrize("path", ["/new/", OPENING, "/tables/"])
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


# --- the page of a table that fills


def test_only_who_has_asked_somebody_reads_the_address():
    match = table("alice", "guest", is_open=True, seats=4)
    entering.join(match.pk, person("bob"), "", NO, SOON)
    assert "guest@example.org" in Page.of(browser("alice").get(address(match))).words
    other = browser("bob").get(address(match)).content.decode()
    assert "guest@example.org" not in other and "Somebody is invited" in other
    assert match.lobby.door == "" or match.lobby.door not in other


def test_the_host_is_told_where_no_mail_arrives():
    match = table("alice", "guest", is_open=True, seats=4)
    entering.join(match.pk, person("bob"), "", NO, SOON)
    delivery.leave_alone("guest@example.org", WhyNot.BOUNCED, SOON)
    assert "No mail reaches" in Page.of(browser("alice").get(address(match))).words
    assert "No mail reaches" not in Page.of(browser("bob").get(address(match))).words


def test_the_secret_address_is_shown_to_the_host_alone():
    match = table("alice", has_door=True, is_open=True)
    entering.join(match.pk, person("bob"), "", NO, SOON)
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
        ("nobody", 422, "no mail address"),
        ("", 422, "no mail address"),
        ("alice@example.org", 422, "Your own seat"),
        ("guest@example.org", 422, "invited at that address already"),
        ("bob@example.org", 422, "sits at the table already"),
        ("a\x07@example.org", 422, "no mail address"),
    ],
)
def test_an_address_that_cannot_be_asked_stands_in_the_form_again(typed, status, told):
    match = table("alice", "guest", is_open=True, seats=5)
    entering.join(match.pk, person("bob"), "", NO, SOON)
    client = browser("alice")
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
    assert "called off" in Page.of(client.get(address(match))).words
    assert match.public_id not in client.get("/").content.decode()


def test_a_press_on_a_page_of_before_leads_to_the_match_that_has_begun():
    match, client = table(), browser("alice")
    form = next(one for one in Page.of(client.get(address(match))).forms if ("do", "invite") in one.buttons)
    lobby.start_with_robots(match.pk, 0, "miner", SOON)
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
    entering.join(match.pk, person("bob"), "", NO, SOON)
    client = browser("bob")
    form = Page.of(client.get(address(match, "lobby/leave/"))).forms[-1].values()
    for _ in range(2):
        response = client.post(address(match, "lobby/leave/"), form)
        assert response["Location"] == "/?done=left"
    assert places(match) == ["Alice", "-", "-"]
    assert "left the table" in Page.of(client.get("/?done=left")).words


def test_my_matches_name_nobody_in_a_seat_that_is_free():
    table("alice", "guest")
    assert "former player" not in Page.of(browser("alice").get("/")).words


# --- free seats


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
        (lambda match: lobby.call_off(match.pk, 0, SOON), "called off"),
        (lambda match: lobby.start_with_robots(match.pk, 0, "miner", SOON), "begun in the meantime"),
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


# --- invitations in mails


def press(link, **sent):
    client, url = Client(), f"/t/{links.token(link)}"
    return client.post(url, {"link": links.token(link), **sent}) if sent else client.get(url)


def test_an_invitation_is_declined_by_one_press():
    match = table("alice", "guest")
    link = link_to(match, 1)
    assert "You have said no" in Page.of(press(link, declining="1", decline="yes")).words
    again = press(link)
    assert again.status_code == 410 and "You have said no" in Page.of(again).words


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        (lambda match: invitations.withdraw(match.pk, 0, 1, SOON), "was withdrawn"),
        (lambda match: lobby.call_off(match.pk, 0, SOON), "called off"),
        (lambda match: lobby.start_with_robots(match.pk, 0, "miner", SOON), "begun in the meantime"),
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
    assert "wants no invitations" in Page.of(browser("alice").get(address(match))).words


# --- again


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
        lobby.invite(big.pk, 0, f"again{number}@example.org", SOON)
    assert cost("alice", address(big)) == cost("alice", address(small))
