"""Wrong codes keep no moderator out: who guesses runs out of tries, and passkey and open rooms stay."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from tests.moderation.test_rooms import staff
from tests.views.cast import NOON, at, person
from tests.views.test_sign_in import CODE, LOGIN, ask

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
