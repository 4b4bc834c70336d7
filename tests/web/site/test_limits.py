"""Too much of it from one place is answered plainly, with a time to come again; nobody else notices."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from games.infra import limits
from games.models import Submission
from games.web.site.visitor import NOWHERE, address_of
from tests.kit.account_mails import emails, mailed
from tests.kit.cast import NOON, Page, address, at, browser, match_of, person, press, turn_seat

LOGIN, CODE = "/accounts/login/", "/accounts/login/code"


@pytest.fixture(autouse=True)
def noon(settings):
    settings.LIMITS = {
        "refusals of a seat": (3, 60),
        "refusals of an address": (5, 60),
        "orders of a seat": (2, 600),
        "orders of an address": (9, 600),
        "mails to the table": (1, 600),
        "acts of a seat": (3, 60),
        "codes asked from an address": (4, 600),
        "codes asked by a player": (3, 3600),
        "codes for a mail address": (2, 3600),
        "codes to sign in with an address": (2, 3600),
        "codes tried from an address": (3, 600),
    }
    with at(NOON + timedelta(seconds=15)):
        yield


# --- moves, and what else a player does


@pytest.mark.django_db
def test_a_page_that_refuses_too_often_says_when_to_come_again_and_writes_nothing():
    found = match_of()
    client = browser(turn_seat(found).player)
    form = Page.of(client.get(address(found))).asking[0]

    def fresh_press():
        return Page.of(client.get(address(found))).asking[0]

    told = [press(client, found, fresh_press(), do="fly?") for _ in range(4)]
    assert [one.status_code for one in told] == [422, 422, 422, 429]
    assert told[3]["Retry-After"] == "45"
    assert "please wait about a minute" in Page.of(told[3]).words
    assert Submission.objects.filter(outcome="refused").count() == 3
    assert press(client, found, form, do="mine?").status_code == 302


@pytest.mark.django_db
def test_a_player_has_few_codes_mailed_to_strangers_wherever_they_sit():
    told = [
        browser("alice").post("/addresses/", {"say": "add", "email": f"{name}@stranger.example"})
        for name in ("a", "b", "c", "d")
    ]
    assert [one.status_code for one in told] == [302, 302, 302, 429]
    assert len(emails()) == 3


# --- sign-in


def ask(client, email):
    return client.post(LOGIN, {"email": email})


FORGED = [
    ("", {"press": "forged", "do": "mine?"}),
    ("take-back/", {"press": "forged"}),
    ("vote/", {"press": "forged", "subject": "pause", "say": "yes"}),
    ("vote/", {"subject": "all"}),
    ("back/", {}),
    ("offer/", {"offer": "?"}),
    ("days/", {"days": "take"}),
    ("leave/", {"press": "forged", "sure": "on"}),
    ("orders/", {"plan": "flying"}),
    ("orders/", {"sale": "never"}),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("rest", "sent"), FORGED)
def test_what_is_refused_before_the_door_is_counted_too(rest, sent):
    found, client = match_of(), browser("alice")
    told = [client.post(address(found, rest), sent) for _ in range(5)]
    assert 429 not in [one.status_code for one in told[:3]]
    assert [one.status_code for one in told[3:]] == [429, 429]
    assert told[4]["Retry-After"] == "45"
    assert "please wait about a minute" in Page.of(told[4]).words
    assert not Submission.objects.filter(match=found, outcome="refused").exists()


@pytest.mark.django_db
def test_forgeries_for_many_seats_from_one_place_are_counted_together():
    tables, client = [match_of() for _ in range(4)], browser("alice")
    told = [client.post(address(one), {"press": "forged"}).status_code for one in tables for _ in range(2)]
    assert told == [422] * 5 + [429] * 3


@pytest.mark.django_db
def test_a_move_is_made_by_who_was_refused_too_often():
    found = match_of()
    client = browser(turn_seat(found).player)
    form = Page.of(client.get(address(found))).asking[0]
    assert [press(client, found, form, press="forged").status_code for _ in range(4)][-1] == 429
    assert press(client, found, form, do="mine?").status_code == 302


@pytest.mark.django_db
def test_orders_laid_too_often_are_answered_plainly_and_the_page_keeps_what_was_chosen():
    found, client = match_of(), browser("alice")
    told = [client.post(address(found, "orders/"), {"sale": "ask"}) for _ in range(3)]
    assert [one.status_code for one in told] == [302, 302, 429]
    assert "Too many attempts" in Page.of(told[2]).words
    assert 'value="ask" selected' in told[2].content.decode()


@pytest.mark.django_db
def test_who_takes_a_seat_that_was_busy_is_told_to_come_again():
    found, eve = match_of(), browser("eve")
    found.seats.filter(number=0).update(on_autopilot=True, offer="open")
    free = found.seats.get(number=0)
    for _ in range(3):
        limits.take("acts of a seat", str(free.pk), NOON)
    told = eve.post(address(found, "seat/open/"))
    assert (told.status_code, told["Retry-After"]) == (429, "45")
    assert "Please wait a moment" in Page.of(told).words and "in about a minute" in Page.of(told).words
    assert found.seats.get(number=0).player == person("alice")


@pytest.mark.django_db
def test_one_proposal_after_the_other_gets_a_page_too():
    found, client = match_of(), browser("alice")

    def propose(subject: str):
        forms = Page.of(client.get(address(found, "more/"))).forms
        form = next(one for one in forms if one.values().get("subject") == [subject])
        return client.post(address(found, "vote/"), form.values() | {"say": "yes", "sure": "on"})

    assert [propose(subject).status_code for subject in ("pause", "end")] == [302, 429]


@pytest.mark.django_db
def test_one_mail_address_gets_so_many_codes_from_wherever_they_are_asked():
    """Two of their own, and from then on one in ten minutes for everybody who asks."""
    person("alice")
    for n in range(30):
        with at(NOON + timedelta(minutes=n, seconds=15)):
            assert ask(Client(REMOTE_ADDR=f"192.0.2.{n}"), "Alice@example.org").status_code == 302
            sent = len(emails())
    assert sent == 2 + 3


@pytest.mark.django_db
def test_a_limit_tells_nothing_about_who_is_known():
    person("alice")
    answers = []
    for n, email in enumerate(("alice@example.org", "nosey@example.org")):
        with CaptureQueriesContext(connection) as queries:
            told = [ask(Client(REMOTE_ADDR=f"192.0.2.{n}"), email) for _ in range(3)]
        answers.append(([one.status_code for one in told], len(queries)))
    assert answers[0] == answers[1]


@pytest.mark.django_db
def test_one_address_asks_for_so_many_codes_and_the_next_is_free_to():
    told = [ask(Client(REMOTE_ADDR="192.0.2.1"), f"p{n}@example.org").status_code for n in range(5)]
    assert told == [302] * 4 + [429]
    assert ask(Client(REMOTE_ADDR="192.0.2.2"), "q@example.org").status_code == 302


@pytest.mark.django_db
def test_one_address_tries_so_many_codes_the_right_one_included():
    person("alice")
    client = Client(REMOTE_ADDR="192.0.2.1")
    ask(client, "alice@example.org")
    told = [client.post(CODE, {"code": "BBBBBBBB"}).status_code for _ in range(3)]
    assert told == [422] * 3
    last = client.post(CODE, {"code": mailed()})
    assert last.status_code == 429 and "_auth_user_id" not in client.session
    assert last["Retry-After"] == "585"


# --- whence


def come(forwarded: str = "", remote: str = "192.0.2.1"):
    return RequestFactory().get(
        "/", headers={"X-Forwarded-For": forwarded} if forwarded else {}, REMOTE_ADDR=remote
    )


@pytest.mark.parametrize(
    ("hops", "forwarded", "address"),
    [
        (0, "198.51.100.9", "192.0.2.1"),
        (1, "198.51.100.9", "198.51.100.9"),
        (1, "203.0.113.5, 198.51.100.9", "198.51.100.9"),
        (2, "203.0.113.5, 198.51.100.9", "203.0.113.5"),
        (2, "198.51.100.9", "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "nonsense", "192.0.2.1"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (1, "::ffff:198.51.100.9", "198.51.100.9"),
    ],
)
def test_only_as_many_proxies_are_believed_as_the_settings_name(settings, hops, forwarded, address):
    settings.PROXY_HOPS = hops
    assert address_of(come(forwarded)) == address


@pytest.mark.parametrize("remote", ["", "nonsense"])
@pytest.mark.django_db
def test_visitors_without_an_address_are_counted_together(remote):
    """Through a Unix socket nobody has one: no limit may be without end for that."""
    assert address_of(come(remote=remote)) == NOWHERE
    told = [ask(Client(REMOTE_ADDR=remote), f"p{n}@example.org").status_code for n in range(5)]
    assert told == [302] * 4 + [429]
    assert ask(Client(REMOTE_ADDR="192.0.2.2"), "q@example.org").status_code == 302


@pytest.mark.django_db
def test_who_has_signed_in_before_isnt_counted_with_those_without_an_address():
    client = Client(REMOTE_ADDR="")
    person("alice")
    ask(client, "alice@example.org")
    assert client.post(CODE, {"code": mailed()}).status_code == 302
    client.post("/accounts/logout/")
    for n in range(5):
        ask(Client(REMOTE_ADDR=""), f"p{n}@example.org")
    assert ask(client, "alice@example.org").status_code == 302
