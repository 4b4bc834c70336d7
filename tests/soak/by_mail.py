"""People who play by their emails alone: by links and what is behind them, or by reply."""

from __future__ import annotations

from tests.kit.cast import Form, Page, filled_in
from tests.kit.letters_back import answer as reply_to
from tests.kit.mail_players import Mail, Offered, buttons
from tests.kit.webhooks import IN, password, signature
from tests.soak.browser import Answer, Browser, path_of
from tests.soak.people import AT_ONCE, OK, TRIES, Person, shuffle, status

PLANS = 0.1  # how often somebody presses a plan first
UNPROCESSABLE = 422


class LinkReader(Person):
    """Somebody who presses what the email offers, and goes on behind the link until the turn is over."""

    def act(self, mail: Mail) -> None:
        if mail.plans and self.dice.random() < PLANS:
            self.plan(mail)
        self.press(mail)
        self.go_on(mail)

    def plan(self, mail: Mail) -> None:
        plan = self.dice.choice(mail.plans[:-1] or mail.plans)  # the last plan never asks again
        browser, _, page = self.opened(plan.url)
        form = next((one for one in page.forms if buttons(one)), None)
        if form is not None:
            self.pressed(browser, form, form.values() | {"do": buttons(form)[:1]}, plan.url)

    def press(self, mail: Mail) -> None:
        """Press a choice; fill in at random what is left open, until that is accepted or too late."""
        url = self.dice.choice(mail.choices).url if mail.choices else mail.links[0]
        for _ in range(TRIES):
            browser, _, page = self.opened(url)
            form = next((one for one in page.forms if buttons(one)), None)
            if form is None:
                return
            form.radios["do"] = buttons(form)[:1]
            sent = shuffle(form, filled_in(form, self.dice), self.dice)
            if self.pressed(browser, form, sent, url).status_code != UNPROCESSABLE:
                return

    def go_on(self, mail: Mail) -> None:
        for _ in range(AT_ONCE):
            browser, _, page = self.opened(mail.links[0])
            onward = [one for one in page.forms if ("go_on", "yes") in one.buttons]
            if not onward:
                return
            pressed = browser.post(onward[0].action, onward[0].values() | {"go_on": "yes"})
            led, path = browser.followed(pressed)
            form = next((one for one in Page.of(led).forms if buttons(one)), None)
            if form is None:
                return
            form.radios["do"] = buttons(form)
            self.pressed(browser, form, filled_in(form, self.dice), path or form.action)

    def pressed(self, browser: Browser, form: Form, sent: dict[str, list[str]], url: str) -> Answer:
        answer = self.sent_twice("link", lambda: browser.post(form.action, sent), status)
        if answer.status_code == OK:
            self.book.acknowledge("link", "", path_of(url).partition("?")[0].removeprefix("/t/"))
        return answer


class Replier(LinkReader):
    """Somebody who replies with a letter or a word; a provider passes it on."""

    def act(self, mail: Mail) -> None:
        plain = [one for one in mail.choices if not one.on_page]
        if not plain:
            return super().act(mail)
        chosen = self.dice.choice(plain)
        self.reply(mail, self.dice.choice([chosen.code, chosen.label]), chosen)
        return None

    def reply(self, mail: Mail, text: str, chosen: Offered) -> None:
        raw = reply_to(mail.head, text)
        token = f"{self.name} {self.dice.getrandbits(64):x}"
        told = {"recipient": str(mail.head["Reply-To"]), "sender": self.address, "body-mime": raw.decode()}
        browser = self.browser()

        def call() -> Answer:
            return browser.post(IN, told | signature(token), **password())

        if self.sent_twice("reply", call, status).status_code == OK:
            self.book.acknowledge("reply", "", path_of(chosen.url).removeprefix("/t/"))
