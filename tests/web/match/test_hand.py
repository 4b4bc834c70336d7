"""The page with the hand: it opens after a typed code, once per browser and seat."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from games.mail import delivery
from games.match import seats
from games.models import Event, MatchStatus, Order, Seat, WhyNot
from games.players import addresses, codes
from games.web.match.players_only import JUST_NOW
from tests.kit.account_mails import emails, mailed
from tests.kit.cast import SOON, Page, address, at, browser, match_of, person

pytestmark = pytest.mark.django_db(transaction=True)
WHO = "/accounts/who/"
#: Long enough for a code that was typed to be no longer fresh.
LATER = SOON + JUST_NOW + timedelta(seconds=1)


def seat_of(found, name: str = "alice") -> Seat:
    return found.seats.get(player=person(name))


def is_asked(client: Client, found) -> bool:
    answer = client.get(address(found))
    return answer.status_code == 302 and answer["Location"] == address(found, "hand/")


def open_by_code(client: Client, found) -> None:
    assert client.post(address(found, "hand/"))["Location"] == address(found, "hand/")
    assert client.post(address(found, "hand/"), {"code": mailed()})["Location"] == address(found)


def remembered(when=SOON) -> Client:
    """Give a browser in which alice signed in before she sat anywhere."""
    with at(when):
        return browser("alice")


def test_whoever_signs_in_by_a_code_is_asked_for_no_other():
    with at():
        found, client = match_of(), Client()
        client.post("/accounts/login/", {"email": "alice@example.org"})
        client.post("/accounts/login/code", {"code": mailed()})
    with at(LATER):
        assert client.get(address(found)).status_code == 200
    assert len(emails()) == 1


def test_a_seat_taken_later_opens_by_one_code_in_this_browser():
    client = remembered()
    found = match_of()
    with at(LATER):
        assert is_asked(client, found)
        page = client.get(address(found, "hand/"))
        assert page.status_code == 200 and "alice@example.org" in Page.of(page).words
        open_by_code(client, found)
        assert emails()[-1].to == ["alice@example.org"]
    with at(LATER + timedelta(days=80)):
        assert client.get(address(found)).status_code == 200
        assert client.get(address(found, "hand/"))["Location"] == address(found)


def test_another_browser_is_asked_for_itself():
    client, other = remembered(), remembered()
    found = match_of()
    with at(LATER):
        open_by_code(client, found)
        assert is_asked(other, found) and not is_asked(client, found)


def test_a_code_opens_every_seat_its_reader_holds_then_and_none_they_take_later():
    client = remembered()
    found, other = match_of(), match_of("alice", "dora", "eve")
    with at(LATER):
        open_by_code(client, found)
        assert not is_asked(client, other)
    third = match_of()
    with at(LATER + JUST_NOW + timedelta(minutes=1)):
        assert is_asked(client, third) and not is_asked(client, other)


def test_a_seat_taken_within_the_hour_stays_open():
    client = remembered()
    found = match_of()
    with at(SOON + timedelta(minutes=50)):
        assert not is_asked(client, found)
    with at(LATER):
        assert not is_asked(client, found)


def test_with_a_new_generation_the_right_is_gone_at_once_even_where_a_code_was_typed_just_now():
    with at():
        found = match_of()
        client = browser("alice")
        assert not is_asked(client, found)
        seats.move(found.pk, seat_of(found).number, SOON)
        assert is_asked(client, found)
        open_by_code(client, found)


def test_every_page_of_a_seat_stays_shut_and_does_nothing():
    client = remembered()
    found = match_of()
    before = (Event.objects.count(), Order.objects.count(), seat_of(found).hand_in_mail)
    with at(LATER):
        for rest in ("", "orders/", "take-back/", "mails/", "leave/", "days/", "vote/"):
            said = {"hand": "hand", "do": "hand", "plan": "bold"}
            answer = client.post(address(found, rest), said)
            assert (answer.status_code, answer["Location"]) == (302, address(found, "hand/")), rest
    assert (Event.objects.count(), Order.objects.count(), seat_of(found).hand_in_mail) == before


def test_nobody_is_asked_whose_mails_show_the_hand_nor_where_there_is_none_to_hide():
    client = remembered()
    found = match_of()
    with at(LATER):
        assert is_asked(client, found)
        found.seats.update(hand_in_mail=True)
        assert not is_asked(client, found)
        found.seats.update(hand_in_mail=False)
        assert is_asked(client, found)
        type(found).objects.filter(pk=found.pk).update(status=MatchStatus.OVER)
        assert not is_asked(client, found)


def test_a_wrong_code_opens_nothing_and_five_are_all_there_are():
    client = remembered()
    found = match_of()
    with at(LATER):
        client.post(address(found, "hand/"))
        right = mailed()
        for _ in range(codes.TRIES):
            assert client.post(address(found, "hand/"), {"code": "WRONGONE"}).status_code == 422
        assert client.post(address(found, "hand/"), {"code": right}).status_code == 410
        assert is_asked(client, found)
    with at(LATER + timedelta(minutes=2)):
        client.post(address(found, "hand/"))
        right = mailed()
    with at(LATER + timedelta(minutes=2) + codes.HOLDS):
        assert client.post(address(found, "hand/"), {"code": right}).status_code == 410


def test_codes_are_counted_like_those_to_sign_in(settings):
    settings.LIMITS = settings.LIMITS | {"codes for a mail address": (1, 900)}
    client, found = remembered(), match_of()
    with at(LATER):
        assert client.post(address(found, "hand/")).status_code == 302
        refused = client.post(address(found, "hand/"))
        assert refused.status_code == 429 and int(refused["Retry-After"]) > 0


def test_who_sits_elsewhere_finds_nothing_there():
    found = match_of()
    with at():
        for path in (address(found, "hand/"), "/m/none-such/hand/"):
            assert browser("eve").get(path).status_code == 404


# --- addresses: a code that comes to another one opens the hand too


def sends(client: Client, path: str, **told: str):
    with at(LATER):
        return client.post(path, told)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/mails/sent/code/", {"email": "mallory@example.org"}),
        ("/addresses/", {"say": "add", "email": "mallory@example.org"}),
        ("/addresses/", {"say": "main", "email": "second@example.org"}),
    ],
)
def test_a_browser_that_mayn_t_show_it_sends_no_mails_elsewhere(path, told):
    client, found = remembered(), match_of()
    addresses.add(person("alice"), "second@example.org", SOON)
    with at(LATER):
        assert is_asked(client, found)
    before = len(emails())
    answer = sends(client, path, **told)
    assert answer.status_code == 302 and answer["Location"].startswith(WHO)
    assert len(emails()) == before and person("alice").email == "alice@example.org"
    with at(LATER):
        open_by_code(client, found)
    assert sends(client, path, **told).status_code == 302


@pytest.mark.parametrize("path", ["totp/activate/", "webauthn/add/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_nor_does_it_add_another_way_to_sign_in(method, path):
    client, found = remembered(), match_of()
    with at(LATER):
        answer = getattr(client, method)(f"/accounts/2fa/{path}")
        assert answer.status_code == 302 and answer["Location"].startswith(WHO)
        open_by_code(client, found)
        assert getattr(client, method)(f"/accounts/2fa/{path}").status_code == 200


def test_nor_where_there_is_a_second_factor_already():
    client, found = remembered(), match_of()
    Authenticator.objects.create(user=person("alice"), type="totp", data={"secret": "A" * 32})
    with at(LATER):
        assert client.get("/accounts/2fa/webauthn/add/")["Location"].startswith(WHO)
        open_by_code(client, found)
        assert client.get("/accounts/2fa/webauthn/add/")["Location"].startswith("/accounts/2fa/reauth")


@pytest.mark.parametrize("path", ["/mails/sent/", "/addresses/"])
def test_nor_does_one_that_may_no_more_when_the_code_is_typed(path):
    found = match_of()
    client = remembered(LATER)
    begin, end = ("code/", "address/") if path == "/mails/sent/" else ("", "")
    assert sends(client, path + begin, say="add", email="mallory@example.org").status_code == 302
    seats.move(found.pk, seat_of(found).number, SOON)
    assert sends(client, path + end, say="code", code=mailed())["Location"].startswith(WHO)
    assert delivery.verified(person("alice")) == {"alice@example.org"}


def test_whose_mails_come_back_puts_that_right_from_any_browser():
    client, found = remembered(), match_of()
    delivery.leave_alone("alice@example.org", WhyNot.BOUNCED, SOON)
    assert sends(client, "/mails/sent/code/", email="new@example.org").status_code == 302
    assert sends(client, "/mails/sent/address/", code=mailed()).status_code == 302
    assert found.seats.filter(player__email="new@example.org").exists()
