"""No browser or proxy keeps what was made for somebody; and nobody's visit leaves rows without end."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from games.mail import links
from games.models import Player
from games.players import feeds
from tests.kit.browsers import SECRET
from tests.kit.cast import NOON, at, browser, match_of, person
from tests.kit.every_mail import everything
from tests.kit.places import Scene, places
from tests.kit.second_factor import AGAIN, app_code, with_app

pytestmark = pytest.mark.django_db
OK = 200
XHR = {"X-Requested-With": "XMLHttpRequest"}


@pytest.fixture(autouse=True)
def noon(settings):
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    with at(NOON):
        yield


def scene() -> Scene:
    found = match_of()
    return Scene(found, feed=links.token(feeds.renew(person("alice"), NOON)))


def is_kept_by_nobody(got: Any) -> bool:
    return "no-store" in got.headers.get("Cache-Control", "")


def is_the_same_for_everybody(got: Any, path: str) -> bool:
    answers = [client.get(path) for client in (Client(), browser("bob"), browser("eve"))]
    return all((one.status_code, one.content) == (got.status_code, got.content) for one in answers)


def test_every_answer_to_who_is_signed_in_is_kept_by_nobody_unless_it_is_the_same_for_all():
    where, alice, public = scene(), browser("alice"), set()
    for one in places():
        path = one.path(where)
        got = alice.get(path)
        if not is_kept_by_nobody(got):
            assert "public" in got["Cache-Control"] and is_the_same_for_everybody(got, path), path
            public.add(one.name)
        for got in (alice.post(path, {"press": "none"}), alice.put(path)):
            assert is_kept_by_nobody(got) or one.name in public, path
        alice = browser("alice")  # one of the addresses signs out
    assert public == {"robots", "security", "icon", "service_worker", "game_picture"}


@pytest.mark.parametrize("path", ["/nowhere/", "/about/", "/help/", "/admin/", "/static/games/nothing.css"])
def test_nor_are_errors_and_what_stands_open(path):
    assert is_kept_by_nobody(browser("alice").get(path))


def test_the_rooms_of_staff_are_kept_by_nobody():
    with_app(is_operator=True, is_moderator=True)
    alice = browser("alice")
    alice.post(AGAIN, {"code": app_code(SECRET), "next": "/"})
    for path in ("/admin/", "/admin/matches/", "/admin/games/player/", "/admin/people/"):
        got = alice.get(path)
        assert got.status_code == OK and is_kept_by_nobody(got), path


def test_a_page_for_everybody_may_be_kept_by_who_has_no_session():
    assert "no-store" not in Client().get("/about/").headers.get("Cache-Control", "")


# --- rows that visitors leave


def test_looking_leaves_nothing_behind_wherever_one_looks():
    """But for a passkey, which has to be asked something new each time."""
    where = scene()
    before, left = everything(), set()
    for one in places():
        for headers in ({}, XHR):
            Client(REMOTE_ADDR="10.66.0.1").get(one.path(where), headers=headers)
        if everything() != before:
            left.add(one.name)
            before = everything()
    assert left <= {"mfa_login_webauthn"}


def test_who_asks_for_a_passkey_again_and_again_is_counted(settings):
    settings.LIMITS = settings.LIMITS | {"passkeys asked from an address": (3, 600)}
    asked = [
        Client(REMOTE_ADDR="10.66.0.1").get("/accounts/2fa/webauthn/login/", headers=XHR).status_code
        for _ in range(8)
    ]
    assert asked == [OK] * 3 + [429] * 5 and Session.objects.count() == 3
    elsewhere = Client(REMOTE_ADDR="10.66.0.2").get("/accounts/2fa/webauthn/login/", headers=XHR)
    assert elsewhere.status_code == OK


def test_so_is_who_asks_for_codes_again_and_again(settings):
    settings.LIMITS = settings.LIMITS | {"codes asked from an address": (3, 600)}
    for number in range(8):
        Client(REMOTE_ADDR="10.66.0.1").post("/accounts/login/", {"email": f"a{number}@example.org"})
    assert Session.objects.count() == 3 and not Player.objects.exists()
