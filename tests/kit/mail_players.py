"""People who play by email alone: what they read and the ways they answer, over servers on loopback."""

from __future__ import annotations

import html
import io
import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from functools import cached_property
from typing import Any, NamedTuple

import time_machine
from django.conf import settings as site
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.lobby import invitations
from games.mail.send import outbox
from games.models import Match, Seat
from games.ops import sweep
from tests.kit.cast import NOON, Form, Page, filled, filled_in, person
from tests.kit.imap_server import Folder
from tests.kit.letters_back import answer, read
from tests.kit.mail_server import Box
from tests.kit.opened import open_table
from tests.kit.webhooks import call, signature

PEOPLE = {
    "ana": ("pt-br", "America/Sao_Paulo"),
    "boris": ("ru", "Asia/Yekaterinburg"),
    "carol": ("en", "Europe/London"),
    "dan": ("en", "UTC"),
}
ANCHOR = re.compile(r'<a\s[^>]*?href="([^"]+)"[^>]*>(.*?)</a>', re.DOTALL)
BADGE = re.compile(r'<span class="badge">([A-Z]\d*)</span>(.*)', re.DOTALL)
CODED = re.compile(r"^([A-Z]\d*): (?:.*\n)+?\s+(https://\S+)$", re.MULTILINE)
ADDRESS = re.compile(r"https://\S+")
DIGEST = re.compile(r"^[0-9a-f]{64}$", re.MULTILINE)
SIGN_IN = re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b")
HEADING = re.compile(r"<h1>(.*?)</h1>", re.DOTALL)
TO_MATCH = re.compile(r'href="(/m/[^"/]+/)"')
STEP = timedelta(seconds=site.SEND_AFTER + 1)
PATIENCE = 20  # steps without an email, half an hour: then none of what was done waits to be told
TRIES = 20  # until a form filled in at random is accepted


# --- reading an email


class Offered(NamedTuple):
    code: str
    label: str
    url: str
    on_page: bool  # something is left to choose on its page


@dataclass(frozen=True)
class Mail:
    """An email as a mail program shows it."""

    head: EmailMessage

    def part(self, kind: str) -> str:
        found = self.head.get_body((kind,))
        assert found is not None
        return str(found.get_content()).replace("\r\n", "\n")

    @cached_property
    def text(self) -> str:
        return self.part("plain")

    @cached_property
    def anchors(self) -> list[tuple[str, str]]:
        return [(html.unescape(url), said) for url, said in ANCHOR.findall(self.part("html"))]

    @cached_property
    def offers(self) -> list[Offered]:
        """List the buttons that have a code."""
        coded = [(url, found) for url, said in self.anchors if (found := BADGE.search(said))]
        return [_offered(found[1], html.unescape(found[2]).strip(), url) for url, found in coded]

    @property
    def coded(self) -> dict[str, str]:
        """Map the codes in its text to their URLs."""
        return dict(CODED.findall(self.text))

    @property
    def addresses(self) -> set[str]:
        return set(ADDRESS.findall(self.text))

    @property
    def choices(self) -> list[Offered]:
        return [one for one in self.offers if len(one.code) == 1]

    @property
    def plans(self) -> list[Offered]:
        return [one for one in self.offers if len(one.code) > 1]

    @property
    def links(self) -> list[str]:
        """List its other links in order."""
        return [url for url, said in self.anchors if "/t/" in url and not BADGE.search(said)]

    @property
    def digests(self) -> list[str]:
        return DIGEST.findall(self.text)

    @property
    def asks(self) -> bool:
        return "Reply-To" in self.head and bool(self.offers)

    @property
    def shown(self) -> str:
        """Return the words of its HTML, without the preview text."""
        _, _, body = self.part("html").partition('aria-roledescription="email"')
        return " ".join(html.unescape(re.sub("<[^>]*>", " ", body)).split())

    @property
    def lines(self) -> list[str]:
        """Return the lines of its text, unfolded."""
        return re.sub(r"\n +(?! |https)", " ", self.text).split("\n")


def _offered(code: str, said: str, url: str) -> Offered:
    return Offered(code, said.removesuffix("…"), url, said.endswith("…"))


# --- the four players


@dataclass
class World:
    """The servers, the clock, and all the emails that arrived."""

    box: Box
    folder: Folder
    dice: random.Random
    came: Counter[int] = field(default_factory=Counter)
    calls: Iterator[int] = field(default_factory=itertools.count)

    def opened(self, url: str) -> tuple[Client, str, Page]:
        """Open a link of an email in a browser that was never here before."""
        client, path = Client(), url.removeprefix(site.SITE_URL)
        page = client.get(path)
        assert page.status_code == 200, url
        assert not page.cookies
        return client, page.content.decode(), Page.of(page)

    def post(self, client: Client, form: Form, sent: dict[str, Any]) -> int:
        answered = client.post(form.action, sent)
        assert not client.cookies
        self.came[answered.status_code] += 1
        return int(answered.status_code)


@dataclass
class Reader:
    """A player who knows only their emails and where these lead."""

    name: str
    world: World
    with_hand: bool
    mails: list[Mail] = field(default_factory=list)
    browser: Client | None = None

    def __post_init__(self) -> None:
        page = [] if self.with_hand else [self.on_the_page]  # early, since some players are rarely asked
        ways = [self.by_link, *page, self.by_code, *page, self.by_word, *page, self.by_pipe, self.by_plan]
        self.ways = itertools.cycle(ways)

    @property
    def over(self) -> Mail:
        """Return the one email that reveals the secret, along with commitment and head."""
        (found,) = [mail for mail in self.mails if len(mail.digests) == 3]
        return found

    @property
    def address(self) -> str:
        return f"{self.name}@example.org"

    def take(self, mail: Mail) -> None:
        self.mails.append(mail)
        if len(self.mails) == 1:
            self.accept(mail)
        if mail.asks:
            next(self.ways)(mail)

    def accept(self, mail: Mail) -> None:
        """Accept the invitation."""
        client, _, page = self.world.opened(mail.links[0])
        form = next(one for one in page.forms if "words" in one.values())
        language, zone = PEOPLE[self.name]
        hand = "hand" if self.with_hand else "no_hand"
        said = {"hand": hand, "language": language, "zone": zone, "words": f"words of {self.name}"}
        assert self.world.post(client, form, form.values() | said) == 200

    def by_link(self, mail: Mail) -> None:
        """Follow a choice's link and confirm the first option; without one, use the page with the hand."""
        if not mail.choices:
            return self.on_the_page(mail)
        chosen = self.world.dice.choice(mail.choices)
        for _ in range(TRIES):
            client, content, page = self.world.opened(chosen.url)
            form = next(one for one in page.forms if buttons(one))
            name = chosen.label.partition(":")[0].partition(" — ")[0].partition(" – ")[0]
            assert heading(content).startswith(name), (heading(content), chosen.label)
            assert "do" not in form.values()
            form.radios["do"] = buttons(form)[:1]
            if self.world.post(client, form, filled_in(form, self.world.dice)) == 200:
                return None
        raise AssertionError(chosen.label)

    def by_code(self, mail: Mail) -> None:
        """Reply with a code to the mailbox."""
        if plain := self.plain(mail):
            self.world.folder.put(answer(mail.head, plain.code))
        else:
            self.by_link(mail)

    def by_word(self, mail: Mail) -> None:
        """Reply with the text of a button through a provider's webhook."""
        if plain := self.plain(mail):
            raw = answer(mail.head, plain.label).decode()
            told = {"recipient": str(mail.head["Reply-To"]), "sender": self.address, "body-mime": raw}
            assert call(told | signature(f"call {next(self.world.calls)}")) == 200
        else:
            self.by_link(mail)

    def by_pipe(self, mail: Mail) -> None:
        """Reply with a code through the mail server's pipe."""
        if plain := self.plain(mail):
            came = io.BytesIO(answer(mail.head, plain.code))
            given = {"recipient": str(mail.head["Reply-To"]), "sender": self.address, "stdin": came}
            call_command("receive_mail", **given)
        else:
            self.by_link(mail)

    def plain(self, mail: Mail) -> Offered | None:
        """Pick a choice that leaves nothing open."""
        plain = [one for one in mail.choices if not one.on_page]
        return self.world.dice.choice(plain) if plain else None

    def by_plan(self, mail: Mail) -> None:
        """Save a plan; if it doesn't answer this question, use the email's links."""
        if mail.plans:
            plan = self.world.dice.choice(mail.plans[:-1] or mail.plans)  # the last plan never asks again
            client, _, page = self.world.opened(plan.url)
            form = next(one for one in page.forms if buttons(one))
            sent = {"do": buttons(form)}
        elif mail.choices:  # whoever has never had a plan finds them one step away
            client, _, page = self.world.opened(f"{mail.choices[0].url}?all=1")
            form = next(one for one in page.forms if "plan" in one.radios)
            offered = form.radios["plan"]
            sent = {"plan": [self.world.dice.choice(offered[:-1] or offered)]}
        else:
            return self.by_link(mail)
        assert self.world.post(client, form, form.values() | sent) == 200
        if self.is_open(mail):
            self.by_link(mail)
        return None

    def is_open(self, mail: Mail) -> bool:
        _, _, page = self.world.opened(mail.links[0])
        return any(map(buttons, page.forms))

    # --- the page with the hand

    def on_the_page(self, mail: Mail) -> None:
        """Follow the email to the page with the hand, and play a card if possible."""
        _, content, _ = self.world.opened(mail.links[0])
        found = TO_MATCH.search(content)
        assert found
        for _ in range(TRIES):
            page = self.page(found[1])
            if not page.asking:
                return
            client, form = self.browser, page.asking[0]
            assert client is not None
            answered = client.post(found[1], _of_hand(form, self.world.dice) | _csrf(form))
            self.world.came[answered.status_code] += 1
            if answered.status_code == 302:
                return
        raise AssertionError(mail.head["Subject"])

    def page(self, path: str) -> Page:
        if self.browser is None:
            self.browser = self.signed_in(path)
        return Page.of(self.browser.get(path))

    def signed_in(self, path: str) -> Client:
        """Sign in with the emailed code, and enter a name, all through forms."""
        client = Client(enforce_csrf_checks=True, REMOTE_ADDR=f"10.1.0.{len(self.name)}")
        asked = client.get(path, follow=True)
        came = len(self.world.box.letters)
        typed = self.send(client, asked, email=self.address)
        outbox.send_due(timezone.now())
        (letter,) = [read(one) for one in self.world.box.letters[came:]]
        assert str(letter["To"]) == self.address
        code = SIGN_IN.search(Mail(letter).text)
        assert code
        named = self.send(client, typed, code=code[0])
        arrived = self.send(client, named, name=self.name.title())
        assert arrived.request["PATH_INFO"] == path
        return client

    def send(self, client: Client, page: Any, **said: str) -> Any:
        (field_name,) = said
        form = next(one for one in Page.of(page).forms if field_name in one.values())
        return client.post(form.action, form.values() | said, follow=True)


def buttons(form: Form) -> list[str]:
    """List what the buttons of a page behind a link play, or show before it is played."""
    return [value for name, value in form.buttons if name in ("do", "look")]


def heading(content: str) -> str:
    found = HEADING.search(content)
    return html.unescape(found[1]) if found else ""


def _of_hand(form: Form, dice: random.Random) -> dict[str, list[str]]:
    """Fill in a form, preferring cards to moves that anyone could make."""
    for _ in range(10):
        sent = filled(form, dice)
        if sent["do"][0].partition("?")[0] not in ("mine", "leave", "pass"):
            break
    return sent


def _csrf(form: Form) -> dict[str, list[str]]:
    return {"csrfmiddlewaretoken": form.values()["csrfmiddlewaretoken"]}


# --- a match by email


def lobby(game: str, options: dict[str, object] | None = None) -> Match:
    """Open a match whose four seats wait for people who are asked by email."""
    match = open_table(game, [], [], now=NOON, secret=bytes(32), options=options or {})
    host = person("host")
    for number, name in enumerate(PEOPLE):
        Seat.objects.create(match=match, number=number)
        invitations.invite(match.pk, number, f"{name}@example.org", host, NOON)
    return match


def play(
    world: World, readers: dict[str, Reader], look: Callable[[Mail, Reader], None] = lambda *_: None
) -> None:
    """Let time pass and the service look at what is due, as it does by itself; hand out what comes."""
    quiet = 0
    with time_machine.travel(NOON, tick=False) as clock:
        while quiet < PATIENCE:
            before = len(world.box.letters)
            sweep.sweep(timezone.now())
            new = [Mail(read(letter)) for letter in world.box.letters[before:]]
            quiet = 0 if new else quiet + 1
            for mail in new:  # before anybody does anything
                look(mail, readers[str(mail.head["To"])])
            for mail in new:
                readers[str(mail.head["To"])].take(mail)
            clock.shift(STEP)
