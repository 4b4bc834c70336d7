"""Many tries at one code in the same moment: five of them are compared, and the right one is used once."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest
from allauth.mfa.totp.internal import auth as totp
from django.test import Client

from games.infra import limits
from games.infra.locks import writing
from games.players import codes
from tests.kit.account_mails import mailed
from tests.kit.at_once import needs_postgres, together
from tests.kit.browsers import WHO, stolen
from tests.kit.cast import NOON, at, person
from tests.kit.second_factor import AUTHENTICATE, after_the_mail, with_app

pytestmark = [pytest.mark.django_db(transaction=True), needs_postgres]
LOGIN, CODE = "/accounts/login/", "/accounts/login/code"
MANY = 24


@pytest.fixture(autouse=True)
def noon():
    person("alice")
    with at(NOON):
        yield


@pytest.fixture
def compared(monkeypatch) -> Mock:
    """Count what is compared with a code."""
    comparing = Mock(side_effect=codes.is_right)
    monkeypatch.setattr(codes, "is_right", comparing)
    return comparing


def same_session(client: Client, number: int) -> Client:
    """Give another program with the same cookies, at an address of its own."""
    other = Client(REMOTE_ADDR=f"10.50.0.{number + 1}")
    other.cookies.load({name: one.value for name, one in client.cookies.items()})
    return other


def tried(client: Client, path: str, said: list[dict[str, str]]) -> Counter[Any]:
    tries = [partial(same_session(client, n).post, path, data) for n, data in enumerate(said)]
    return Counter(answer.status_code for answer in together(tries))


def test_of_many_wrong_codes_to_sign_in_five_are_compared(compared):
    client = Client()
    client.post(LOGIN, {"email": "alice@example.org"})
    tried(client, CODE, [{"code": f"WRONG{n:03}"} for n in range(MANY)])
    assert compared.call_count == codes.TRIES
    assert client.post(CODE, {"code": mailed()}).status_code == 410


def test_of_many_wrong_codes_for_an_errand_five_are_compared(compared):
    client = stolen()
    client.post(WHO)
    tried(client, WHO, [{"code": f"WRONG{n:03}"} for n in range(MANY)])
    assert compared.call_count == codes.TRIES
    assert client.post(WHO, {"code": mailed()}).status_code == 410


def test_the_right_code_signs_in_once_however_often_it_comes_at_once():
    client = Client()
    client.post(LOGIN, {"email": "alice@example.org"})
    right = mailed()
    assert tried(client, CODE, [{"code": right}] * 4)[302] == 1


def test_of_many_second_factors_no_more_are_compared_than_a_player_has(monkeypatch, settings):
    settings.LIMITS = settings.LIMITS | {"second factors of a player": (3, 600)}
    with_app()
    client = Client()
    after_the_mail(client)
    comparing = Mock(side_effect=totp.validate_totp_code)
    monkeypatch.setattr(totp, "validate_totp_code", comparing)
    answers = tried(client, AUTHENTICATE, [{"code": f"{n:06}"} for n in range(MANY)])
    assert answers == {422: 3, 429: MANY - 3} and comparing.call_count == 3


def test_one_thing_is_done_so_often_and_not_once_more():
    def take() -> int:
        with writing():
            return limits.take_until("one thing", 5, NOON + codes.HOLDS)

    assert sorted(together([take] * 12)) == [0] * 7 + [1, 2, 3, 4, 5]
