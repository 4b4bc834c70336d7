"""Signing in by a service of the host's, a real one on loopback: who gets in, and who doesn't."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from urllib.parse import parse_qsl, urlsplit

import jwt
import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.apps import apps
from django.conf import settings as site
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.infra import outgoing
from games.infra.outgoing import Fault, NotReached
from games.models import AccountChange, AccountChangeKind, Outbox, Player
from games.players import addresses, openid, revocation
from games.rules.kernel.refusal import Refused
from games.web.account import openid_refused
from tests.kit.cast import browser, person
from tests.kit.openid_service import CLIENT, SECRET, Claims, Service, new_key, openid_service
from tests.kit.second_factor import app_code, with_app

pytestmark = pytest.mark.django_db
START, BACK = "/accounts/openid/", "/accounts/openid/back/"
ANNA = {"sub": "anna-1", "email": "anna@example.org", "email_verified": True, "name": "Anna"}


@pytest.fixture(scope="module")
def key():
    return new_key()


@pytest.fixture
def service(settings, key) -> Iterator[Service]:
    with openid_service(f"{site.SITE_URL}{BACK}", key) as found:
        settings.OIDC_ISSUER, settings.OIDC_NAME = found.issuer, "Tuesday Club"
        settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = CLIENT, SECRET
        settings.OUTGOING_TEST_PORTS = frozenset({urlsplit(found.issuer).port})
        settings.SIGNUP = "open"
        found.person = dict(ANNA)
        yield found


def to_the_service(client: Client, then: str = "/") -> str:
    """Follow the button, and the service's answer; give where that leads."""
    sent = client.get(START, {"next": then})
    assert sent.status_code == 302, sent.content.decode()
    url = urlsplit(sent["Location"])
    assert f"{url.scheme}://{url.netloc}" == site.OIDC_ISSUER
    wire = http.client.HTTPConnection(url.netloc, timeout=10)
    wire.request("GET", f"{url.path}?{url.query}")
    back = wire.getresponse().getheader("Location")
    wire.close()
    assert back
    return back


def came_back(client: Client, back: str):
    url = urlsplit(back)
    return client.get(url.path, dict(parse_qsl(url.query)))


def sign_in(client: Client | None = None, then: str = "/"):
    client = client or Client()
    return came_back(client, to_the_service(client, then))


def is_in(client: Client) -> str:
    return client.session.get("_auth_user_id", "")


def refused(answer, code: str = "failed") -> None:
    """Check that somebody got a plain page and nothing else."""
    assert answer.status_code == 403, answer.content.decode()
    said = str(openid_refused.SENTENCES[code]) % {"service": "Tuesday Club"}
    assert said in answer.content.decode().replace("&#39;", "'")
    assert not SocialAccount.objects.exists()
    assert "_auth_user_id" not in answer.client.session
    assert "no-store" in answer["Cache-Control"]


def known(name: str = "anna") -> Player:
    """Give a player who has signed in here before."""
    player = person(name)
    Player.objects.filter(pk=player.pk).update(last_login=timezone.now())
    return player


# --- who gets in


def test_somebody_new_gets_an_account_and_is_asked_for_a_name(service):
    client = Client()
    answer = sign_in(client, "/hours/")
    player = Player.objects.get()
    assert (player.email, player.display_name) == ("anna@example.org", "")
    assert is_in(client) == str(player.pk)
    assert answer["Location"] == "/name/?next=%2Fhours%2F"
    connected = SocialAccount.objects.get()
    assert (connected.user, connected.provider, connected.uid) == (player, service.issuer, "anna-1")
    assert connected.extra_data == {} and not SocialToken.objects.exists()
    assert not AccountChange.objects.exists()
    assert {path for path, _ in service.asked} == {
        *("/.well-known/openid-configuration", "/authorize", "/token", "/keys")
    }


def test_a_known_player_gets_in_and_is_told_of_the_connection_once(service):
    player = known()
    client = Client()
    assert sign_in(client, "/hours/")["Location"] == "/hours/"
    assert is_in(client) == str(player.pk)
    assert [one.kind for one in AccountChange.objects.all()] == [AccountChangeKind.SERVICE_CONNECTED]
    assert [one.to for one in Outbox.objects.filter(kind=AccountChangeKind.SERVICE_CONNECTED)] == [
        "anna@example.org"
    ]
    again = Client()
    sign_in(again)
    assert is_in(again) == str(player.pk)
    assert AccountChange.objects.count() == SocialAccount.objects.count() == 1


def test_later_only_their_name_at_the_service_counts(service):
    player = known()
    sign_in()
    service.person = {**ANNA, "email": "bob@example.org", "email_verified": False}
    known("bob")
    client = Client()
    sign_in(client)
    assert is_in(client) == str(player.pk)


def test_a_further_address_that_was_confirmed_here_counts_too(service):
    player = known("zoe")
    addresses.add(player, "anna@example.org", timezone.now())
    client = Client()
    sign_in(client)
    assert is_in(client) == str(player.pk)


def test_the_session_ends_with_the_browser_and_is_a_new_one(service):
    client = Client()
    client.get(START)
    before = client.session.session_key
    sign_in(client)
    assert client.session.session_key != before
    assert client.session.get_expire_at_browser_close()


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_it_leads_nowhere_else(service, elsewhere):
    known()
    assert sign_in(then=elsewhere)["Location"] == "/"


def test_who_is_signed_in_has_no_need_of_it(service):
    known()
    assert browser("anna").get(START)["Location"] == "/"


def test_the_sign_in_page_has_the_button_and_its_policy_stays(service):
    page = Client().get("/accounts/login/", {"next": "/hours/"})
    text = page.content.decode()
    assert "Sign in with Tuesday Club" in text and f'href="{START}?next=%2Fhours%2F"' in text
    assert "form-action 'self'" in page["Content-Security-Policy"]
    assert service.issuer not in text and service.issuer not in page["Content-Security-Policy"]


# --- a site without one


def test_a_site_without_a_service_has_neither_button_nor_pages(client):
    assert "openid" not in client.get("/accounts/login/").content.decode()
    nowhere = client.get("/nowhere/")
    for path in (START, BACK):
        found = client.get(path)
        assert found.status_code == 404 and found.content == nowhere.content


# --- whose address isn't shown


@pytest.mark.parametrize("verified", [False, None, "true", 1, "yes"])
def test_an_address_that_is_not_verified_opens_nothing(service, verified):
    known()
    service.person["email_verified"] = verified
    refused(sign_in(), "address_not_verified")


@pytest.mark.parametrize("address", ["", "no address", "a@b", None, "anna@example.org\nbob@example.org"])
def test_what_is_no_address_opens_nothing(service, address):
    service.person["email"] = address
    refused(sign_in(), "address_not_verified")
    assert not Player.objects.exists()


def test_an_account_nobody_has_signed_in_to_is_not_taken_over(service):
    player = person("anna")  # made by the host, say, who may have mistyped the address
    refused(sign_in(), "code_first")
    assert player.last_login is None


def test_an_unconfirmed_further_address_of_somebody_else_gives_no_way_in(service):
    eve = known("eve")
    rows = apps.get_model("account", "EmailAddress").objects
    rows.create(user=eve, email="anna@example.org", verified=False)
    client = Client()
    sign_in(client)
    assert is_in(client) not in ("", str(eve.pk))


@pytest.mark.parametrize("signup", ["closed", "invitation"])
def test_strangers_stay_out_where_sign_up_is_not_open(service, settings, signup):
    settings.SIGNUP = signup
    refused(sign_in(), "not_to_join")
    assert not Player.objects.exists()


def test_deactivated_accounts_stay_out_connected_or_not(service):
    player = known()
    Player.objects.update(is_active=False)
    refused(sign_in(), "not_to_join")
    SocialAccount.objects.create(user=player, provider=service.issuer, uid="anna-1")
    client = Client()
    assert sign_in(client)["Location"] == "/accounts/login/"
    assert not is_in(client)


# --- the second factor stays


def test_who_has_a_second_factor_is_asked_for_it(service):
    known()
    player = with_app("anna")
    client = Client()
    answer = sign_in(client, "/hours/")
    assert answer["Location"].startswith("/accounts/2fa/authenticate/") and not is_in(client)
    done = client.post(answer["Location"], {"code": app_code()})
    assert done["Location"] == "/hours/" and is_in(client) == str(player.pk)


@pytest.mark.parametrize("role", ["is_moderator", "is_operator"])
def test_staff_without_one_do_not_get_into_their_rooms(service, role):
    player = known()
    Player.objects.filter(pk=player.pk).update(**{role: True})
    client = Client()
    sign_in(client)
    assert is_in(client) == str(player.pk)
    assert client.get("/admin/")["Location"] == f"{reverse('mfa_index')}?staff"


def test_a_sign_in_there_is_no_typed_code_here(service):
    known()
    client = Client()
    sign_in(client)
    assert client.post("/addresses/", {"say": "add", "email": "x@example.org"})["Location"].startswith(
        "/accounts/who/"
    )


def test_undoing_takes_new_connections_along_and_leaves_old_ones(service):
    player, now = known(), timezone.now()
    sign_in()
    revocation.revoke(player, now + timedelta(minutes=1), now + timedelta(minutes=1))
    assert SocialAccount.objects.count() == 1
    revocation.revoke(player, now, now + timedelta(minutes=1))
    assert not SocialAccount.objects.exists()


# --- forgeries

SAID: dict[str, Callable[[Claims], Claims]] = {
    "for another sign-in": lambda right: right | {"nonce": "another"},
    "without a nonce": lambda right: {name: one for name, one in right.items() if name != "nonce"},
    "with an empty nonce": lambda right: right | {"nonce": ""},
    "by another issuer": lambda right: right | {"iss": "https://id.example.org"},
    "for another program": lambda right: right | {"aud": "another-site"},
    "for several, meant for another": lambda right: right | {"aud": [CLIENT, "other"], "azp": "other"},
    "for several, meant for nobody": lambda right: right | {"aud": [CLIENT, "other"]},
    "expired": lambda right: right | {"exp": int(time.time()) - 120, "iat": int(time.time()) - 500},
    "from the future": lambda right: right | {"iat": int(time.time()) + 3600},
    "not yet valid": lambda right: right | {"nbf": int(time.time()) + 3600},
    "without an end": lambda right: {name: one for name, one in right.items() if name != "exp"},
    "of nobody": lambda right: right | {"sub": ""},
    "without a subject": lambda right: {name: one for name, one in right.items() if name != "sub"},
    "of a number": lambda right: right | {"sub": 7},
    "of a name too long": lambda right: right | {"sub": "x" * 192},
}


@pytest.mark.parametrize("twist", SAID.values(), ids=SAID)
def test_a_token_that_says_something_else_opens_nothing(service, twist):
    known()
    service.claims = twist
    refused(sign_in())


def with_no_algorithm(claims: Claims, key) -> str:
    return jwt.encode(claims, None, "none")


def with_the_public_key_as_a_secret(claims: Claims, key) -> str:
    """Sign with what everybody can read, as if it were a secret that only two know."""
    head = {"alg": "HS256", "typ": "JWT", "kid": "one"}
    return by_hand(head, claims, json.dumps(Service(key=key).keys()).encode())


def with_the_clients_secret(claims: Claims, key) -> str:
    return by_hand({"alg": "HS256", "kid": "one"}, claims, SECRET.encode())


def by_hand(head: Claims, claims: Claims, secret: bytes) -> str:
    import base64
    import hmac

    def spelled(content: bytes) -> str:
        return base64.urlsafe_b64encode(content).decode().rstrip("=")

    signed = ".".join(spelled(json.dumps(one).encode()) for one in (head, claims))
    return f"{signed}.{spelled(hmac.digest(secret, signed.encode(), 'sha256'))}"


def with_another_key(claims: Claims, key) -> str:
    return jwt.encode(claims, new_key(), "RS256", headers={"kid": "one"})


def with_an_unknown_key(claims: Claims, key) -> str:
    return jwt.encode(claims, key, "RS256", headers={"kid": "two"})


def with_a_key_of_its_own_in_it(claims: Claims, key) -> str:
    mine = new_key()
    return jwt.encode(claims, mine, "RS256", headers={"jwk": Service(key=mine).keys()["keys"][0]})


def with_no_signature(claims: Claims, key) -> str:
    return jwt.encode(claims, key, "RS256", headers={"kid": "one"}).rpartition(".")[0] + "."


SIGNED = [
    with_no_algorithm,
    with_the_public_key_as_a_secret,
    with_the_clients_secret,
    with_another_key,
    with_an_unknown_key,
    with_a_key_of_its_own_in_it,
    with_no_signature,
    lambda claims, key: "",
    lambda claims, key: "a.b.c",
    lambda claims, key: None,
]


@pytest.mark.parametrize("sign", SIGNED)
def test_a_token_that_is_signed_otherwise_opens_nothing(service, sign):
    known()
    service.sign = sign
    refused(sign_in())


# --- the way there and back


def test_a_way_back_works_once(service):
    known()
    client = Client()
    back = to_the_service(client)
    came_back(client, back)
    assert is_in(client)
    client.post("/accounts/logout/")
    answer = came_back(client, back)
    assert answer.status_code == 403 and not is_in(client)


def test_a_way_back_is_of_no_use_in_another_browser(service):
    known()
    refused(came_back(Client(), to_the_service(Client())))


@pytest.mark.parametrize("state", ["", "x" * 16, None])
def test_a_way_back_without_its_state_leads_nowhere(service, state):
    known()
    client = Client()
    query = dict(parse_qsl(urlsplit(to_the_service(client)).query))
    told = {**query, "state": state} if state is not None else {"code": query["code"]}
    refused(client.get(BACK, told))


def test_a_code_of_one_sign_in_is_of_no_use_in_another(service):
    """Another person's code, slipped into this browser's way back: PKCE and the nonce refuse it."""
    known()
    theirs = dict(parse_qsl(urlsplit(to_the_service(Client())).query))
    client = Client()
    mine = dict(parse_qsl(urlsplit(to_the_service(client)).query))
    refused(client.get(BACK, {**mine, "code": theirs["code"]}))


def test_a_way_back_is_too_late_after_ten_minutes(service, monkeypatch):
    known()
    client = Client()
    back = to_the_service(client)
    later = time.time() + 601
    monkeypatch.setattr("allauth.socialaccount.internal.statekit.time.time", lambda: later)
    refused(came_back(client, back))


@pytest.mark.parametrize(("error", "code"), [("access_denied", "cancelled"), ("server_error", "failed")])
def test_who_is_sent_back_with_an_error_reads_so(service, error, code):
    client = Client()
    query = dict(parse_qsl(urlsplit(to_the_service(client)).query))
    refused(client.get(BACK, {"state": query["state"], "error": error, "error_description": "<b>"}), code)


# --- a service that is broken, or wants to lead us elsewhere


@pytest.mark.parametrize(
    "answer",
    [(500, b""), (302, b""), *((200, one) for one in (b"", b"[]", b'"x"', b'{"access_token": 1}', b"\xff"))],
)
def test_a_service_that_answers_oddly_signs_nobody_in(service, answer):
    service.token_answer = answer
    refused(sign_in())


@pytest.mark.parametrize(
    "twist",
    [
        lambda right: right | {"issuer": "https://id.example.org"},
        lambda right: {"issuer": right["issuer"]},
        lambda right: right | {"authorization_endpoint": 7},
        lambda right: [],
    ],
)
def test_a_service_that_describes_itself_oddly_is_not_asked(service, twist):
    service.describe = twist
    refused(Client().get(START))


@pytest.mark.parametrize("inner", ["http://127.0.0.1:1/keys", "https://10.0.0.1/keys", "file:///etc/passwd"])
def test_a_service_leads_us_into_no_network_of_ours(service, inner):
    service.describe = lambda right: right | {"jwks_uri": inner}
    refused(sign_in())


def test_a_service_that_is_away_is_a_plain_page(service, settings):
    settings.OIDC_ISSUER = "http://127.0.0.1:1"
    refused(Client().get(START))


def test_a_service_of_the_hosts_may_be_inside_and_nothing_else(settings):
    settings.OUTGOING_TEST_PORTS = frozenset()
    ours = "https://id.internal:9443/realms/club"
    assert outgoing.destination("https://id.internal:9443/token", ours=ours).may_be_inside
    for other in ("https://id.internal/token", "http://id.internal:9443/token", "https://db.internal:9443/"):
        with pytest.raises(NotReached) as fault:
            outgoing.destination(other, ours=ours)
        assert fault.value.fault == Fault.ADDRESS
    assert not outgoing.destination("https://example.org/keys", ours=ours).may_be_inside


def test_too_many_beginnings_are_refused(service, settings):
    settings.LIMITS = {**settings.LIMITS, "sign-ins by a service from an address": (2, 600)}
    client = Client()
    assert [client.get(START).status_code for _ in range(3)] == [302, 302, 429]


# --- what is kept, said and logged


def test_nothing_of_it_is_logged(service, log):
    known()
    client = Client()
    back = to_the_service(client)
    came_back(client, back)
    service.claims = SAID["for another sign-in"]
    sign_in()
    written = log.getvalue()
    query = dict(parse_qsl(urlsplit(back).query))
    assert "openid_sign_in_failed" in written and "another sign-in" in written
    for secret in (query["code"], query["state"], SECRET, "anna@", "anna-1"):
        assert secret not in written


@pytest.mark.parametrize("language", ["en", "ru", "pt-br"])
def test_pages_that_refuse_are_in_three_languages(service, language):
    service.person["email_verified"] = False
    client = Client(headers={"Accept-Language": language})
    page = sign_in(client)
    with translation.override(language):
        said = str(openid_refused.SENTENCES["address_not_verified"]) % {"service": "Tuesday Club"}
    assert said in page.content.decode().replace("&#39;", "'")
    if language != "en":
        with translation.override("en"):
            assert str(openid_refused.SENTENCES["address_not_verified"])[:20] not in said


def test_every_refusal_has_its_sentence(service):
    assert set(openid_refused.SENTENCES) >= {"failed", "cancelled", "address_not_verified", "code_first"}
    with pytest.raises(Refused) as raised:
        openid.find_or_connect("issuer", {"sub": "x"}, "en", timezone.now())
    assert raised.value.code in openid_refused.SENTENCES


def test_two_at_once_make_one_connection(service):
    player = known()
    first, second = Client(), Client()
    ways = [(one, to_the_service(one)) for one in (first, second)]
    for client, back in ways:
        came_back(client, back)
    assert is_in(first) == is_in(second) == str(player.pk)
    assert SocialAccount.objects.count() == 1 and not Authenticator.objects.exists()
