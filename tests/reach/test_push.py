"""Push notices reach a real push service, which only the browser they are for can read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail

from games.infra import outgoing
from games.mail.send import outbox
from games.models import Device, Dispatch, DispatchState, Match, Outbox, Player, Seat
from games.ops import sweep
from games.players import addresses, revocation
from games.reach import seen, send
from games.reach.push import carry, devices, keys
from games.reach.push.devices import Subscription
from games.rules.kernel.refusal import Refused
from tests.kit.play_people import NOON, match
from tests.kit.push_service import Browser, PushService, is_from, push_service, spelled
from tests.kit.recording_server import hangs, says

pytestmark = pytest.mark.django_db
SEND = NOON + timedelta(seconds=settings.SEND_AFTER)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
def row() -> Outbox:
    match()
    return Outbox.objects.get()


@pytest.fixture
def reader(row) -> Player:
    return row.seat.player


@pytest.fixture
def device(reader, service) -> Device:
    return service.device(reader, NOON)


def go(at=SEND) -> None:
    outbox.send_due(at)
    send.send_due(at)


def test_a_turn_reaches_the_browser_in_its_own_words(row, reader, device, service):
    sweep.sweep(SEND)
    found = Match.objects.get()
    (told,) = service.messages()
    said = told["notification"]
    assert told["web_push"] == 8030 and told["app_badge"] == 1
    assert said["title"] == "Your turn" and said["lang"] == "en" and said["app_badge"] == "1"
    assert said["navigate"] == f"{settings.SITE_URL}/m/{found.public_id}/"
    assert "Quartz" in said["body"] and "Due Tuesday 3 March" in said["body"] and "(UTC)" in said["body"]
    assert said["data"]["key"] == str(Dispatch.objects.get().key)
    device.refresh_from_db()
    assert device.reached_at == SEND and device.error == "" and not mail.outbox


@pytest.mark.parametrize(
    ("language", "zone", "title", "due"),
    [
        ("ru", "Asia/Tokyo", "Твой ход", "Срок — вт, 3 марта, 21:00 (Asia/Tokyo)."),
        (
            "pt-br",
            "America/Sao_Paulo",
            "É a sua vez",
            "Prazo: terça-feira, 3 de março, às 09:00 (America/Sao_Paulo).",
        ),
    ],
)
def test_it_is_in_its_readers_language_and_zone(row, reader, device, service, language, zone, title, due):
    Player.objects.filter(pk=reader.pk).update(language=language, time_zone=zone)
    go()
    said = service.messages()[0]["notification"]
    assert (said["title"], said["lang"]) == (title, language) and due in said["body"]


def test_the_push_service_learns_who_sends_and_nothing_else(row, device, service):
    go()
    (heard,) = service.recording.heard
    origin = f"http://127.0.0.1:{service.recording.port}"
    assert is_from(heard, keys.public_key(), origin)
    assert heard.method == "POST" and heard.headers["content-type"] == "application/notification+json"
    assert heard.headers["content-encoding"] == "aes128gcm" and heard.headers["urgency"] == "high"
    assert 60 <= int(heard.headers["ttl"]) <= 7 * 24 * 3600
    found = Match.objects.get()
    seen = b" ".join([heard.body, *(f"{name}: {said}".encode() for name, said in heard.headers.items())])
    for secret in (
        found.public_id,
        "Quartz:",
        "Your turn",
        row.seat.player.email,
        row.seat.player.display_name,
    ):
        assert secret.encode() not in seen


def test_nobody_else_can_read_it(row, device, service):
    go()
    other = Browser("")
    with pytest.raises(Exception, match="Decryption error"):
        other.opened(service.recording.heard[0].body)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_dropped_and_the_email_comes_at_once(row, device, service, status):
    service.answers(status)
    go()
    assert not Device.objects.exists() and Dispatch.objects.get().error == f"answered {status}"
    outbox.send_due(SEND)
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("status", [301, 400, 403, 413])
def test_what_a_push_service_wont_take_isnt_repeated(row, device, service, status):
    service.answers(status)
    go()
    assert Dispatch.objects.get().state == DispatchState.FAILED
    device.refresh_from_db()
    assert device.error == f"answered {status}"
    outbox.send_due(SEND)
    assert len(mail.outbox) == 1 and len(service.recording.heard) == 1


def test_what_fails_there_is_tried_again(row, device, service):
    service.answers(500, 201)
    go()
    assert Dispatch.objects.get().error == "answered 500"
    go(SEND + MINUTE)
    assert Dispatch.objects.get().state == DispatchState.ACCEPTED
    device.refresh_from_db()
    assert device.error == ""


@pytest.mark.parametrize(("told", "minutes"), [("600", 10), ("never", 1), ("0", 1), ("999999", 360)])
def test_a_service_that_wants_us_to_wait_is_left_alone_for_so_long(row, device, service, told, minutes):
    service.answers(429, 201, **{"Retry-After": told})
    go()
    waits = Dispatch.objects.get()
    assert waits.attempts == 0 and waits.send_after == SEND + minutes * MINUTE
    go(SEND + minutes * MINUTE)
    assert Dispatch.objects.get().state == DispatchState.ACCEPTED


def test_a_service_that_hangs_holds_up_nobody_for_long(row, reader, device, service, monkeypatch):
    monkeypatch.setattr(carry, "TIME_LIMIT", 0.3)
    service.recording.answer(hangs)
    other = service.device(reader, NOON, "Desk")
    go()
    assert {one.error for one in Dispatch.objects.all()} == {"not reached: slow"}
    assert {one.target for one in Dispatch.objects.all()} == {device.pk, other.pk}


def test_a_device_on_an_inner_network_is_never_called(row, reader, device, monkeypatch):
    Device.objects.update(endpoint="https://push.example.org/x")
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: [(2, 1, 6, "", ("10.0.0.7", 0))])
    go()
    assert Dispatch.objects.get().error == "not reached: inner"


GOOD = Browser("https://push.example.org/x").subscription


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "https://0x7f000001/x",
        "https://push.local/x",
        "https://user:word@push.example.org/x",
        "https://push.example.org:25/x",
        "ftp://push.example.org/x",
        "javascript:alert(1)",
        "https://push.example.org/" + "x" * 1000,
    ],
)
def test_what_is_no_address_of_a_push_service_is_refused(reader, endpoint):
    with pytest.raises(Refused, match="no_device"):
        devices.add(reader, Subscription(endpoint, GOOD.p256dh, GOOD.auth), "Phone", "", NOON)
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", GOOD.auth),
        (GOOD.p256dh, ""),
        (spelled(b"\4" + bytes(64)), GOOD.auth),  # not on the curve
        (GOOD.p256dh, spelled(bytes(15))),
        ("ключ", GOOD.auth),
        ("A" * 10_000, GOOD.auth),
    ],
    ids=["no key", "no secret", "not on the curve", "too short", "no letters of ours", "too long"],
)
def test_keys_that_are_none_are_refused(reader, p256dh, auth):
    with pytest.raises(Refused, match="no_device"):
        devices.add(reader, Subscription(GOOD.endpoint, p256dh, auth), "Phone", "", NOON)


def test_a_site_without_a_key_offers_nothing(reader, device, settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert keys.public_key() == ""
    with pytest.raises(Refused, match="no_device"):
        devices.add(reader, GOOD, "Phone", "", NOON)
    go()
    assert not Dispatch.objects.exists() and len(mail.outbox) == 1


def test_a_browser_belongs_to_whoever_added_it_last(reader, device, service):
    other = Player.objects.exclude(pk=reader.pk).earliest("joined")
    devices.add(other, service.browsers[next(iter(service.browsers))].subscription, "Shared", "", NOON)
    device.refresh_from_db()
    assert (device.player, device.name) == (other, "Shared") and Device.objects.count() == 1


def test_ten_devices_are_enough(reader, service):
    for number in range(12):
        service.device(reader, NOON, f"Phone {number}")
    kept = [one.name for one in devices.devices_of(reader)]
    assert len(kept) == 10 and kept[-1] == "Phone 11"


def test_a_name_that_cannot_be_shown_is_refused(reader, device):
    devices.rename(reader, device.pk, "  My   phone ")
    for name in ("", "\u200b", "x" * 41, "https://phone.example"):
        with pytest.raises(Refused, match="no_name"):
            devices.rename(reader, device.pk, name)
    device.refresh_from_db()
    assert device.name == "My phone"


def test_nobody_changes_the_devices_of_others(reader, device):
    other = Player.objects.exclude(pk=reader.pk).earliest("joined")
    devices.rename(other, device.pk, "Mine now")
    devices.remove(other, device.pk)
    device.refresh_from_db()
    assert device.name == "Phone"


def test_signing_out_of_a_browser_drops_its_device_and_no_other(reader, service):
    for browser in ("one", "two"):
        devices.add(reader, service.browser().subscription, browser, browser, NOON)
    devices.forget_browser(reader, [])
    assert Device.objects.count() == 2
    devices.forget_browser(reader, ["one", "its session"])
    assert [one.name for one in devices.devices_of(reader)] == ["two"]
    devices.forget_others(reader, ["two"])
    assert Device.objects.count() == 1
    devices.forget_others(reader, ["three"])
    assert not Device.objects.exists()


# --- what links in emails promise holds for notifications


def given(row: Outbox) -> Dispatch:
    outbox.send_due(SEND)
    return Dispatch.objects.get(notice=row)


def test_who_takes_a_seat_over_gets_none_that_was_for_the_player_before(row, reader, device, service):
    given(row)
    other = Player.objects.exclude(pk=reader.pk).earliest("joined")
    service.device(other, NOON, "Theirs")
    Seat.objects.filter(pk=row.seat_id).update(player=None, generation=2)
    send.send_due(SEND)
    assert not service.recording.heard and Dispatch.objects.get().state == DispatchState.SUPERSEDED


@pytest.mark.parametrize("change", ["a new address", "this wasn't me"])
def test_nothing_rings_any_more_once_an_account_was_somebody_elses(row, reader, device, service, change):
    given(row)
    if change == "a new address":
        addresses.confirm(reader, "new@second.example", SEND)
    else:
        revocation.revoke(reader, NOON, SEND)
    send.send_due(SEND)
    assert not service.recording.heard
    assert Dispatch.objects.get().state in (DispatchState.SUPERSEDED, DispatchState.FAILED)


def test_a_key_reports_one_notification_and_no_other(row, reader, service):
    service.device(reader, NOON), service.device(reader, NOON)
    go()
    first, second = Dispatch.objects.order_by("pk")
    seen.note(first.key, SEND)
    second.refresh_from_db()
    assert second.seen_at is None and Dispatch.objects.get(pk=first.pk).seen_at == SEND


def test_a_notification_sent_before_a_new_key_of_the_site_is_reported_after_it(
    row, device, service, settings
):
    go()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key " * 6, []
    seen.note(Dispatch.objects.get().key, SEND)
    assert Dispatch.objects.get().seen_at == SEND


@pytest.mark.parametrize("status", [201, 301, 404, 429, 500, 0])
def test_no_secret_of_a_device_reaches_a_log_an_error_or_another_row(
    row, device, service, status, capfd, caplog, monkeypatch
):
    monkeypatch.setattr(carry, "TIME_LIMIT", 0.3)
    service.recording.answer(says(status) if status else hangs)
    go()
    with pytest.raises(Refused) as refused:
        devices.add(
            device.player, Subscription(device.endpoint + "\n", device.p256dh, device.auth), "x", "", NOON
        )
    told = (
        "".join(capfd.readouterr())
        + caplog.text
        + str(refused.value)
        + repr(device)
        + repr(refused.value.details)
    )
    told += str([*Dispatch.objects.values()]).replace(str(Dispatch.objects.get().key), "")
    path = next(iter(service.browsers))
    for secret in (path, device.p256dh, device.auth, str(Dispatch.objects.get().key)):
        assert secret not in told
