"""Wrong codes keep no moderator out: who guesses runs out of tries, and passkey and open rooms stay."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from games.players import codes
from games.web.account import known_browsers
from tests.kit.account_mails import emails, mailed
from tests.kit.cast import NOON, Page, at, browser, match_of, person
from tests.kit.moderator import staff
from tests.kit.second_factor import AUTHENTICATE, app_code, with_app
from tests.kit.sign_in import CODE, LOGIN, ask

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
OWN = settings.LIMITS["codes to sign in with an address"][0]


def stranger(number: int) -> Client:
    return Client(REMOTE_ADDR=f"10.77.{number // 250}.{number % 250 + 1}")


def test_codes_asked_for_and_guessed_without_end_close_no_room(client):
    mo = staff()
    for number in range(12):
        guesser = stranger(number)
        guesser.post(LOGIN, {"email": person("mo").email})
        for code in ("AAAA-AAAA", "BBBB-BBBB"):
            guesser.post(CODE, {"code": code})
    assert mo.get("/admin/matches/").status_code == 200
    # A passkey asks for no email: it is tried, and counted, for where it comes from alone.
    passkey = stranger(4000).post("/accounts/2fa/webauthn/login/", {"credential": "{}"})
    assert passkey.status_code == 302 and "passkey" in passkey["Location"]
    person("mo").refresh_from_db()
    assert person("mo").is_active


def test_wrong_second_factors_are_counted_where_one_has_signed_in_already():
    mo = staff()
    ask(stranger(1), email="mo@example.org")
    for number in range(30):
        answer = stranger(number).post("/accounts/2fa/authenticate/", {"code": "000000"})
        assert answer.status_code == 302  # who hasn't typed the code from the email isn't asked
    assert mo.get("/admin/matches/").status_code == 200


def test_whoever_has_no_passkey_gets_codes_where_they_have_signed_in_before():
    """Strangers use up what is emailed to strangers; the owner's own browser asks on its own account."""
    mo = person("mo")
    with_app("mo", is_moderator=True)
    home = stranger(3000)
    ask(home, email=mo.email)
    home.post(CODE, {"code": mailed()})
    assert home.post(AUTHENTICATE, {"code": app_code()})["Location"] == "/"
    with at(NOON + timedelta(days=100)):
        assert home.get("/admin/").status_code != 200
        home.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        for number in range(OWN + 2):
            stranger(number).post(LOGIN, {"email": mo.email})
        assert letters_of(mailed()) == codes.LONG
        assert ask(home, email=mo.email)["Location"] == CODE
        assert letters_of(mailed()) == codes.SHORT
        home.post(CODE, {"code": mailed()})
        assert home.post(AUTHENTICATE, {"code": app_code()})["Location"] == "/"


def letters_of(code: str) -> int:
    return len(code.replace("-", ""))


@pytest.mark.parametrize("guessing", [False, True])
def test_strangers_lock_nobody_out_of_a_new_browser(guessing):
    """Whoever asks beyond the first few shares one code, and each of them has tries of their own."""
    person("mo")
    for number in range(60):
        guesser = stranger(number)
        ask(guesser, email="mo@example.org")
        for _ in range(codes.TRIES * guessing):
            guesser.post(CODE, {"code": "BBBB-BBBB-BBBB"})
    new = stranger(4000)
    assert ask(new, email="mo@example.org")["Location"] == CODE
    assert "also works in this browser" in Page.of(new.get(CODE)).words
    assert new.post(CODE, {"code": mailed()})["Location"] == "/"
    assert len(emails()) == OWN + 1


def test_a_shared_code_is_used_once_whoever_else_waits_for_it():
    person("mo")
    for number in range(OWN):
        ask(stranger(number), email="mo@example.org")
    first, second = stranger(4000), stranger(4001)
    for one in (first, second):
        ask(one, email="mo@example.org")
    shared = mailed()
    assert first.post(CODE, {"code": shared})["Location"] == "/"
    assert second.post(CODE, {"code": shared}).status_code == 410


def test_a_shared_code_opens_nothing_to_who_never_asked_or_asked_before():
    person("mo")
    early = stranger(4000)
    ask(early, email="mo@example.org")
    for number in range(OWN):
        ask(stranger(number), email="mo@example.org")
    assert early.post(CODE, {"code": mailed()}).status_code == 422
    assert stranger(4001).post(CODE, {"code": mailed()}).status_code == 410


def test_however_many_ask_an_address_gets_ten_emails_an_hour():
    person("mo")
    for number in range(60):
        with at(NOON + timedelta(minutes=number)):
            ask(stranger(number), email="mo@example.org")
            emails()
    assert len(emails()) == 10


def test_a_browser_that_is_known_is_so_for_its_own_player_and_not_without_end():
    person("mo")
    home = stranger(3000)
    ask(home, email=person("eve").email)
    home.post(CODE, {"code": mailed()})
    home.post("/accounts/logout/")
    for number in range(OWN):
        stranger(number).post(LOGIN, {"email": "mo@example.org"})
    assert letters_asked(home, "mo@example.org") == codes.LONG
    assert [letters_asked(home, "eve@example.org") for _ in range(OWN)] == [codes.SHORT] * OWN
    assert letters_asked(home, "eve@example.org") == codes.LONG
    for forged in ("x", "x:y:z", home.cookies[known_browsers.NAME].value[:-1]):
        other = stranger(3001)
        other.cookies[known_browsers.NAME] = forged
        assert letters_asked(other, "mo@example.org") == codes.LONG


def letters_asked(client: Client, email: str) -> int:
    """Ask for a code; tell how long the one is that this browser waits for."""
    ask(client, email=email)
    return int(client.session[codes.Errand.SIGN_IN]["letters"])


def test_codes_for_a_hand_are_not_used_up_by_strangers():
    found, most = match_of(), settings.LIMITS["codes for a mail address"][0]
    for number in range(most + 1):
        stranger(number).post(LOGIN, {"email": "alice@example.org"})
    assert browser("alice").post(f"/m/{found.public_id}/hand/").status_code == 302


def test_whoever_shares_an_address_with_others_signs_in_where_they_have_before():
    """Behind a proxy nobody has told us of everybody seems to come from one address."""
    with_app("mo", is_moderator=True)
    home = stranger(1)
    ask(home, email=person("mo").email)
    home.post(CODE, {"code": mailed()})
    home.post(AUTHENTICATE, {"code": app_code()})
    home.post("/accounts/logout/")
    for _ in range(settings.LIMITS["codes asked from an address"][0] + 1):
        last = stranger(1).post(LOGIN, {"email": "nobody@example.org"})
    assert last.status_code == 429
    for _ in range(settings.LIMITS["codes tried from an address"][0] + 1):
        last = stranger(1).post("/accounts/2fa/webauthn/login/", {"credential": "{}"})
    assert last.status_code == 429
    with at(NOON + timedelta(minutes=1)):
        assert ask(home, email=person("mo").email)["Location"] == CODE
        home.post(CODE, {"code": mailed()})
        assert home.post(AUTHENTICATE, {"code": app_code()})["Location"] == "/"
