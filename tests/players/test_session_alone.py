"""A session alone takes nothing over: what can be changed about an account asks who it is, and tells."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from games.mail import delivery
from games.models import Player, WhyNot
from games.players import addresses
from games.web.account import recent_proof
from tests.kit.account_mails import emails, mailed
from tests.kit.browsers import LATER, SECRET, WHO, factors, shows_who, stolen, told
from tests.kit.cast import NOON, Page, at, browser, person
from tests.kit.second_factor import AGAIN, app_code

pytestmark = pytest.mark.django_db(transaction=True)
SECOND, NEW = "alice@second.example", "thief@elsewhere.example"
APP, KEY = "/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/add/"


@pytest.fixture(autouse=True)
def noon():
    person("alice")
    with at(NOON):
        yield


def set_up_app(client: Client) -> None:
    secret = re.search(r'id="secret" readonly value="([A-Z2-7]+)"', client.get(APP).content.decode())
    assert secret
    client.post(APP, {"code": app_code(secret[1])})


# --- the first second factor


@pytest.mark.parametrize("role", ["is_moderator", "is_operator"])
def test_a_stolen_session_of_staff_opens_no_room(role):
    Player.objects.filter(email="alice@example.org").update(**{role: True})
    thief = stolen()
    for path in (APP, KEY):
        for answer in (thief.get(path), thief.post(path, {"code": "000000"})):
            assert answer["Location"] == f"{WHO}?next={path.replace('/', '%2F')}"
    assert not factors(person("alice")) and thief.get("/admin/").status_code == 302
    shows_who(thief)  # whoever reads the email
    set_up_app(thief)
    assert "totp" in factors(person("alice"))


def test_adding_and_removing_one_tells_every_address():
    addresses.add(person("alice"), SECOND, NOON)
    alice = browser("alice")
    set_up_app(alice)
    both = {"alice@example.org", SECOND}
    assert {("factor_added", one) for one in both} <= told()
    secret = Authenticator.objects.get(type="totp").data["secret"]
    with at(NOON + timedelta(minutes=2)):
        alice.post(AGAIN, {"code": app_code(secret), "next": "/"})
        alice.post("/accounts/2fa/recovery-codes/generate/")
        alice.post("/accounts/2fa/totp/deactivate/")
    assert {(kind, one) for one in both for kind in ("spare_codes", "factor_removed")} <= told()
    assert not factors(person("alice"))


def test_removing_a_passkey_tells_too():
    key = Authenticator.objects.create(user=person("alice"), type="webauthn", data={"name": "Mine"})
    TOTP.activate(person("alice"), SECRET)
    alice = browser("alice")
    alice.post(AGAIN, {"code": app_code(SECRET), "next": "/"})
    alice.post(f"/accounts/2fa/webauthn/keys/{key.pk}/remove/")
    assert ("factor_removed", "alice@example.org") in told()
    assert factors(person("alice")) == ["totp"]


def test_what_is_refused_tells_nobody():
    alice = browser("alice")
    assert alice.post(APP, {"code": "000000"}).status_code == 200
    assert not told()


def test_a_code_that_came_elsewhere_or_long_ago_is_not_fresh():
    addresses.add(person("alice"), SECOND, NOON)
    client = Client()
    client.post("/accounts/login/", {"email": SECOND})
    client.post("/accounts/login/code", {"code": mailed()})
    assert client.get(APP)["Location"].startswith(WHO)
    client = Client()
    client.post("/accounts/login/", {"email": "alice@example.org"})
    client.post("/accounts/login/code", {"code": mailed()})
    assert client.get(APP).status_code == 200
    with at(LATER):
        assert client.get(APP)["Location"].startswith(WHO)


# --- addresses


DEEDS = [
    ("/addresses/", {"say": "add", "email": NEW}),
    ("/addresses/", {"say": "code", "code": "BBBBBBBB"}),
    ("/addresses/", {"say": "main", "email": SECOND}),
    ("/addresses/", {"say": "remove", "email": SECOND}),
    ("/mails/sent/code/", {"email": NEW}),
    ("/mails/sent/code/", {"email": SECOND}),
]


@pytest.mark.parametrize(("path", "said"), DEEDS)
@pytest.mark.parametrize("has_factor", [False, True])
def test_a_stolen_session_changes_no_address(path, said, has_factor):
    addresses.add(person("alice"), SECOND, NOON)
    if has_factor:
        TOTP.activate(person("alice"), SECRET)
    sent, thief = len(emails()), stolen()
    assert thief.post(path, said)["Location"].startswith(AGAIN if has_factor else WHO)
    assert delivery.verified(person("alice")) == {"alice@example.org", SECOND}
    assert len(emails()) == sent


@pytest.mark.parametrize(("path", "said"), DEEDS[:1] + DEEDS[2:])
def test_where_there_is_a_second_factor_neither_it_nor_the_code_is_enough(path, said):
    addresses.add(person("alice"), SECOND, NOON)
    TOTP.activate(person("alice"), SECRET)
    client = stolen()
    shows_who(client)
    assert client.post(path, said)["Location"].startswith(AGAIN)
    other = stolen()
    with at(NOON + timedelta(minutes=1)):
        other.post(AGAIN, {"code": app_code(SECRET), "next": "/"})
        assert other.post(path, said)["Location"].startswith(WHO)
        shows_who(other)
        assert not other.post(path, said)["Location"].startswith("/accounts/")


def test_the_page_of_addresses_says_what_is_missing_and_leads_there():
    thief = stolen()
    shown = thief.get("/addresses/").content.decode()
    assert f'href="{WHO}?next=/addresses/"' in shown
    assert thief.post(WHO, {"next": "/addresses/"})["Location"] == f"{WHO}?next=%2Faddresses%2F"
    page = Page.of(thief.get(f"{WHO}?next=/addresses/"))
    assert "alice@example.org" in page.words and {one["id"] for one in page.controls} <= page.labelled
    assert thief.post(WHO, {"code": "BBBBBBBB"}).status_code == 422
    assert thief.post(WHO, {"code": mailed(), "next": "https://evil.example/"})["Location"] == "/"
    assert WHO not in thief.get("/addresses/").content.decode()


def test_a_code_for_another_errand_shows_nothing():
    client, other = stolen(), stolen()
    client.post("/my-data/farewell/")
    assert client.post(WHO, {"code": mailed()}).status_code == 410
    client.post(WHO)
    assert other.post(WHO, {"code": mailed()}).status_code == 410
    assert client.post("/my-data/farewell/", {"code": mailed()}).status_code == 422


def test_the_code_for_an_address_counts_only_while_it_is_fresh_that_one_may_add_it():
    alice = browser("alice")
    with at(NOON + timedelta(minutes=14)):
        alice.post("/addresses/", {"say": "add", "email": SECOND})
        code = mailed()
    with at(LATER):
        assert alice.post("/addresses/", {"say": "code", "code": code})["Location"].startswith(WHO)
        assert delivery.verified(person("alice")) == {"alice@example.org"}


# --- where the main address bounces


def bounce(address: str = "alice@example.org") -> None:
    delivery.leave_alone(address, WhyNot.BOUNCED, NOON)


def test_whose_address_bounces_shows_who_they_are_at_another_one():
    addresses.add(person("alice"), SECOND, NOON)
    bounce()
    client = stolen()
    assert client.post("/mails/sent/code/", {"email": NEW})["Location"].startswith(WHO)
    client.post(WHO)
    mailed()
    assert emails()[-1].to == [SECOND]
    client.post(WHO, {"code": mailed()})
    assert client.post("/mails/sent/code/", {"email": NEW})["Location"] == "/mails/sent/"


def test_who_has_no_other_puts_it_right_but_not_who_is_staff():
    bounce()
    assert stolen().post("/mails/sent/code/", {"email": NEW})["Location"] == "/mails/sent/"
    assert stolen().post("/addresses/", {"say": "add", "email": NEW})["Location"].startswith(WHO)
    Player.objects.update(is_operator=True)
    client = stolen()
    assert client.post("/mails/sent/code/", {"email": NEW})["Location"].startswith(WHO)
    assert "ask another operator" in Page.of(client.get(WHO)).words
    assert client.post(WHO).status_code == 422
    TOTP.activate(person("alice"), SECRET)
    client.post(AGAIN, {"code": app_code(SECRET), "next": "/"})
    assert client.post("/mails/sent/code/", {"email": NEW})["Location"] == "/mails/sent/"


@pytest.mark.parametrize("why", [WhyNot.COMPLAINED, WhyNot.STOPPED])
def test_an_address_that_only_wants_no_emails_still_gets_codes(why):
    delivery.leave_alone("alice@example.org", why, NOON)
    client = stolen()
    assert client.post("/mails/sent/code/", {"email": NEW})["Location"].startswith(WHO)
    shows_who(client)
    assert emails()[-1].to == ["alice@example.org"]
    assert client.post("/mails/sent/code/", {"email": NEW})["Location"] == "/mails/sent/"


def test_what_a_form_adds_leads_around_nothing():
    """The guard looks at the very address that the page would use."""
    alice = browser("alice")
    alice.post("/mails/sent/code/", {"email": NEW})
    code = mailed()
    with at(LATER - timedelta(minutes=6)):
        session = alice.session
        session.pop(recent_proof.KEPT)
        session.save()
        answer = alice.post("/mails/sent/address/", {"code": code, "email": "alice@example.org"})
        assert answer["Location"].startswith(WHO) and person("alice").email == "alice@example.org"


def test_deleting_the_account_needs_the_second_factor_too():
    TOTP.activate(person("alice"), SECRET)
    client = stolen()
    assert client.post("/my-data/farewell/")["Location"] == f"{AGAIN}?next=%2Fmy-data%2F"
    client.post(AGAIN, {"code": app_code(SECRET), "next": "/"})
    client.post("/my-data/farewell/")
    client.post("/my-data/farewell/", {"code": mailed()})
    assert not Player.objects.filter(email="alice@example.org").exists()
