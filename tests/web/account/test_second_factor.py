"""The second factor: for whoever wants it, and for all who are staff."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import get_resolver

from games.models import Player, Ruling
from tests.kit.account_mails import emails
from tests.kit.cast import NOON, Page, at, browser, person
from tests.kit.second_factor import AGAIN, APP, AUTHENTICATE, INDEX, after_the_mail, app_code, with_app
from tests.kit.sign_in import CODE, LOGIN, ask, is_signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
LATER = NOON + timedelta(minutes=2)


def spare_codes(client) -> list[str]:
    return re.findall(r"<li>(\d{8})</li>", client.get("/accounts/2fa/recovery-codes/").content.decode())


# --- setting it up


def test_an_app_is_set_up_with_a_picture_our_policy_lets_through_and_gives_spare_codes():
    alice = browser("alice")
    shown = alice.get(APP).content.decode()
    assert "<svg" in shown and "data:" not in shown and "style=" not in shown
    secret = re.search(r'id="secret" readonly value="([A-Z2-7]+)"', shown)
    assert secret
    assert alice.post(APP, {"code": "000000"}).status_code == 200
    assert alice.post(APP, {"code": app_code(secret[1])})["Location"] == "/accounts/2fa/recovery-codes/"
    assert len(spare_codes(alice)) == 10, "what was just shown isn't asked for once more"
    assert browser("alice").post(AGAIN, {"code": app_code(secret[1]), "next": INDEX}).status_code == 422
    with at(LATER):
        assert browser("alice").get("/accounts/2fa/recovery-codes/")["Location"].startswith(AGAIN)
    assert "Turn off the authenticator app" in Page.of(alice.get(INDEX)).words


def test_then_the_code_from_the_mail_is_not_enough_and_the_browser_is_remembered_at_the_end(client):
    with_app()
    assert after_the_mail(client, remember="on", next="/m/abc/")["Location"] == AUTHENTICATE
    assert not is_signed_in(client)
    assert client.get("/hours/")["Location"].startswith(LOGIN)
    assert client.post(AUTHENTICATE, {"code": "000000"}).status_code == 422
    assert client.post(AUTHENTICATE, {"code": app_code()})["Location"] == "/m/abc/"
    assert is_signed_in(client) and client.session.get_expiry_age() == 90 * 24 * 3600


def test_a_spare_code_opens_the_door_once():
    with_app()
    inside = browser("alice")
    inside.post(AGAIN, {"code": app_code(), "next": INDEX})
    inside.post("/accounts/2fa/recovery-codes/generate/")
    spare = spare_codes(inside)[0]
    for opens in (True, False):
        client = Client()
        after_the_mail(client)
        client.post(AUTHENTICATE, {"code": spare})
        assert is_signed_in(client) == opens


def test_guessing_is_counted_for_the_player_wherever_it_comes_from():
    with_app()
    answers: list[int] = []
    for _ in range(3):  # from three places, each with a code from the email
        client = Client(REMOTE_ADDR=f"10.9.0.{len(answers) + 1}")
        after_the_mail(client)
        answers += [client.post(AUTHENTICATE, {"code": "000000"}).status_code for _ in range(4)]
    assert answers == [422] * 10 + [429] * 2
    assert client.post(AUTHENTICATE, {"code": app_code()}).status_code == 429  # nor does the right one tell
    assert not is_signed_in(client)


def test_what_depends_on_it_asks_for_it_again():
    with_app()
    alice = browser("alice")
    for path in ("totp/deactivate/", "webauthn/add/", "recovery-codes/generate/"):
        assert alice.get(INDEX + path)["Location"].startswith(AGAIN)
    assert alice.post(AGAIN, {"code": "000000", "next": INDEX}).status_code == 422
    alice.post(AGAIN, {"code": app_code(), "next": INDEX + "totp/deactivate/"})
    alice.post(INDEX + "totp/deactivate/")
    assert not Authenticator.objects.exists()


def test_nobody_touches_somebody_elses():
    key = Authenticator.objects.create(
        user=person("bob"), type="webauthn", data={"name": "Bob's", "credential": {}}
    )
    alice = browser("alice")
    for path in ("remove/", "edit/"):
        assert alice.get(f"{INDEX}webauthn/keys/{key.pk}/{path}").status_code == 404


def test_a_credential_that_is_none_signs_nobody_in(client):
    for told in ("", "{}", "[]", "x" * 5000, '{"id": 3}', "[" * 100_000, "9" * 5000):
        answer = client.post("/accounts/2fa/webauthn/login/", {"credential": told})
        assert answer["Location"] == f"{LOGIN}?passkey"
    assert "This passkey doesn't work here" in Page.of(client.get(f"{LOGIN}?passkey")).words
    assert not is_signed_in(client)


def test_whoever_asks_for_a_key_has_a_session_that_ends_soon(client):
    asked = client.get("/accounts/2fa/webauthn/login/", headers={"X-Requested-With": "XMLHttpRequest"})
    assert "challenge" in asked.json()["request_options"]["publicKey"]
    assert client.session.get_expiry_age() == 600


def test_where_nobody_knows_whence_somebody_asks_they_sign_in_all_the_same():
    person("alice")
    client = Client(REMOTE_ADDR="")
    assert after_the_mail(client).status_code == 302 and is_signed_in(client)


@pytest.mark.parametrize("told", ["", "{}", "x", "[" * 100_000, "9" * 5000])
def test_a_credential_that_is_none_becomes_no_key(told):
    alice = browser("alice")
    answer = alice.post(f"{INDEX}webauthn/add/", {"credential": told, "name": "mine"})
    assert answer.status_code == 200 and "mine" in answer.content.decode()
    assert not Authenticator.objects.exists()


def test_no_page_asks_for_a_password_and_none_is_in_english_alone():
    with_app()
    Player.objects.filter(pk=person("alice").pk).update(language="ru")
    alice = browser("alice")
    alice.post(AGAIN, {"code": app_code(), "next": INDEX})
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert not [name for name in names if "password" in name or "signup" in name]
    for path in (
        "",
        "webauthn/",
        "webauthn/add/",
        "totp/deactivate/",
        "recovery-codes/",
        "recovery-codes/generate/",
    ):
        page = Page.of(alice.get(INDEX + path))
        assert 'type="password"' not in str(page.controls)
        assert {facts["id"] for facts in page.controls} <= page.labelled


# --- staff


ROLES = [{"is_moderator": True}, {"is_operator": True}]


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/player/", "/admin/nowhere/"])
def test_to_whoever_is_no_staff_the_rooms_are_not_there(client, path):
    assert client.get(path)["Location"].startswith(LOGIN)
    assert browser("alice").get(path).status_code == 404
    with_app()
    assert browser("alice").get(path).status_code == 404


@pytest.mark.parametrize("facts", ROLES)
@pytest.mark.parametrize("method", ["get", "post", "head"])
def test_staff_without_a_second_factor_are_sent_to_set_one_up(facts, method):
    Player.objects.filter(pk=person("alice").pk).update(**facts)
    alice = browser("alice")
    for path in ("/admin/", "/admin/login/", "/admin/games/player/"):
        assert getattr(alice, method)(path)["Location"] == f"{INDEX}?staff"
    assert "set up two-step verification" in Page.of(alice.get(INDEX)).words


@pytest.mark.parametrize("facts", ROLES)
@pytest.mark.parametrize("path", ["/admin/", "/admin/cases/", "/admin/games/player/"])
def test_no_other_address_of_the_site_leads_around_it(facts, path):
    """A proxy on the same machine may hand on a header that says under which address the site lies."""
    Player.objects.filter(pk=person("alice").pk).update(**facts)
    answer = browser("alice").get(path, SCRIPT_NAME="/elsewhere")
    assert answer.wsgi_request.path == f"/elsewhere{path}"
    assert answer["Location"].endswith(f"{INDEX}?staff") and "no-store" in answer["Cache-Control"]


def test_spare_codes_alone_are_no_second_factor():
    alice = person("alice")
    Player.objects.filter(pk=alice.pk).update(is_operator=True)
    Authenticator.objects.create(user=alice, type="recovery_codes", data={})
    assert browser("alice").get("/admin/")["Location"] == f"{INDEX}?staff"


@pytest.mark.parametrize("facts", ROLES)
def test_staff_show_it_in_this_very_browser(client, facts):
    with_app(**facts)
    alice = browser("alice")  # signed in, as if before there was a second factor
    asked = alice.get("/admin/")["Location"]
    assert asked == f"{AGAIN}?next=%2Fadmin%2F"
    alice.post(AGAIN, {"code": app_code(), "next": "/admin/"})
    assert alice.get("/admin/").status_code == 200
    with at(LATER):
        after_the_mail(client)
        client.post(AUTHENTICATE, {"code": app_code()})
        assert client.get("/admin/").status_code == 200


def test_a_code_of_the_app_opens_once(client):
    with_app()
    browser("alice").post(AGAIN, {"code": app_code(), "next": INDEX})
    after_the_mail(client)
    assert client.post(AUTHENTICATE, {"code": app_code()}).status_code == 422


def in_the_rooms(**facts: object) -> Client:
    with_app(**facts)
    alice = browser("alice")
    alice.post(AGAIN, {"code": app_code(), "next": "/admin/"})
    return alice


def test_an_operator_appoints_and_a_moderator_does_not():
    bob = person("bob")
    page = f"/admin/games/player/{bob.pk}/change/"
    sent = {"is_moderator": "on", "is_active": "on", "reason": "She knows the rules."}
    moderator = in_the_rooms(is_moderator=True)
    assert moderator.get(page).status_code == moderator.post(page, sent).status_code == 403
    assert not person("bob").is_moderator
    Player.objects.filter(pk=person("alice").pk).update(is_moderator=False, is_operator=True)
    assert moderator.post(page, sent).status_code == 302
    assert person("bob").is_moderator and not person("bob").is_operator
    written = Ruling.objects.get(kind="appointed", refused="")
    assert (written.player, written.moderator) == (person("bob"), person("alice"))
    assert (written.reason, written.about) == ("She knows the rules.", "is_moderator is_active")


def test_nobody_is_appointed_without_a_reason_or_long_after_the_second_factor():
    alice, page = in_the_rooms(is_operator=True), f"/admin/games/player/{person('bob').pk}/change/"
    sent = {"is_moderator": "on", "is_active": "on"}
    for reason in ("", " ", "\u200b"):
        assert alice.post(page, sent | {"reason": reason}).status_code == 200
    with at(NOON + timedelta(minutes=16)):
        assert alice.post(page, sent | {"reason": "She knows."})["Location"].startswith(AGAIN)
        alice.post(AGAIN, {"code": app_code(), "next": page})
        assert "She knows." in alice.get(page).content.decode(), "what was typed isn't lost"
    assert not person("bob").is_moderator


def test_the_list_of_players_is_asked_for_nothing_but_what_it_shows():
    alice = in_the_rooms(is_operator=True)
    for hidden in ("password__startswith=a", "email__startswith=a", "last_login__gt=2020-01-01"):
        assert alice.get(f"/admin/games/player/?{hidden}").status_code in (302, 400)
    assert alice.get("/admin/games/player/?is_moderator__exact=1").status_code == 200
    page = f"/admin/games/player/{person('bob').pk}/change/"
    for hidden in ("email", "", "\0"):
        sent = {"_to_field": hidden, "is_active": "on", "reason": "x"}
        assert alice.post(page, sent).status_code in (302, 400)


def test_the_last_operator_stays_one():
    alice = in_the_rooms(is_operator=True)
    page = f"/admin/games/player/{person('alice').pk}/change/"
    for sent in ({"is_active": "on"}, {"is_operator": "on"}):
        sent |= {"reason": "I leave."}
        assert "Appoint another one first" in alice.post(page, sent).content.decode()
    Player.objects.filter(pk=person("bob").pk).update(is_operator=True)
    assert alice.post(page, {"is_active": "on", "reason": "I leave."}).status_code == 302
    assert not person("alice").is_operator


def test_the_rooms_have_no_page_for_passwords_and_none_of_the_libraries_rows():
    alice = in_the_rooms(is_operator=True, is_superuser=True)
    shown = alice.get("/admin/").content.decode()
    assert alice.get("/admin/password_change/").status_code == 404
    assert "password_change" not in shown
    assert re.findall(r'href="/admin/([a-z]+/[a-z]+)/"', shown) in (["games/player"], ["games/player"] * 2)


def test_the_mail_says_nothing_of_a_second_factor(client):
    with_app()
    ask(client)
    assert "app" not in Page.of(client.get(CODE)).words.split()
    assert len(emails()) == 1
