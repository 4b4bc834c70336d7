"""What the others call me: asked for once, changed at will, told apart from the same name at one table."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from games.mail.compose import frame
from games.models import Act, Event, Outbox, Player, Seat, Submission, names_of, read_name
from games.ops.demo import open_match
from tests.kit.account_mails import mailed
from tests.kit.cast import (
    NOON,
    SOON,
    Page,
    address,
    at,
    browser,
    events,
    match_of,
    person,
    press,
    turn_seat,
)

pytestmark = pytest.mark.django_db
NAME, HOURS = "/name/", "/hours/"


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("  Ana   of the\tdeep \n", "Ana of the deep"),
        ("Дядя Фёдор", "Дядя Фёдор"),
        ("伊藤 千佳", "伊藤 千佳"),
        ("J.R.R. O'Neill-7", "J.R.R. O'Neill-7"),
        ("Dr. Who 2.0", "Dr. Who 2.0"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_name_is_read(told, read):
    assert read_name(told) == read


@pytest.mark.parametrize(
    "told",
    [
        *("", "   ", "...", "❄", "x" * 41),
        *("Ana\x00", "Ana\x7fB", "\u202eana", "A\u200bna", "A\ue000"),
        *("ana@example.org", "https://evil.example", "WWW.evil.example"),
        *("Win at evil.example/x", "EVIL.RU", "evil.xn--p1ai", "злой.рф", "evil。example"),
        "Kim (seat 2)",
    ],
)
def test_what_is_no_name_is_refused(told):
    with pytest.raises(ValidationError, match="1 to 40 characters"):
        read_name(told)


# --- after the first sign-in


def signed_in(client, email, then="/m/abc/"):
    client.post("/accounts/login/", {"email": email, "next": then})
    return client.post("/accounts/login/code", {"code": mailed()})["Location"]


def test_who_signs_in_for_the_first_time_is_asked_and_led_on(client):
    Player.objects.create_user("new@example.org")
    asked = signed_in(client, "new@example.org")
    assert asked == "/name/?next=%2Fm%2Fabc%2F"
    page = Page.of(client.get(asked))
    assert client.post(NAME, page.forms[-1].values() | {"name": " Nadja "})["Location"] == "/m/abc/"
    assert str(Player.objects.get()) == "Nadja"


def test_it_is_asked_once_and_may_be_left(client):
    Player.objects.create_user("new@example.org")
    shown = client.get(signed_in(client, "new@example.org")).content.decode()
    assert '<a class="button quiet" href="/m/abc/">Not now</a>' in shown
    client.post("/accounts/logout/")
    assert signed_in(client, "new@example.org") == "/m/abc/"
    assert Player.objects.get().display_name == ""


def test_who_has_a_name_is_not_asked(client):
    person("alice")
    assert signed_in(client, "alice@example.org") == "/m/abc/"


# --- the form


def test_it_stands_among_ones_settings_and_leads_back_there():
    alice = browser("alice")
    form = next(one for one in Page.of(alice.get(HOURS)).forms if one.action == NAME)
    assert form.values()["name"] == ["Alice"]
    done = alice.post(NAME, form.values() | {"name": "Alice B."})
    assert "what other players see now" in Page.of(alice.get(done["Location"])).words
    assert person("alice").display_name == "Alice B."


def test_a_refused_name_changes_nothing_and_stays_in_the_form():
    alice = browser("alice")
    told = alice.post(NAME, {"name": "alice@example.org", "next": "/m/abc/"})
    form = Page.of(told).forms[-1]
    assert told.status_code == 422 and "1 to 40 characters" in Page.of(told).words
    assert form.values()["name"] == ["alice@example.org"] and form.values()["next"] == ["/m/abc/"]
    assert person("alice").display_name == "Alice"


def test_it_leads_nowhere_else_and_is_nobody_elses():
    sent = {"name": "Al", "next": "https://evil.example/"}
    assert browser("alice").post(NAME, sent)["Location"] == "/"
    shown = browser("alice").get(f"{NAME}?next=https://evil.example/").content.decode()
    assert "evil.example" not in shown
    assert person("bob").display_name == "Bob"


def test_it_needs_a_sign_in_and_a_guarded_form(client):
    assert client.get(NAME)["Location"].startswith("/accounts/login/")
    assert client.post(NAME, {"name": "Mallory"}).status_code == 403
    assert browser("alice", enforce_csrf_checks=True).post(NAME, {"name": "Al"}).status_code == 403


def test_every_control_has_a_label_of_its_own():
    for path in (NAME, HOURS):
        page = Page.of(browser("alice").get(path))
        assert {facts["id"] for facts in page.controls} <= page.labelled
        assert len(page.ids) == len({*page.ids})


# --- where it is read


ODD = "{0} <b>Zoë"


def moved_by(name):
    """Let somebody of that name make a move."""
    found = match_of()
    seat = turn_seat(found)
    Player.objects.filter(seats=seat).update(display_name=read_name(name))
    client = browser(seat.player)
    with at():
        form = Page.of(client.get(address(found))).asking[0]
        assert press(client, found, form, do="leave?").status_code == 302
    return found, seat


def test_it_is_read_on_pages_and_in_mails_and_stands_in_no_event():
    found, mover = moved_by(ODD)
    other = found.seats.exclude(pk=mover.pk).first().player
    with at():
        shown = browser(other).get(address(found)).content.decode()
        listed = browser(other).get("/").content.decode()
    assert "{0} &lt;b&gt;Zoë leaves" in shown and "{0} &lt;b&gt;Zoë" in listed
    row = Outbox.objects.filter(match=found).exclude(seat=mover).first()
    letter = frame.finish(row, SOON).content.decode()
    assert f"{ODD} leaves" in letter and "{0} &lt;b&gt;Zoë leaves" in letter
    rows = (*Event.objects.values_list(), *Submission.objects.values_list(), *Act.objects.values_list())
    assert events(found) and "Zo" not in str(rows)


def test_two_of_one_name_are_told_apart_by_their_seats():
    found = match_of()
    Player.objects.filter(email__in=["alice@example.org", "bob@example.org"]).update(display_name="Kim")
    Player.objects.filter(email="bob@example.org").update(display_name="ＫIM")
    numbers = {seat.player.email[:3]: seat.number for seat in found.seats.select_related("player")}
    alice, bob = f"Kim (seat {numbers['ali'] + 1})", f"ＫIM (seat {numbers['bob'] + 1})"
    with at():
        shown = Page.of(browser("carol").get(address(found))).words
        listed = Page.of(browser("carol").get("/")).words
    for words in (shown, listed):
        assert alice in words and bob in words and "Carol (seat" not in words
    row = Outbox.objects.filter(match=found).first()
    letter = frame.finish(row, SOON).content.decode()
    assert "Carol" in letter and alice in letter


def test_nobody_passes_for_a_robot():
    found = open_match("quartz", 3, NOON)
    Seat.objects.filter(match=found, number=0).update(player=person("alice"), robot="")
    Player.objects.update(display_name="Robot 2")
    called = names_of(found.seats.select_related("player"))
    assert called == {0: "Robot 2 (seat 1)", 1: "Robot 2 (seat 2)", 2: "Robot 3"}
