"""Who gets an account by typing an address; that nobody can tell; and the first operator."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.lobby import invitations
from games.mail.compose import frame
from games.models import Player, Seat
from games.ops.demo import appoint
from games.players import addresses
from tests.kit.account_mails import emails, mailed
from tests.kit.cast import NOON, SOON, Page, at, person
from tests.kit.opened import open_table
from tests.kit.sign_in import CODE, LOGIN, ask, is_signed_in, without_tokens

pytestmark = pytest.mark.django_db(transaction=True)
NEW = "new@example.org"


@pytest.fixture(autouse=True)
def noon():
    person("alice")
    with at(NOON):
        yield


def invited(address: str = NEW) -> Seat:
    table = open_table("quartz", [person("alice"), person("bob")], [], now=NOON, free=1)
    invitations.invite(table.pk, 2, address, person("alice"), NOON)
    return table.seats.get(number=2)


@pytest.mark.parametrize(
    ("signup", "is_invited", "gets_in"),
    [
        ("closed", True, False),
        ("invitation", False, False),
        ("invitation", True, True),
        ("open", False, True),
    ],
)
def test_who_gets_an_account(client, settings, signup, is_invited, gets_in):
    settings.SIGNUP = signup
    if is_invited:
        invited("New@Example.org")
    ask(client, NEW)
    assert [one.to for one in emails()] == [[NEW]] * gets_in
    assert not Player.objects.filter(email=NEW).exists()  # only when the code has come back
    client.post(CODE, {"code": mailed() if gets_in else "BBBBBBBB"})
    assert Player.objects.filter(email=NEW).exists() == is_signed_in(client) == gets_in


def test_an_invitation_that_was_called_off_opens_no_account_any_more(client):
    seat = invited()
    ask(client, NEW)
    code = mailed()
    Seat.objects.filter(pk=seat.pk).update(invited="")
    assert client.post(CODE, {"code": code}).status_code == 410
    assert not Player.objects.filter(email=NEW).exists()


def test_two_browsers_make_one_account(settings):
    settings.SIGNUP = "open"
    first, second = Client(), Client()
    codes = []
    for client in (first, second):
        ask(client, NEW)
        codes.append(mailed())
    assert first.post(CODE, {"code": codes[0]}).status_code == 302
    assert second.post(CODE, {"code": codes[1]}).status_code == 302, "whose address it is has come twice"
    made = Player.objects.get(email=NEW)
    assert [client.session["_auth_user_id"] for client in (first, second)] == [str(made.pk)] * 2


def test_a_newcomer_speaks_the_browsers_language_and_is_asked_for_name_and_zone(client, settings):
    settings.SIGNUP = "open"
    client.post(LOGIN, {"email": NEW, "next": "/m/abc/"}, headers={"accept-language": "pt-br"})
    asked = client.post(CODE, {"code": mailed()}, headers={"accept-language": "pt-br"})["Location"]
    assert asked == "/name/?next=%2Fm%2Fabc%2F"
    assert Player.objects.get(email=NEW).language == "pt-br"
    page = Page.of(client.get(asked))
    assert {facts["id"] for facts in page.controls} <= page.labelled
    done = client.post("/name/", {"name": "Nadja", "zone": "Europe/Riga", "next": "/m/abc/"})
    assert done["Location"] == "/m/abc/"
    nadja = Player.objects.get(email=NEW)
    assert (nadja.display_name, nadja.time_zone, nadja.zone_confirmed) == ("Nadja", "Europe/Riga", True)


@pytest.mark.parametrize("signup", ["closed", "invitation", "open"])
def test_nobody_can_tell_whether_an_address_is_known_invited_or_a_second_one(settings, signup):
    settings.SIGNUP = signup
    invited()
    addresses.add(person("alice"), "second@example.org", NOON)
    Player.objects.create_user("barred@example.org", is_active=False)
    answers = []
    for email in ("alice@example.org", "nosey@example.org", NEW, "second@example.org", "barred@example.org"):
        client = Client()
        with CaptureQueriesContext(connection) as queries:
            asked = ask(client, email)
            shown, wrong = client.get(CODE), client.post(CODE, {"code": "WRONGONE"})
        pages = [without_tokens(one).replace(email.encode(), b"") for one in (shown, wrong)]
        cookies = sorted((name, len(one.value)) for name, one in client.cookies.items())
        verbs = sorted(one["sql"].split(" ", 1)[0] for one in queries)
        answers.append((asked.status_code, asked["Location"], pages, cookies, verbs))
    for answer in answers[1:]:
        assert answer == answers[0]


def test_the_mail_is_not_even_written_before_the_answer_is_out(client, monkeypatch):
    finish = Mock(side_effect=frame.finish)
    monkeypatch.setattr(frame, "finish", finish)
    ask(client)
    assert finish.call_count == 0
    assert emails() and finish.call_count == 1


def test_the_sign_in_page_says_how_one_gets_an_account(client, settings):
    told = {}
    for settings.SIGNUP in ("closed", "invitation", "open"):
        told[settings.SIGNUP] = Page.of(client.get(LOGIN)).words
    assert "Only the site's operators can create new accounts" in told["closed"]
    assert "If you were invited to a match" in told["invitation"]
    assert "the code creates your account" in told["open"]


# --- the first operator


def test_the_first_operator_is_made_known_or_new(capsys):
    call_command("first_admin", "alice@example.org")
    assert person("alice").is_operator and person("alice").is_staff and not person("alice").is_moderator
    assert "/accounts/login/" in capsys.readouterr().out
    assert not Player.objects.exclude(email="alice@example.org").filter(is_operator=True).exists()


def test_a_stranger_becomes_one_and_signs_in_although_the_site_is_closed(client, settings):
    settings.SIGNUP = "closed"
    call_command("first_admin", "Ops@example.org", verbosity=0)
    ask(client, "ops@example.org")
    client.post(CODE, {"code": mailed()})
    assert is_signed_in(client)


@pytest.mark.parametrize(("before", "address"), [(["alice@example.org"], "bob@example.org"), ([], "nobody")])
def test_there_is_one_first_and_it_has_an_address(before, address):
    for one in before:
        call_command("first_admin", one)
    with pytest.raises(CommandError):
        call_command("first_admin", address)
    assert Player.objects.filter(is_operator=True).count() == len(before)


def test_a_demo_has_an_operator_once():
    operator = appoint()
    assert operator is not None and operator.email == "host@demo.invalid"
    with at(SOON):
        assert appoint() is None
