"""Somebody who knows only their emails, and where these lead."""

from __future__ import annotations

import random
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import EmailMessage
from queue import Queue
from typing import ClassVar

from tests.kit.cast import Form, Page
from tests.kit.mail_players import SIGN_IN, Mail
from tests.soak.book import Book
from tests.soak.browser import Answer, Browser, path_of

TRIES = 12  # until a form filled in at random is accepted
AT_ONCE = 10  # answers in one visit
TWICE = 0.1  # how often a form is sent twice at once
OK = 200
LANGUAGES = ("en", "ru", "pt-br")


def shuffle(form: Form, sent: dict[str, list[str]], dice: random.Random) -> dict[str, list[str]]:
    """Tick another number of boxes now and then: some choices want three."""
    if dice.random() < 0.5:
        return sent
    chosen = sent.get("do", [""])[0]
    mine = {name: values for name, values in form.boxes.items() if name.startswith(f"{chosen}/")}
    return sent | {name: dice.sample(one, dice.randint(1, min(3, len(one)))) for name, one in mine.items()}


@dataclass
class Person:
    """Somebody who opens every email, and accepts every invitation; alone, they never answer a question."""

    hand: ClassVar[str] = "hand"  # whether emails show it

    name: str
    number: int
    ports: tuple[int, ...]
    book: Book
    inbox: deque[EmailMessage] = field(default_factory=deque)
    codes: Queue[str] = field(default_factory=Queue)
    busy: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.dice = random.Random(f"{self.book.dice.random()} {self.name}")

    @property
    def address(self) -> str:
        return f"{self.name}@example.org"

    @property
    def home(self) -> str:
        return f"10.2.{self.number}.1"

    def browser(self) -> Browser:
        return Browser(self.ports, self.home, self.book)

    def take(self, letter: EmailMessage) -> None:
        """Put an email into the inbox; a code to sign in is waited for by who asked for it."""
        code = SIGN_IN.search(Mail(letter).text) if "List-Id" not in letter else None
        if code:
            self.codes.put(code[0])
        else:
            self.inbox.append(letter)

    def work(self) -> None:
        """Read what is in the inbox, one after the other; nobody is in two places at once."""
        while self.inbox and self.busy.acquire(blocking=False):
            try:
                self.read(Mail(self.inbox.popleft()))
            except IndexError:  # the hour is over, and it was emptied
                return
            finally:
                self.busy.release()

    def read(self, mail: Mail) -> None:
        try:
            if mail.asks:
                self.act(mail)
            elif mail.links:
                self.look(mail)
        except Exception as fault:  # one email that leads nowhere ends nobody's hour
            self.book.fault(f"{type(self).__name__}: {type(fault).__name__} {str(fault)[:80]}")

    def act(self, mail: Mail) -> None:
        """Answer what an email asks."""

    def look(self, mail: Mail) -> None:
        """Open an email's first link; accept if it invites."""
        browser, _, page = self.opened(mail.links[0])
        form = next((one for one in page.forms if "words" in one.values() and "link" in one.values()), None)
        if form is not None:
            self.accept(browser, form)

    def accept(self, browser: Browser, form: Form) -> None:
        said = {"words": f"words of {self.name}", "hand": self.hand, "name": self.name.title()}
        said |= {"language": LANGUAGES[self.number % 3], "zone": "UTC"}
        known = {*form.values()} | {*form.radios} | {name for name, _ in form.selects}
        sent = form.values() | {name: [value] for name, value in said.items() if name in known}
        self.book.count("accepted", str(browser.post(form.action, sent).status_code))

    def opened(self, url: str) -> tuple[Browser, Answer, Page]:
        """Open a link of an email in a browser that was never here before."""
        browser = self.browser()
        page = browser.get(path_of(url))
        return browser, page, Page.of(page)

    def sent_twice(self, door: str, send: Callable[[], Answer], outcome: Callable[[Answer], str]) -> Answer:
        """Send a form; now and then twice at the same moment, as a double click does."""
        if self.dice.random() >= TWICE:
            return send()
        with ThreadPoolExecutor(2) as hands:
            first, second = (hands.submit(send) for _ in range(2))
        self.book.both(door, outcome(first.result()), outcome(second.result()))
        return first.result()


def status(answer: Answer) -> str:
    return str(answer.status_code)
