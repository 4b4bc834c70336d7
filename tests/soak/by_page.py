"""People who sign in and play on the page of the match."""

from __future__ import annotations

from queue import Empty
from urllib.parse import parse_qs, urlsplit

from tests.kit.cast import Form, Page, filled
from tests.kit.mail_players import TO_MATCH, Mail
from tests.soak.browser import Answer, Browser, csrf
from tests.soak.people import AT_ONCE, TRIES, Person, shuffle, status

SELDOM = 0.03
FOUND = 302


class PageReader(Person):
    """Somebody who signs in once, and plays on the page of the match: their emails don't show the hand."""

    hand = "no_hand"
    own: Browser | None = None

    def act(self, mail: Mail) -> None:
        _, page, _ = self.opened(mail.links[0])
        found = TO_MATCH.search(page.text)
        if found:
            self.visit(found[1])
        else:
            self.book.fault(f"PageReader: no way from the link to the match ({page.status_code})")

    def look(self, mail: Mail) -> None:
        super().look(mail)
        if len(mail.digests) == 3 and self.own is not None:  # the match is over
            _, page, _ = self.opened(mail.links[0])
            if found := TO_MATCH.search(page.text):
                for tab in ("", "history/", "replay/", "story/", "check/"):
                    self.own.get(found[1] + tab)

    def visit(self, path: str) -> None:
        """Answer everything the page asks, and sometimes something beside it."""
        self.own = self.own or self.signed_in(path)
        for _ in range(AT_ONCE):
            page = Page.of(self.own.get(path))
            if not page.asking:
                return
            if not self.answered(path, page.asking):
                return
            self.aside(path)

    def answered(self, path: str, asking: list[Form]) -> bool:
        """Answer one question; tell whether that was accepted."""
        form = self.dice.choice(asking)
        for _ in range(TRIES):
            answer = self.press(path, shuffle(form, filled(form, self.dice), self.dice) | csrf(form))
            if answer.status_code == FOUND:
                self.book.acknowledge("page", path.split("/")[2], done(answer))
                return True
            again = [one for one in Page.of(answer).asking if one.action == form.action]
            if not again:
                return False
            form = self.dice.choice(again)
        return False

    def press(self, path: str, sent: dict[str, list[str]]) -> Answer:
        assert self.own is not None
        own = self.own
        return self.sent_twice("page", lambda: own.post(path, sent), lambda one: done(one) or status(one))

    def aside(self, path: str) -> None:
        """Now and then undo, write into the chat, or look at another tab."""
        assert self.own is not None
        if self.dice.random() < SELDOM:
            self.send_first(path, "/take-back/", {})
        if self.dice.random() < SELDOM:
            self.send_first(path + "?tab=chat", "/talk/", {"text": [f"Well dug, says {self.name}."]})
        if self.dice.random() < SELDOM:
            self.own.get(path + self.dice.choice(["history/", "more/"]))

    def send_first(self, path: str, action: str, said: dict[str, list[str]]) -> None:
        assert self.own is not None
        form = next((one for one in Page.of(self.own.get(path)).forms if one.action.endswith(action)), None)
        if form is not None:
            self.book.count(action, status(self.own.post(form.action, form.values() | said)))

    def signed_in(self, path: str) -> Browser:
        """Sign in with the code that comes by email; raise if none comes."""
        browser = self.browser()
        asked, _ = browser.followed(browser.get(path))
        typed = self.sent(browser, asked, email=self.address)
        try:
            code = self.codes.get(timeout=120)
        except Empty:
            raise TimeoutError("no code came") from None
        arrived = self.sent(browser, typed, code=code)
        if any("name" in one.values() for one in Page.of(arrived).forms):
            self.sent(browser, arrived, name=self.name.title())
        return browser

    def sent(self, browser: Browser, page: Answer, **said: str) -> Answer:
        (wanted,) = said
        form = next(one for one in Page.of(page).forms if wanted in one.values())
        answer = browser.post(form.action, form.values() | {name: [value] for name, value in said.items()})
        return browser.followed(answer)[0]


def done(answer: Answer) -> str:
    """Read from where a page leads which press it acknowledges."""
    return parse_qs(urlsplit(answer.location).query).get("done", [""])[0]
