"""People who play by the pages of the site, and press again on another host until they are answered.

They note what they send and what is acknowledged, in a file that outlives them.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.kit.cast import Form, Page, filled
from tests.scale.site import NAME, PORT

CONNECT, PATIENCE = 3, 12  # seconds until a host counts as away, and until a person presses again
AVOIDED = (
    8  # seconds for which nobody is led to a host that was away, as by a proxy that looks after its hosts
)
OK, FOUND, FIRST_OF_SERVER = 200, 302, 500
SIGN_IN, CSRF = "/demo/sign-in/", "csrfmiddlewaretoken"
Sent = Mapping[str, str | Sequence[str]]


class Notes:
    """A line for everything that was sent or heard; several people write."""

    def __init__(self, file: TextIO) -> None:
        self.file, self.lock = file, threading.Lock()

    def write(self, what: str, **facts: object) -> None:
        with self.lock:
            self.file.write(json.dumps({"what": what, "at": time.time(), **facts}) + "\n")


class Browser:
    """A browser that believes all hosts to be one site, as behind a proxy that balances."""

    def __init__(self, hosts: Sequence[str]) -> None:
        self.hosts, self.cookies = hosts, dict[str, str]()
        self.avoided = dict[str, float]()

    def choose(self, dice: random.Random) -> str:
        """Choose a host that wasn't away just now, or any if all were."""
        now = time.monotonic()
        well = [one for one in self.hosts if self.avoided.get(one, 0) < now]
        return dice.choice(well or list(self.hosts))

    def ask(self, host: str, method: str, path: str, form: Sent | None = None) -> tuple[int, str, str]:
        """Ask one host; return status, page and where it leads; raise OSError."""
        line = http.client.HTTPConnection(host, PORT, timeout=CONNECT)
        headers = {"Host": NAME, "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        body = None
        if form is not None:
            headers["Content-Type"], body = "application/x-www-form-urlencoded", urlencode(form, doseq=True)
        try:
            line.connect()
            line.sock.settimeout(PATIENCE)
            line.request(method, path, body, headers)
            answer = line.getresponse()
            page = answer.read().decode()
        except http.client.HTTPException as broken:
            raise OSError(str(broken)) from broken
        finally:
            line.close()
        for told in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: one.value for name, one in SimpleCookie(told).items()}
        return answer.status, page, answer.headers.get("Location", "")


class Person(threading.Thread):
    def __init__(
        self, player: str, matches: Sequence[str], browser: Browser, notes: Notes, seed: int
    ) -> None:
        super().__init__(daemon=True)
        self.player, self.matches, self.browser, self.notes = player, matches, browser, notes
        self.dice, self.leaving = random.Random(seed), threading.Event()

    def run(self) -> None:
        self.sign_in()
        while not self.leaving.is_set():
            path = f"/m/{self.dice.choice(self.matches)}/"
            status, page, _ = self.until_answered("GET", path)
            asking = read(page).asking if status == OK else []
            if asking:
                self.press(path, self.fill_in(self.dice.choice(asking)))
            time.sleep(self.dice.uniform(0.1, 0.6))

    def sign_in(self) -> None:
        _, page, _ = self.until_answered("GET", "/accounts/login/")
        form = next(one for one in read(page).forms if one.action == SIGN_IN)
        self.until_answered("POST", SIGN_IN, form.values() | {"player": self.player})

    def fill_in(self, form: Form) -> Sent:
        return {CSRF: form.values()[CSRF], **filled(form, self.dice)}

    def press(self, path: str, form: Sent) -> None:
        """Send a form until it is answered: the same form each time, so that it plays once."""
        self.notes.write("sent", press=form["press"])
        status, _, leads_to = self.until_answered("POST", path, form)
        key = parse_qs(urlsplit(leads_to).query).get("done")
        if status == FOUND and key:
            self.notes.write("acknowledged", press=form["press"], match=path.split("/")[2], key=key[0])
        else:
            self.notes.write("refused", press=form["press"], status=status)

    def until_answered(self, method: str, path: str, form: Sent | None = None) -> tuple[int, str, str]:
        while True:
            host, began = self.browser.choose(self.dice), time.monotonic()
            try:
                answer = self.browser.ask(host, method, path, form)
                why: object = answer[0]
            except OSError as error:
                answer, why = None, type(error).__name__
                self.browser.avoided[host] = time.monotonic() + AVOIDED
            took = round(time.monotonic() - began, 2)
            if answer and answer[0] < FIRST_OF_SERVER:
                self.notes.write("answered", method=method, took=took)
                return answer
            self.notes.write("again", host=host, method=method, why=why, took=took)
            time.sleep(0.3)


def read(page: str) -> Page:
    found = Page()
    found.feed(page)
    return found


def play(told: Mapping[str, Any], is_over: Callable[[], object]) -> None:
    """Let people play until it is over; then wait until each is answered."""
    with Path(told["notes"]).open("a", buffering=1) as file:
        notes = Notes(file)
        people = [
            Person(player, matches, Browser(told["hosts"]), notes, seed)
            for seed, (player, matches) in enumerate(told["people"].items())
        ]
        for person in people:
            person.start()
        is_over()
        for person in people:
            person.leaving.set()
        for person in people:
            person.join(told["patience"])
        notes.write("left", waiting=sum(person.is_alive() for person in people))
