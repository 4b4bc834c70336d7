"""People who play by page and email: what they send is noted, and whether it was acknowledged."""

from __future__ import annotations

import http.client
import http.cookiejar
import random
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.kit.cast import Form, Page, filled, filled_in
from tests.kit.letters_back import answer, read
from tests.kit.mail_players import SIGN_IN, Mail, buttons
from tests.kit.mail_server import Box
from tools.image.trial.servers import SITE, await_

URL = f"https://{SITE}"
#: The hold of an email, and time for a busy machine.
MAIL_PATIENCE = 240
OK, UNPROCESSABLE, TRIES = 200, 422, 60
Fields = Mapping[str, Sequence[str]]


@dataclass
class Notes:
    """What came of all requests, over all people."""

    answers: Counter[int] = field(default_factory=Counter)  # 0 if there was none
    acknowledged: list[tuple[str, str]] = field(
        default_factory=list
    )  # the match, and the token that was pressed
    longest: float = 0.0  # seconds until a move was acknowledged, with all its repetitions
    repeated: int = 0


@dataclass
class Person:
    """A browser, a mailbox, and dice to choose with."""

    address: str
    trust: ssl.SSLContext
    box: Box
    notes: Notes
    dice: random.Random

    def __post_init__(self) -> None:
        self.cookies, self.here = http.cookiejar.CookieJar(), URL
        self.browser = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=self.trust), urllib.request.HTTPCookieProcessor(self.cookies)
        )

    # --- pages

    def ask(self, path: str, sent: Fields | None = None) -> tuple[int, str, str]:
        """Send a request; give the status (0: no answer), the address one ends at, and the page."""
        url = urllib.parse.urljoin(self.here, path)
        body = urllib.parse.urlencode(sent, doseq=True).encode() if sent is not None else None
        request = urllib.request.Request(url, body, {"Referer": url, "Origin": URL})
        try:
            with self.browser.open(request, timeout=40) as answered:
                return answered.status, answered.url, answered.read().decode()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.url, refused.read().decode(errors="replace")
        except (OSError, http.client.HTTPException):
            return 0, url, ""

    def insist(self, path: str, sent: Fields | None = None) -> tuple[int, str, str]:
        """Send it again, the same, until a page of the site answers: as a person would who sees an error."""
        began, first = time.monotonic(), True
        for _ in range(TRIES):
            status, url, page = self.ask(path, sent)
            self.notes.answers[status] += 1
            if status and status < 500:
                self.notes.longest = max(self.notes.longest, time.monotonic() - began)
                self.here = url
                return status, url, page
            self.notes.repeated += first
            first = False
            time.sleep(0.5)
        raise TimeoutError(f"{path} is answered with {status} all the time")

    def page(self, path: str) -> Page:
        status, _, text = self.insist(path)
        assert status == OK, (path, status)
        return parsed(text)

    def send(self, page: Page, **said: str) -> tuple[str, Page]:
        """Fill in the form that has these fields, and send it."""
        form = next(one for one in page.forms if said.keys() <= one.values().keys())
        status, url, text = self.insist(form.action, form.values() | {name: [v] for name, v in said.items()})
        assert status == OK, (form.action, status, text[:300])
        return url, parsed(text)

    def sign_in(self) -> None:
        """Sign in with the code from an email, and enter a name."""
        came = len(self.mails())
        _, typed = self.send(self.page("/accounts/login/"), email=self.address)
        code = SIGN_IN.search(self.next_mail(came).text)
        assert code, "no code in the email"
        url, named = self.send(typed, code=code[0])
        if "/name/" in url:
            self.send(named, name=self.address.partition("@")[0].title())

    # --- moves

    def move(self, match: str) -> bool:
        """Answer what the page of a match asks; tell whether it asked for anything."""
        asking = self.page(match).asking
        if not asking:
            return False
        form = asking[0]
        for _ in range(TRIES):
            sent = filled(form, self.dice) | {"csrfmiddlewaretoken": form.values()["csrfmiddlewaretoken"]}
            status, _, _ = self.insist(match, sent)
            if status == OK:
                self.notes.acknowledged.append((match, sent["press"][0]))
                return True
            assert status == UNPROCESSABLE, status
        raise AssertionError("nothing that was tried is allowed")

    # --- emails

    def mails(self) -> list[Mail]:
        return [mail for one in [*self.box.letters] if (mail := Mail(read(one))).head["To"] == self.address]

    def next_mail(self, after: int) -> Mail:
        await_(lambda: len(self.mails()) > after, f"no email to {self.address}", seconds=MAIL_PATIENCE)
        return self.mails()[after]

    def asked(self, after: int = 0) -> Mail:
        """Wait for an email that asks for a move."""

        def asks() -> list[Mail]:
            return [mail for mail in self.mails()[after:] if mail.asks]

        await_(asks, f"no email asks {self.address} for a move", seconds=MAIL_PATIENCE)
        return asks()[0]

    def press_link(self, mail: Mail) -> None:
        """Open the page behind a button of an email, and confirm, without any cookie."""
        stranger = Person(self.address, self.trust, self.box, self.notes, self.dice)
        for _ in range(TRIES):
            form = next(
                one for one in stranger.page(self.dice.choice(mail.choices).url).forms if buttons(one)
            )
            form.radios["do"] = buttons(form)[:1]
            status, _, _ = stranger.insist(form.action, filled_in(form, self.dice))
            if status == OK:
                assert not stranger.cookies
                return
        raise AssertionError("no choice of the email is allowed")

    def reply(self, mail: Mail) -> tuple[str, bytes]:
        """Write a reply with the code of a choice; give its recipient and its bytes."""
        plain = [one for one in mail.choices if not one.on_page]
        return str(mail.head["Reply-To"]), answer(mail.head, self.dice.choice(plain).code)


def parsed(text: str) -> Page:
    page = Page()
    page.feed(text)
    return page


def play_to_the_end(people: Sequence[Person], match: str, most: int = 1500) -> int:
    """Let people move by turns until nobody is asked any more; give the number of moves."""
    moves = 0
    while moves < most:
        moved = sum(person.move(match) for person in people)
        if not moved:
            return moves
        moves += moved
    raise AssertionError(f"{match} doesn't end")


class Playing(threading.Thread):
    """Plays one match at a person's pace until it is told to stop, or until the match is over."""

    def __init__(self, people: Sequence[Person], match: str, pause: float) -> None:
        super().__init__(daemon=True)
        self.people, self.match, self.pause = people, match, pause
        self.enough, self.problem = threading.Event(), ""

    def run(self) -> None:
        try:
            while not self.enough.is_set():
                if not any(person.move(self.match) for person in self.people):
                    return
                self.enough.wait(self.pause)
        except Exception as problem:  # told at the end, in the thread that waits for this one
            self.problem = f"{type(problem).__name__}: {problem}"

    def stop(self) -> None:
        self.enough.set()
        self.join(120)


__all__ = ["Form", "Notes", "Person", "Playing", "play_to_the_end"]
