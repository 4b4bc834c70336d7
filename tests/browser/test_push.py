"""Push notifications in a real browser: its worker shows them, opens the match and reports that.

Chromium without a screen has no notifications to show, and no push service to subscribe at. These two are
stood in for; the push event, the worker, its caches and the pages under our policy are real.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.mail.send import outbox
from games.models import Device, Dispatch, Match, Outbox, Player
from games.reach import send
from tests.browser.people import follow
from tests.kit.cast import NOON, at, match_of, person
from tests.kit.push_service import Browser, PushService, push_service
from tests.kit.waiting import wait_for

#: A screen that shows notifications, for one worker.
SCREEN = """() => {
    self.shown = []; self.opened = []; self.counted = [];
    self.registration.showNotification = async (title, rest) => { self.shown.push({title, ...rest}); };
    self.registration.getNotifications = async ({tag}) => self.shown.filter(one => one.tag === tag);
    self.navigator.setAppBadge = async count => { self.counted.push(count); };
    self.clients.openWindow = async url => { self.opened.push(url); };
}"""
PRESS = """async () => {
    const event = new ExtendableEvent("notificationclick");
    event.notification = {...self.shown.at(-1), close() { self.shown.pop(); }};
    self.dispatchEvent(event);
}"""
UNTIL = """async ([what, count]) => {
    while (self[what].length < count) await new Promise(go => setTimeout(go, 20));
}"""
KEPT = """async () => {
    const paths = [];
    for (const name of await caches.keys()) {
        for (const {url} of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths.sort();
}"""
#: A browser that lets itself be subscribed, as the one at the push service that these are the keys of.
LETS = """([endpoint, p256dh, auth]) => {
    const plain = told => atob(told.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = told => Uint8Array.from(plain(told), one => one.charCodeAt());
    Object.defineProperty(Notification, "permission", {get: () => sessionStorage.allowed || "default"});
    Notification.requestPermission = async () => sessionStorage.allowed = "granted";
    const subscription = options => ({
        endpoint, options, getKey: name => bytes({p256dh, auth}[name]).buffer, unsubscribe: async () => true,
    });
    PushManager.prototype.getSubscription = async () => sessionStorage.trusted
        ? subscription({applicationServerKey: bytes(sessionStorage.trusted).buffer}) : null;
    PushManager.prototype.subscribe = async options => {
        if (!options.userVisibleOnly) throw new Error("not for the user to see");
        sessionStorage.trusted = btoa(String.fromCharCode(...options.applicationServerKey));
        return subscription(options);
    };
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


class Worker:
    """The service worker of a page, and Chromium's own tools to send it a push message."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site
        self.registrations: list[str] = []
        self.cdp = page.context.new_cdp_session(page)
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.cdp.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        wait_for(self._is_known)
        (self.worker,) = page.context.service_workers
        self.worker.evaluate(SCREEN)

    def _is_known(self) -> bool:
        self.page.wait_for_timeout(20)  # so that what the browser tells is heard
        return bool(self.registrations)

    def _note(self, told: dict[str, Any]) -> None:
        self.registrations += [one["registrationId"] for one in told["registrations"]]

    def receive(self, content: bytes) -> None:
        told = {"origin": f"{self.site}/", "registrationId": self.registrations[0]}
        self.cdp.send("ServiceWorker.deliverPushMessage", {**told, "data": content.decode()})

    def has(self, what: str, count: int) -> list[Any]:
        """Wait until the worker has done something so often."""
        self.worker.evaluate(UNTIL, [what, count])
        return list(self.worker.evaluate(f"self.{what}"))


def given(service: PushService, found: Match) -> Dispatch:
    """Let the player whose turn it is get a notification, as far as the push service."""
    row = Outbox.objects.get(match=found)
    service.device(row.seat.player, NOON)
    with at(row.send_after):
        outbox.send(row.pk, row.send_after)
        send.send_due(row.send_after)
    return Dispatch.objects.get()


def test_the_worker_shows_the_bytes_that_were_sent_opens_the_match_and_says_so(people, site, service):
    found = match_of()
    dispatch = given(service, found)
    page = people.come(dispatch.notice.seat.player)
    page.goto("/mails/")
    worker = Worker(page, site)
    (heard,) = service.recording.heard
    content = service.browsers[heard.path].opened(heard.body)
    # For others the site has another address than the one it has in this test.
    there = json.loads(content)["notification"]["navigate"]
    worker.receive(content.replace(there.encode(), f"{site}/m/{found.public_id}/".encode()))
    (shown,) = worker.has("shown", 1)
    assert shown["title"] == "Your turn" and "Quartz" in shown["body"] and "Due" in shown["body"]
    assert shown["tag"] == found.public_id and shown["renotify"] is True and shown["lang"] == "en"
    assert "web_push" not in shown and worker.has("counted", 1) == [1]
    worker.worker.evaluate(PRESS)
    assert worker.has("opened", 1) == [f"{site}/m/{found.public_id}/"]
    wait_for(lambda: Dispatch.objects.get().seen_at is not None)


def test_the_same_notification_again_rings_once(people, site, service):
    page = people.come(person("alice"))
    page.goto("/mails/")
    worker = Worker(page, site)
    for key in ("one", "one", "two"):
        told = {"title": "Your turn", "tag": "m", "navigate": "/", "data": {"key": key}}
        worker.receive(json.dumps({"web_push": 8030, "notification": told}).encode())
    assert [one["renotify"] for one in worker.has("shown", 3)] == [True, False, True]


def test_whatever_comes_something_is_shown_and_nothing_elsewhere_is_opened(people, site):
    page = people.come(person("alice"))
    page.goto("/mails/")
    worker = Worker(page, site)
    worker.receive(b"no JSON")
    (shown,) = worker.has("shown", 1)
    assert shown["title"] == "Quartz"
    told = {"title": "Elsewhere", "tag": "m", "navigate": "https://elsewhere.example/"}
    worker.receive(json.dumps({"notification": told}).encode())
    worker.has("shown", 2)
    worker.worker.evaluate(PRESS)
    worker.worker.evaluate(PRESS)  # the one before, which opens the site
    assert worker.has("opened", 1) == [f"{site}/"]


def test_without_the_network_a_page_says_so_and_nothing_else_is_kept(people, site):
    alice = person("alice")
    found = match_of()
    page = people.come(alice)
    page.goto(f"/m/{found.public_id}/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for path in ("/", f"/m/{found.public_id}/", "/mails/", "/mails/sent/"):
        page.goto(path)
    kept = page.evaluate(KEPT)
    assert kept == [
        "/offline/",
        "/static/games/favicon.svg",
        "/static/games/lost.css",
        "/static/games/site.css",
    ]
    page.context.set_offline(True)
    page.goto(f"/m/{found.public_id}/")
    expect(page.get_by_role("heading", name="You're offline")).to_be_visible()
    assert "Alice" not in page.content()
    assert page.evaluate("document.styleSheets.length") == 2
    page.context.set_offline(False)
    follow(page, page.get_by_role("link", name="Try again"))
    assert page.url.endswith(f"/m/{found.public_id}/")
    people.complaints[:] = [one for one in people.complaints if "ERR_INTERNET_DISCONNECTED" not in one]


def subscribing(people, player: Player, browser: Browser) -> Page:
    """Open the settings in a browser that can be subscribed."""
    told = browser.subscription
    page = people.come(player)
    page.add_init_script(f"({LETS})({json.dumps([told.endpoint, told.p256dh, told.auth])})")
    page.goto("/mails/")
    return page


def test_a_browser_is_turned_on_tried_and_knows_itself(people, service):
    alice, browser = person("alice"), service.browser()
    page = subscribing(people, alice, browser)
    expect(page.get_by_label("Name of this device")).to_have_value("Chrome, Linux")
    follow(page, page.get_by_role("button", name="Turn on in this browser"))
    device = Device.objects.get()
    assert (device.player, device.endpoint) == (alice, browser.endpoint)
    expect(page.get_by_text("this browser · not reached yet")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on in this browser")).to_be_hidden()
    expect(page.get_by_role("columnheader", name="Push")).to_be_visible()
    follow(page, page.get_by_role("button", name="Send a test"))
    expect(page.get_by_text("The push service has accepted a test notification.")).to_be_visible()
    assert service.messages()[0]["notification"]["title"] == "Push notifications work"
    follow(page, page.get_by_role("button", name="Remove"))
    expect(page.get_by_role("button", name="Turn on in this browser")).to_be_visible()
    assert not Device.objects.exists()


def test_who_blocks_notifications_is_told_how_to_allow_them(people):
    page = people.come(person("alice"))  # as Chromium without a screen does
    page.goto("/mails/")
    expect(page.get_by_text("You have blocked notifications from this site.")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on in this browser")).to_be_hidden()
