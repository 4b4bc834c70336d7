"""Tokens: made once, used by programs, counted, limited, and ended with whatever ends a session."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import URLPattern

from games.api.application import schema, urlpatterns
from games.api.page import METHODS
from games.models import AccountChangeKind, ApiToken, Player, Purpose, Scope
from games.ops import upkeep
from games.players import account_changes, addresses, api_tokens, delete
from games.rules.kernel.refusal import Refused
from tests.kit.account_mails import emails
from tests.kit.cast import NOON, SOON, at, browser, match_of, person
from tests.kit.mailed_links import link_for
from tests.kit.opened_links import post
from tests.kit.programs import Program, program, token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
PAGE = "/api-access/"


def endpoints() -> list[tuple[str, str, str]]:
    """List every endpoint: its method, its path, and the scope it needs."""
    return [
        (method.upper(), path.removeprefix("/api/v1/"), operations[method]["x-scope"])
        for path, operations in schema()["paths"].items()
        for method in METHODS
        if method in operations
    ]


ENDPOINTS = endpoints()


def filled(path: str, match: str) -> str:
    return path.replace("{match_id}", match).replace("{game}", "quartz")


# --- what a token opens


def test_every_endpoint_is_in_the_schema_and_asks_for_a_token():
    routes = {re.sub(r"<(\w+)>", r"{\1}", str(one.pattern)) for one in urlpatterns}
    assert routes == {path for _, path, _ in ENDPOINTS} and len(ENDPOINTS) > 20
    assert all(isinstance(one, URLPattern) for one in urlpatterns)
    assert {scope for _, _, scope in ENDPOINTS} == {*Scope.values, "any"}


@pytest.mark.parametrize("has", ["", *Scope.values])
def test_a_token_of_one_scope_opens_its_endpoints_and_no_other(has):
    found = match_of()
    mine = program("alice", has) if has else Program("")
    for method, path, needs in ENDPOINTS:
        got = mine.ask(method, filled(path, found.public_id), None if method == "GET" else {})
        if not has:
            assert (got.status_code, got["WWW-Authenticate"]) == (401, "Bearer")
        elif needs in (has, "any"):
            assert got.status_code not in (401, 403), (method, path)
        else:
            assert got.status_code == 403, (method, path)
            assert got.json()["error"]["details"] == {"scope": needs}


def test_a_session_opens_nothing_and_a_cookie_changes_nothing():
    found, client = match_of(), browser("alice")
    for method, path, _ in ENDPOINTS:
        got = client.generic(method, f"/api/v1/{filled(path, found.public_id)}")
        assert got.status_code == 401 and not got.cookies
    Player.objects.filter(email="bob@example.org").update(language="ru")
    secret = token("alice")[1]
    with_cookie = browser("bob", HTTP_AUTHORIZATION=f"Bearer {secret}").get("/api/v1/me").json()
    assert with_cookie["name"] == "Alice"


@pytest.mark.parametrize("scheme", ["bearer", "BEARER", "Bearer"])
def test_the_name_of_the_scheme_may_be_written_in_any_case(scheme):
    assert Client(HTTP_AUTHORIZATION=f"{scheme} {token('alice')[1]}").get("/api/v1/me").status_code == 200


@pytest.mark.parametrize("change", ["", "x", "QBM", "basic", "none", "other", "cut"])
def test_what_is_no_token_opens_nothing(change):
    secret = token("alice")[1]
    told = {
        "": "",
        "x": f"Bearer {secret}x",
        "QBM": f"Bearer {secret.upper()}",
        "basic": f"Basic {secret}",
        "none": secret,
        "other": f"Bearer {api_tokens.PREFIX}{'a' * 52}",
        "cut": f"Bearer {secret[:-1]}",
    }[change]
    got = Client(HTTP_AUTHORIZATION=told).get("/api/v1/me")
    assert got.status_code == 401 and got.json()["error"]["code"] == "no_token"


@pytest.mark.parametrize(
    "where", ["?token={}", "?access_token=x", "?q={}", "/{}", "?a=%71bm_{}", "?API_KEY=1"]
)
def test_an_address_never_takes_a_token(where):
    secret = token("alice")[1]
    got = program("alice").ask("GET", "me" + where.format(secret))
    assert (got.status_code, got.json()["error"]["code"]) == (400, "token_in_address")
    assert "no-store" in got["Cache-Control"]


def test_a_request_in_clear_is_neither_answered_nor_led_on(settings):
    settings.SITE_URL, settings.SECURE_SSL_REDIRECT = "https://testserver", True
    mine = program("alice")
    got = mine.ask("GET", "me")
    assert (got.status_code, got.json()["error"]["code"]) == (403, "in_clear")
    assert Program(token("bob")[1], HTTP_X_FORWARDED_PROTO="https").ask("GET", "me").status_code == 403
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert Program(token("bob")[1], HTTP_X_FORWARDED_PROTO="https").ask("GET", "me").status_code == 200


def test_being_staff_gives_a_token_nothing():
    found = match_of()
    eve = person("eve")
    Player.objects.filter(pk=eve.pk).update(is_moderator=True, is_operator=True)
    theirs = program("eve")
    for part in ("", "/questions", "/log", "/talk", "/orders"):
        assert theirs.refused("GET", f"matches/{found.public_id}{part}") == (404, "not_found")
    staff = Client(HTTP_AUTHORIZATION=f"Bearer {token('eve')[1]}").get("/admin/")
    assert staff["Location"].startswith("/accounts/login/")


def test_answers_are_stored_by_nobody_and_are_json_whatever_goes_wrong():
    mine = program("alice")
    for method, path, status in [
        ("GET", "me", 200),
        ("GET", "nothing/here", 404),
        ("DELETE", "me", 405),
        ("POST", "matches", 422),
    ]:
        got = mine.ask(method, path)
        assert (got.status_code, got["Content-Type"][:16]) == (status, "application/json")
        assert "no-store" in got["Cache-Control"]
    assert mine.ask("DELETE", "me")["Allow"] == "GET"
    assert mine.refused("POST", "matches", "{no json") == (400, "unreadable")
    assert mine.refused("POST", "matches", '{"seats": NaN}') == (400, "unreadable")
    assert mine.refused("POST", "matches", "[" * 100_000) == (400, "unreadable")
    assert mine.refused("POST", "matches", " " * 300_000) == (413, "too_large")


# --- how it is counted, limited and ended


def test_each_use_is_counted_also_one_that_is_refused():
    kept, secret = token("alice", Scope.PLAY)
    mine = Program(secret, REMOTE_ADDR="10.1.2.3")
    for path in ("me", "matches", "me"):
        mine.ask("GET", path)
    kept.refresh_from_db()
    assert (kept.uses, kept.last_used_at, kept.last_address) == (3, SOON, "10.1.2.3")


def test_a_token_has_a_limit_of_its_own_each_minute(settings):
    settings.LIMITS = settings.LIMITS | {"uses of a token": (2, 60)}
    mine, other = program("alice"), program("alice")
    assert [mine.ask("GET", "me").status_code for _ in range(3)] == [200, 200, 429]
    got = mine.ask("GET", "me")
    assert 0 < int(got["Retry-After"]) <= 60 and got.json()["error"]["code"] == "too_many"
    assert other.ask("GET", "me").status_code == 200
    with at(SOON + timedelta(minutes=1)):
        assert mine.ask("GET", "me").status_code == 200


def test_guessing_is_limited_by_address_and_holds_up_nobody_else(settings):
    settings.LIMITS = settings.LIMITS | {"refused tokens from an address": (2, 60)}
    guess = Program(f"{api_tokens.PREFIX}{'b' * 52}", REMOTE_ADDR="10.9.9.9")
    assert [guess.ask("GET", "me").status_code for _ in range(3)] == [401, 401, 429]
    assert program("alice", REMOTE_ADDR="10.9.9.9").ask("GET", "me").status_code == 200
    assert Program(guess.client.defaults["HTTP_AUTHORIZATION"][7:]).ask("GET", "me").status_code == 401


def test_a_token_ends_on_its_day_and_is_forgotten_a_month_later():
    kept, secret = token("alice", days=30, now=NOON)
    mine = Program(secret)
    with at(NOON + timedelta(days=30, seconds=-1)):
        assert mine.ask("GET", "me").status_code == 200
    with at(NOON + timedelta(days=30)):
        assert mine.ask("GET", "me").status_code == 401
    upkeep.prune(NOON + timedelta(days=59))
    assert ApiToken.objects.filter(pk=kept.pk).exists()
    upkeep.prune(NOON + timedelta(days=61))
    assert not ApiToken.objects.exists()


def test_one_is_revoked_and_the_others_stay():
    first, second = program("alice"), program("alice")
    numbers = [one.pk for one in ApiToken.objects.order_by("pk")]
    browser("bob").post(PAGE, {"say": "revoke", "token": numbers[0]})
    assert first.ask("GET", "me").status_code == 200
    browser("alice").post(PAGE, {"say": "revoke", "token": numbers[0]})
    assert (first.ask("GET", "me").status_code, second.ask("GET", "me").status_code) == (401, 200)


def moved() -> None:
    addresses.add(person("alice"), "alice@second.example", NOON)
    addresses.make_main(person("alice"), "alice@second.example", SOON, but="this browser")


def undone() -> None:
    change = account_changes.note(person("alice"), AccountChangeKind.ADDRESS_ADDED, NOON)
    addresses.put_back(change, SOON)


def deactivated() -> None:
    Player.objects.filter(email="alice@example.org").update(is_active=False)


def deleted() -> None:
    delete.farewell(person("alice"), SOON)


@pytest.mark.parametrize("end", [moved, undone, deactivated, deleted], ids=lambda end: end.__name__)
def test_what_ends_sessions_ends_tokens(end):
    match_of()
    mine, other = program("alice"), program("bob")
    end()
    assert mine.ask("GET", "me").status_code == 401
    assert other.ask("GET", "me").status_code == 200


def test_this_was_not_me_ends_tokens():
    seat = match_of().seats.get(number=0)
    mine = program("alice")
    post(link_for(seat, Purpose.NOT_ME), do="not_me")
    assert mine.ask("GET", "me").status_code == 401


# --- where it is kept


def test_a_row_holds_nothing_that_opens_anything():
    kept, secret = token("alice")
    assert secret not in str(ApiToken.objects.filter(pk=kept.pk).values()) and secret[-4:] == kept.ending
    assert re.fullmatch(r"[0-9a-f]{64}", kept.digest) and secret not in repr(kept)


def test_no_log_holds_a_token_whatever_is_asked(log, settings):
    secret = token("alice")[1]
    mine = Program(secret)
    for method, path in [("GET", "me"), ("GET", f"me?token={secret}"), ("GET", secret), ("PATCH", "me")]:
        mine.ask(method, path)
    mine.ask("POST", "matches", secret)
    Client().get(f"/{secret}?{secret}")
    import structlog

    structlog.get_logger("test").error(f"it failed with Bearer {secret}")
    written = log.getvalue()
    assert "api/v1/me" in written and "it failed" in written
    assert secret not in written and secret[4:] not in written


# --- the page


def made(client: Client, **said: object) -> str:
    """Make a token on the page; return its secret."""
    told = {"say": "make", "name": "my bot", "scope": ["read"], "days": "90", "key": "k"} | said
    got = client.post(PAGE, told)
    assert got.status_code == 200, got.content
    (secret,) = re.findall(api_tokens.SHAPE.pattern, got.content.decode())
    return secret


def test_a_secret_is_shown_once_and_every_address_is_told():
    client = browser("alice")
    secret = made(client)
    assert Program(secret).get("me")["scopes"] == ["read"]
    again = client.get(PAGE).content.decode()
    assert secret not in again and secret[-4:] in again and "my bot" in again
    assert [one.subject for one in emails()] == ["An API token was created for your account"]


def test_the_same_press_twice_leaves_one_token_that_was_seen():
    client = browser("alice")
    first, second = made(client), made(client)
    assert Program(first).ask("GET", "me").status_code == 401
    assert Program(second).ask("GET", "me").status_code == 200
    assert ApiToken.objects.count() == 1 and len(emails()) == 1


@pytest.mark.parametrize(
    "said",
    [{"name": ""}, {"name": "x" * 61}, {"scope": []}, {"scope": ["admin"]}, {"days": "7"}, {"days": "x"}],
)
def test_what_makes_no_token(said):
    got = browser("alice").post(PAGE, {"say": "make", "name": "n", "scope": ["read"], "days": "90"} | said)
    assert got.status_code == 422 and not ApiToken.objects.exists()


def test_there_are_twenty_at_most():
    for _ in range(api_tokens.MOST):
        ApiToken.objects.create(
            player=person("alice"), name="one", digest=str(_), key=str(_), ending="aaaa", scopes=["read"]
        )
    with pytest.raises(Refused, match="too_many_tokens"):
        token("alice")
