"""Signing in by an emailed code, and out again."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import ApiToken, Outbox, Player
from games.players import accounts
from tests.kit.account_mails import emails, mailed
from tests.kit.cast import NOON, Page, at, browser, person
from tests.kit.programs import Program, token
from tests.kit.sign_in import CODE, LOGIN, ask, is_signed_in, without_tokens

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon():
    person("alice")
    with at(NOON):
        yield


def test_a_player_gets_a_code_types_it_and_is_in(client):
    assert client.get(LOGIN).status_code == 200
    assert ask(client)["Location"] == CODE
    assert emails()[0].to == ["alice@example.org"]
    assert mailed() in emails()[0].subject, "it works in this browser alone"
    assert client.get(CODE).status_code == 200
    assert client.post(CODE, {"code": mailed()})["Location"] == "/"
    assert is_signed_in(client)


@pytest.mark.parametrize(
    "spelled", [str.lower, lambda code: code.replace("-", " "), lambda code: f" {code} "]
)
def test_however_it_is_spelled(client, spelled):
    ask(client, "ALICE@example.org")
    client.post(CODE, {"code": spelled(mailed())})
    assert is_signed_in(client)


def test_an_unknown_address_is_answered_alike_with_as_many_queries_and_no_mail():
    answers = []
    for email in ("alice@example.org", "nosey@example.org"):
        client = Client()
        with CaptureQueriesContext(connection) as queries:
            asked = ask(client, email)
            shown, wrong = client.get(CODE), client.post(CODE, {"code": "WRONGONE"})
        pages = [without_tokens(one).replace(email.encode(), b"") for one in (shown, wrong)]
        answers.append((asked.status_code, asked["Location"], pages, len(queries)))
    assert answers[0] == answers[1]
    assert len(emails()) == 1


def test_neither_mail_server_nor_account_has_a_part_in_the_answer(client, monkeypatch):
    """What is asked of the database is the same to the letter, and nobody speaks to the mail server."""
    monkeypatch.setattr("django.core.mail.get_connection", lambda *_: pytest.fail("spoke to the mail server"))
    barred = person("bob")
    Player.objects.filter(pk=barred.pk).update(is_active=False)
    asked = []
    for email in ("alice@example.org", "bob@example.org", "nosey@example.org"):
        with CaptureQueriesContext(connection) as queries:
            ask(Client(), email)
        said = [one["sql"] for one in queries if "SAVEPOINT" not in one["sql"]]
        asked.append([re.sub(r"'[^']*'|\b[0-9]+\b", "?", one) for one in said])
        assert not any("games_player" in one or "account_emailaddress" in one for one in asked[-1])
    assert asked[0] == asked[1] == asked[2]
    (first, *others) = Outbox.objects.order_by("pk")
    assert [one.kind for one in others] == [first.kind] * 2 and not first.rendered


def test_no_page_speaks_to_the_mail_server():
    """Only the line does, for the worker; the rest that knows of emails writes them."""
    root = Path(__file__).resolve().parents[3] / "games"
    knows = {path.relative_to(root) for path in root.rglob("*.py") if "core.mail" in imports_of(path)}
    asked_by_hosts = ("ops", "doctor")
    assert {path.parts[:2] for path in knows} == {("mail", "send"), ("mail", "compose"), asked_by_hosts}
    named = {path for path in knows if re.search("core import mail|get_connection", imports_of(root / path))}
    assert named == {Path("mail/send/connection.py"), Path("ops/doctor/email.py")}


def imports_of(path: Path) -> str:
    lines = [line for line in path.read_text().splitlines() if re.match(r"\s*(from|import) ", line)]
    return "\n".join(lines).replace("django.core import mail", "django.core import mail  # core.mail")


def test_a_crash_loses_no_code(client, monkeypatch):
    ask(client)
    monkeypatch.setattr("games.mail.send.outbox.deliver", lambda message, server: 1 / 0)
    assert not emails()
    monkeypatch.undo()
    with at(NOON + timedelta(minutes=1)):
        assert client.post(CODE, {"code": mailed()})["Location"] == "/"


def test_a_mail_server_that_is_away_is_not_told(client, monkeypatch):
    def fail(self, messages):
        raise OSError("alice@example.org refused")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)
    assert ask(client)["Location"] == CODE
    assert not emails() and Outbox.objects.get().error == "OSError"


def test_after_five_wrong_tries_the_right_code_is_worth_nothing(client):
    ask(client)
    wrong = [client.post(CODE, {"code": "BBBBBBBB"}).status_code for _ in range(5)]
    assert wrong == [422, 422, 422, 422, 410]
    assert client.post(CODE, {"code": mailed()}).status_code == 410
    assert not is_signed_in(client)


def test_after_ten_minutes_it_is_worth_nothing(client):
    ask(client)
    right = mailed()
    with at(NOON + timedelta(minutes=10, seconds=1)):
        assert client.post(CODE, {"code": right}).status_code == 410


def test_it_works_once_and_in_the_browser_that_asked(client):
    ask(client)
    assert Client().post(CODE, {"code": mailed()}).status_code == 410
    client.post(CODE, {"code": mailed()})
    client.post("/accounts/logout/")
    assert client.post(CODE, {"code": mailed()}).status_code == 410


def test_a_new_code_makes_the_old_one_worthless(client):
    ask(client)
    old = mailed()
    ask(client)
    assert client.post(CODE, {"code": old}).status_code == 422
    client.post(CODE, {"code": mailed()})
    assert is_signed_in(client)


def test_somebody_who_is_barred_gets_nothing(client):
    alice = person("alice")
    alice.is_active = False
    alice.save()
    ask(client)
    assert not emails()


def test_the_code_is_kept_nowhere_in_clear(client):
    ask(client)
    assert mailed().replace("-", "") not in str(dict(client.session.items()))


@pytest.mark.parametrize(
    ("asked", "led"),
    [("/m/abc/", "/m/abc/"), ("https://evil.example/", "/"), ("//evil.example", "/"), ("", "/")],
)
def test_it_leads_on_only_within_the_site(client, asked, led):
    ask(client, next=asked)
    assert client.post(CODE, {"code": mailed()})["Location"] == led


@pytest.mark.parametrize("email", ["", "no address", "a@b", "x" * 300 + "@example.org"])
def test_what_is_no_address_is_told(client, email):
    answer = ask(client, email)
    assert answer.status_code == 422
    assert "That isn't a valid email address." in Page.of(answer).words


def test_every_form_is_guarded(client):
    strict = Client(enforce_csrf_checks=True)
    for path in (LOGIN, CODE, "/accounts/logout/"):
        if path == "/accounts/logout/":
            strict = browser("alice", enforce_csrf_checks=True)
        assert strict.post(path, {}).status_code == 403


def test_signing_out_takes_a_press(client):
    alice = browser("alice")
    assert alice.get("/accounts/logout/").status_code == 405
    assert alice.post("/accounts/logout/")["Location"] == "/"
    assert not is_signed_in(alice)


def test_pages_are_kept_by_nobody_and_every_control_has_a_label(client):
    ask(client)
    for path in (LOGIN, CODE):
        answer = client.get(path)
        page = Page.of(answer)
        assert "no-store" in answer["Cache-Control"]
        assert {facts["id"] for facts in page.controls} <= page.labelled


def test_neither_code_nor_address_reaches_the_log(client, log):
    ask(client)
    client.post(CODE, {"code": mailed()})
    for secret in (mailed(), mailed().replace("-", ""), "alice@example.org"):
        assert secret not in log.getvalue()


def test_who_came_in_went_out_or_was_refused_is_in_the_log(client, log):
    ask(client)
    client.post(CODE, {"code": "BBBBBBBB"})
    client.post(CODE, {"code": mailed()})
    client.post("/accounts/logout/")
    events = [word for word in ("code_refused", "signed_in", "signed_out") if word in log.getvalue()]
    assert events == ["code_refused", "signed_in", "signed_out"]
    assert log.getvalue().count(str(person("alice").pk)) == 2


def test_signing_out_clears_what_the_browser_kept(client):
    alice = browser("alice")
    assert alice.post("/accounts/logout/")["Clear-Site-Data"] == '"storage"'


def test_a_browser_that_is_ones_own_is_remembered_and_any_other_until_it_is_closed(client):
    ask(client, remember="on")
    client.post(CODE, {"code": mailed()})
    assert client.session.get_expiry_age() == 90 * 24 * 3600
    assert not client.session.get_expire_at_browser_close()
    other = Client()
    ask(other)
    other.post(CODE, {"code": mailed()})
    assert other.session.get_expire_at_browser_close()


def test_one_sees_where_one_is_signed_in_and_signs_the_others_out(client):
    other = Client(headers={"user-agent": "A phone"})
    for one in (client, other):
        ask(one)
        one.post(CODE, {"code": mailed()})
    page = Page.of(client.get("/accounts/sessions/"))
    assert "A phone" in page.words and "this browser" in page.words
    assert client.post("/accounts/sessions/").status_code == 302
    assert client.get("/hours/").status_code == 200
    assert other.get("/hours/")["Location"].startswith("/accounts/login/")
    assert "Sign out everywhere else" not in Page.of(client.get("/accounts/sessions/")).words


@pytest.mark.parametrize("ticked", [False, True])
def test_signing_out_everywhere_else_asks_about_api_tokens(client, ticked):
    ask(client)
    client.post(CODE, {"code": mailed()})
    kept, secret = token("alice", days=30)
    token("alice", days=30, now=NOON - timedelta(days=40))  # it has ended, and is none to ask about
    token("bob")
    page = Page.of(client.get("/accounts/sessions/"))
    assert "1 API token" in page.words and "Sign out everywhere else" in page.words
    client.post("/accounts/sessions/", {"tokens": "on"} if ticked else {})
    assert ApiToken.objects.filter(pk=kept.pk).exists() is not ticked
    assert Program(secret).ask("GET", "me").status_code == (401 if ticked else 200)
    assert ApiToken.objects.filter(player=person("bob")).exists()


def test_who_has_no_token_is_not_asked_about_one(client):
    ask(client)
    client.post(CODE, {"code": mailed()})
    assert "API token" not in Page.of(client.get("/accounts/sessions/")).words


def test_the_mail_and_the_pages_speak_the_readers_language(client):
    alice = person("alice")
    alice.language = "ru"
    alice.save()
    ask(client)
    [code] = re.findall("[A-Z0-9]{4}-[A-Z0-9]{4}", str(emails()[-1].body))
    client.post(CODE, {"code": code})
    assert client.get("/hours/").headers["Content-Language"] == "ru"
    assert client.post("/language/", {"language": "tlh"}).status_code == 400
    assert client.post("/language/", {"language": "pt-br"})["Location"] == "/hours/?done=language#language"
    assert client.get("/hours/").headers["Content-Language"] == "pt-br"


@pytest.mark.parametrize("typed", ["alıce@kilns.example", "alice@kılns.example", "alice@\u212ailnſ.example"])
def test_a_code_for_alice_goes_nowhere_but_to_her_own_address(client, typed):
    """To a database that compares without case all of these are hers: the capital of ı is I."""
    Player.objects.update(email="alice@kilns.example")
    ask(client, typed)
    assert {address for one in emails() for address in one.to} <= {"alice@kilns.example"}


# --- a newcomer presses twice


def test_who_presses_twice_with_the_first_code_has_one_account(settings):
    settings.SIGNUP = "open"
    first, second = (accounts.join("zoe@example.org", "en") for _ in range(2))
    assert first == second and Player.objects.filter(email="zoe@example.org").count() == 1


def test_of_two_presses_at_once_the_later_finds_what_the_other_has_made(settings, monkeypatch):
    settings.SIGNUP = "open"
    there = Player.objects.create_user("zoe@example.org")
    really, answers = accounts.known, [None, None]  # nobody was there yet, both times it is asked
    monkeypatch.setattr(accounts, "known", lambda told: answers.pop() if answers else really(told))
    assert accounts.join("zoe@example.org", "en") == there
