"""Wrong codes keep no moderator out: who guesses runs out of tries, and passkey and open rooms stay."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from games.views import known
from tests.moderation.test_rooms import staff
from tests.views.cast import NOON, at, browser, match_of, person
from tests.views.test_second_factor import AUTHENTICATE, app_code, with_app
from tests.views.test_sign_in import CODE, LOGIN, ask, mailed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon():
    with at(NOON):
        yield


def stranger(number: int) -> Client:
    return Client(REMOTE_ADDR=f"10.77.{number // 250}.{number % 250 + 1}")


def test_codes_asked_for_and_guessed_without_end_close_no_room(client):
    mo = staff()
    for number in range(settings.LIMITS["codes for a mail address"][0] + 2):
        guesser = stranger(number)
        guesser.post(LOGIN, {"email": person("mo").email})
        for code in ("AAAA-AAAA", "BBBB-BBBB"):
            guesser.post(CODE, {"code": code})
    assert mo.get("/admin/matches/").status_code == 200
    # A passkey asks for no mail: it is tried, and counted, for where it comes from alone.
    passkey = stranger(4000).post("/accounts/2fa/webauthn/login/", {"credential": "{}"})
    assert passkey.status_code == 302 and "passkey" in passkey["Location"]
    person("mo").refresh_from_db()
    assert person("mo").is_active


def test_wrong_second_factors_are_counted_where_one_has_signed_in_already():
    mo = staff()
    ask(stranger(1), email="mo@example.org")
    for number in range(30):
        answer = stranger(number).post("/accounts/2fa/authenticate/", {"code": "000000"})
        assert answer.status_code == 302  # who hasn't typed the code from the mail isn't asked
    assert mo.get("/admin/matches/").status_code == 200


def test_whoever_has_no_passkey_gets_codes_where_they_have_signed_in_before():
    """Strangers use up what is mailed to strangers; the owner's own browser asks on its own account."""
    mo = person("mo")
    with_app("mo", is_moderator=True)
    home = stranger(3000)
    ask(home, email=mo.email)
    home.post(CODE, {"code": mailed()})
    assert home.post(AUTHENTICATE, {"code": app_code()})["Location"] == "/"
    with at(NOON + timedelta(days=100)):
        assert home.get("/admin/").status_code != 200
        home.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        for number in range(settings.LIMITS["codes for a mail address"][0] + 2):
            last = stranger(number).post(LOGIN, {"email": mo.email})
        assert last.status_code == 429
        assert ask(home, email=mo.email)["Location"] == CODE
        home.post(CODE, {"code": mailed()})
        assert home.post(AUTHENTICATE, {"code": app_code()})["Location"] == "/"


def test_a_browser_that_is_known_is_so_for_its_own_player_and_not_without_end():
    person("mo")
    home, most = stranger(3000), settings.LIMITS["codes for a mail address"][0]
    ask(home, email=person("eve").email)
    home.post(CODE, {"code": mailed()})
    home.post("/accounts/logout/")
    for number in range(most):
        stranger(number).post(LOGIN, {"email": "mo@example.org"})
    assert home.post(LOGIN, {"email": "mo@example.org"}).status_code == 429
    answers = [home.post(LOGIN, {"email": "eve@example.org"}).status_code for _ in range(most + 1)]
    assert answers == [302] * most + [429]
    for forged in ("x", "x:y:z", home.cookies[known.NAME].value[:-1]):
        other = stranger(3001)
        other.cookies[known.NAME] = forged
        assert other.post(LOGIN, {"email": "mo@example.org"}).status_code == 429


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
