"""The settings of notifications: devices, what goes by which channel, silence, what became of each."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest
from django.conf import settings
from django.test import Client

from games.mail import links
from games.mail.send import outbox
from games.models import AccountChange, AccountChangeKind, Device, Dispatch, Outbox, Purpose
from games.players import addresses
from games.reach import send
from games.web.account import known_browsers
from tests.kit.account_mails import emails
from tests.kit.cast import NOON, SOON, Page, at, browser, match_of, person
from tests.kit.mailed_links import link_for
from tests.kit.opened_links import get, post
from tests.kit.push_service import PushService, push_service

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/mails/"
SEND = NOON + timedelta(seconds=settings.SEND_AFTER)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
def device(service) -> Device:
    return service.device(person("alice"), NOON)


def added(client: Client, service: PushService, name: str = "Phone"):
    told = service.browser().subscription
    facts = {"endpoint": told.endpoint, "p256dh": told.p256dh, "auth": told.auth, "name": name}
    return client.post(PAGE, {"say": "add_device", **facts})


def known(name: str) -> Client:
    """Return a signed-in browser that the site will know again, as one is that signed in by its page."""
    client = browser(name)
    request = client.get(PAGE).wsgi_request
    from django.http import HttpResponse

    answer = HttpResponse()
    known_browsers.remember(request, person(name), answer)
    client.cookies.update(answer.cookies)
    return client


def turn_of_alice() -> Outbox:
    match_of()
    row = Outbox.objects.get()
    Device.objects.update(player=row.seat.player)
    outbox.send_due(SEND)
    send.send_due(SEND)
    return row


def test_a_browser_is_added_and_shown_by_its_name(service):
    client = browser("alice")
    assert added(client, service)["Location"] == "/mails/?done=push#push"
    page = client.get(PAGE).content.decode()
    device = Device.objects.get()
    assert 'value="Phone"' in page and (device.player, device.name) == (person("alice"), "Phone")
    for secret in (device.endpoint, device.auth, device.p256dh):
        assert secret not in page


def test_every_address_hears_of_a_new_browser_and_the_main_one_can_undo_it(service):
    alice, other = person("alice"), "alice@second.example"
    addresses.add(alice, other, NOON)
    before = len(emails())
    client = browser("alice")
    with at(SOON):
        added(client, service)
    told = emails()[before:]
    assert {one.to[0] for one in told} == {alice.email, other}
    assert all("Another browser gets your notifications" in str(one.subject) for one in told)
    bodies = [" ".join(str(one.body).split()) for one in told]
    assert all("never your cards" in one for one in bodies)
    assert sum("get no more notifications" in one for one in bodies) == 1, "one can undo it"
    change = AccountChange.objects.get(kind=AccountChangeKind.DEVICE_ADDED)
    with at(SOON):
        addresses.put_back(change, SOON)
    assert not Device.objects.exists()


def test_a_browser_that_is_added_again_is_no_news(service, device):
    before = len(emails())
    told = next(iter(service.browsers.values())).subscription
    facts = {"endpoint": told.endpoint, "p256dh": told.p256dh, "auth": told.auth, "name": "Phone"}
    assert browser("alice").post(PAGE, {"say": "add_device", **facts}).status_code == 302
    assert len(emails()) == before
    assert browser("bob").post(PAGE, {"say": "add_device", **facts}).status_code == 302
    assert {one.to[0] for one in emails()[before:]} == {person("bob").email}


def test_what_is_no_device_is_refused_in_its_section(service):
    client = browser("alice")
    answer = client.post(PAGE, {"say": "add_device", "endpoint": "https://localhost/x", "name": "Phone"})
    assert answer.status_code == 422 and "gave no address" in answer.content.decode()
    assert not Device.objects.exists()


def test_a_device_is_renamed_tried_and_removed(device, service):
    client = browser("alice")
    facts = {"device": device.pk}
    assert client.post(PAGE, {"say": "name_device", "name": "Kitchen", **facts}).status_code == 302
    with at(SOON):
        assert client.post(PAGE, {"say": "try_device", **facts})["Location"] == "/mails/?done=tried#tried"
    assert "accepted a test" in client.get("/mails/?done=tried").content.decode()
    (told,) = service.messages()
    assert told["notification"]["title"] == "Push notifications work" and told["app_badge"] == 0
    device.refresh_from_db()
    assert (device.name, device.reached_at) == ("Kitchen", SOON)
    client.post(PAGE, {"say": "drop_device", **facts})
    assert not Device.objects.exists()


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30, "0"])
def test_nothing_happens_to_a_device_that_is_none(device, number):
    client = browser("alice")
    for say in ("name_device", "drop_device"):
        assert client.post(PAGE, {"say": say, "device": number, "name": "x"}).status_code == 302
    assert client.post(PAGE, {"say": "try_device", "device": number}).status_code == 422
    device.refresh_from_db()
    assert device.name == "Phone"


def test_a_test_that_fails_says_so_and_one_that_is_gone_goes(device, service):
    client = browser("alice")
    service.answers(500, 410)
    assert client.post(PAGE, {"say": "try_device", "device": device.pk}).status_code == 422
    assert "get there" in client.get(PAGE).content.decode()
    assert Device.objects.get().error == "answered 500"
    client.post(PAGE, {"say": "try_device", "device": device.pk})
    assert not Device.objects.exists()


def test_tests_are_not_without_number(device, service):
    client = browser("alice")
    with at(SOON):
        statuses = [
            client.post(PAGE, {"say": "try_device", "device": device.pk}).status_code for _ in range(11)
        ]
    assert statuses == [302] * 10 + [429] and len(service.recording.heard) == 10


def test_others_neither_see_nor_touch_a_device(device, service):
    client = browser("bob")
    assert 'value="Phone"' not in client.get(PAGE).content.decode()
    for say in ("name_device", "drop_device", "try_device"):
        client.post(PAGE, {"say": say, "device": device.pk, "name": "Bob's"})
    device.refresh_from_db()
    assert device.name == "Phone" and not service.recording.heard


def test_without_a_key_the_page_offers_no_push(settings):
    settings.VAPID_PRIVATE_KEY = ""
    page = browser("alice").get(PAGE).content.decode()
    assert "data-push-key" not in page and "push.js" not in page


# --- signing out


def test_signing_out_drops_the_device_of_that_browser_alone(service):
    here, there = known("alice"), known("alice")
    added(here, service, "Here"), added(there, service, "There")
    here.post("/accounts/logout/")
    assert [one.name for one in Device.objects.all()] == ["There"]


def test_signing_out_of_a_browser_that_used_a_passkey_drops_its_device_too(service):
    """The site has no name for such a browser, only its session."""
    here, there = browser("alice"), browser("alice")
    added(here, service, "Here"), added(there, service, "There")
    here.post("/accounts/logout/")
    assert [one.name for one in Device.objects.all()] == ["There"]


def test_signing_out_everywhere_else_drops_the_other_devices(service):
    here, there = known("alice"), known("alice")
    added(here, service, "Here"), added(there, service, "There")
    here.post("/accounts/sessions/")
    assert [one.name for one in Device.objects.all()] == ["Here"]


def test_a_new_address_drops_all_devices(device):
    addresses.confirm(person("alice"), "new@second.example", NOON)
    assert not Device.objects.exists()


# --- what goes by which channel


def test_the_choice_is_kept_and_shown(device):
    client = browser("alice")
    chosen = {"wanted": ["over"], "push": ["turn", "nonsense"], "email_after": "15", "hand": "ask"}
    client.post(PAGE, {"say": "choose", **chosen})
    alice = person("alice")
    assert alice.channels == {"push": ["turn"]} and alice.email_after == 15
    assert {"turn", "asked", "seat", "table"} <= {*alice.unwanted} and "over" not in alice.unwanted
    form = next(one for one in Page.of(client.get(PAGE)).forms if "hand" in one.radios)
    assert (form.values()["wanted"], form.values()["push"]) == (["over"], ["turn"])


def test_what_was_chosen_with_a_device_stays_when_it_is_gone(device):
    client = browser("alice")
    client.post(PAGE, {"say": "choose", "wanted": ["over"], "push": ["turn"], "email_after": "99"})
    assert person("alice").email_after == 60
    Device.objects.all().delete()
    client.post(PAGE, {"say": "choose", "wanted": ["over", "table"]})
    alice = person("alice")
    assert {"turn", "asked", "seat"} <= {*alice.unwanted} and "table" not in alice.unwanted
    assert alice.channels == {"push": ["turn"]}


def test_without_a_device_turns_are_always_emailed(client):
    client = browser("alice")
    client.post(PAGE, {"say": "choose", "wanted": []})
    assert "turn" not in person("alice").unwanted


# --- a day of silence


def test_a_day_of_silence_is_one_press_and_ends_with_another():
    client = browser("alice")
    with at(NOON):
        client.post(PAGE, {"say": "silence"})
        assert person("alice").silent_until == NOON + timedelta(days=1)
        assert "You hear nothing until" in client.get(PAGE).content.decode()
        client.post(PAGE, {"say": "speak"})
    assert person("alice").silent_until is None


def test_a_link_below_each_email_asks_for_a_day_of_silence_too(soon):
    match_of()
    seat = Outbox.objects.get().seat
    link = link_for(seat, Purpose.MUTE_ALL)
    assert "Hear nothing for a day" in get(link).content.decode()
    assert seat.player.silent_until is None
    assert post(link, do="a_day").status_code == 200
    seat.player.refresh_from_db()
    assert seat.player.silent_until == SOON + timedelta(days=1) and not seat.player.muted
    assert "You hear nothing until" in get(link).content.decode()
    post(link, do="speak")
    seat.player.refresh_from_db()
    assert seat.player.silent_until is None


def test_a_link_that_mutes_one_match_silences_nobody(soon):
    match_of()
    seat = Outbox.objects.get().seat
    assert post(link_for(seat, Purpose.MUTE), do="a_day").status_code == 422
    seat.player.refresh_from_db()
    assert seat.player.silent_until is None


# --- seen


def test_a_notification_that_was_opened_is_noted_once(device, client):
    turn_of_alice()
    key = Dispatch.objects.get().key
    with at(SOON):
        assert client.post("/push/seen/", {"key": key}).status_code == 204
    with at(SOON + timedelta(hours=1)):
        client.post("/push/seen/", {"key": key})
    assert Dispatch.objects.get().seen_at == SOON


@pytest.mark.parametrize("key", ["", "x", str(UUID(int=0)), "1" * 1000])
def test_a_key_that_is_none_changes_and_tells_nothing(device, client, key):
    turn_of_alice()
    assert client.post("/push/seen/", {"key": key}).status_code == 204
    assert Dispatch.objects.get().seen_at is None


@pytest.mark.parametrize("method", ["get", "head"])
def test_to_look_at_that_address_changes_nothing(device, client, method):
    turn_of_alice()
    key = Dispatch.objects.get().key
    assert getattr(client, method)(f"/push/seen/?key={key}").status_code == 405
    assert Dispatch.objects.get().seen_at is None


def test_what_became_of_a_notification_is_shown_with_its_email(device):
    row = turn_of_alice()
    client = browser(row.seat.player)
    Dispatch.objects.update(seen_at=SEND + timedelta(minutes=3))
    page = " ".join(client.get("/mails/sent/").content.decode().split())
    assert "push accepted 2 March, 13:01, seen 2 March, 13:04" in page


def test_a_look_at_the_match_is_shown_as_seen(device):
    row = turn_of_alice()
    with at(SOON):
        browser(row.seat.player).get(f"/m/{row.match.public_id}/")
    outbox.send_due(SEND + timedelta(hours=1))
    assert Dispatch.objects.get().seen_at == SOON


def test_the_link_of_a_notification_opens_nothing_without_signing_in(device, service, client):
    """It is the address of the page alone: nobody who reads it learns or does anything."""
    turn_of_alice()
    address = service.messages()[0]["notification"]["navigate"].removeprefix(settings.SITE_URL)
    answer = client.get(address)
    assert answer.status_code == 302 and "/accounts/login/" in answer["Location"]
    assert links.find(address) is None
