"""What the holder of a player's emails gets without signing in: emails, pages behind links, presses.

Each is read with cold caches and rolled back, so that the same can be read in another world.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db import connection, reset_queries
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.mail import links
from games.mail.compose.frame import Finished
from games.models import Link, Match, Outbox, Purpose, Seat
from games.play import history
from games.present import choices
from games.rules.kernel.questions import Choice, Choices
from games.rules.kernel.seats import PUBLIC
from tests.kit.both_worlds import seen_since, undone
from tests.kit.cast import Form, Page
from tests.kit.mail_scenes import finished, html_of, read, row, text_of, without_chance
from tests.kit.two_matches import covered

ORDER = re.compile(r"\border-[0-9]+-")  # the row id of orders, which is never shown
TOKEN = re.compile(r"[a-z2-7]{39}")
Sent = dict[str, Any]


@dataclass(frozen=True)
class Got:
    """Something that was read: its text, its links, and how many queries it took."""

    said: str
    leads_to: tuple[object, ...]
    queries: int


@dataclass(frozen=True)
class Came:
    """The effect of a press: the events everyone sees, the page, and the emails that follow."""

    seen: str
    got: Got
    mails: tuple[tuple[object, ...], ...]


@dataclass(frozen=True)
class Mailbox:
    """The emails to one seat of a match."""

    found: Match
    number: int

    @property
    def seat(self) -> Seat:
        return self.found.seats.select_related("match", "player").get(number=self.number)

    # --- emails

    def mail(self, kind: str, about: str) -> tuple[Got, list[Link]]:
        """Render an email of a kind; return it with its links, which aren't stored."""
        with undone():
            return self._finished(self._row(kind, about))

    def _row(self, kind: str, about: str) -> Outbox:
        to = self.seat.player
        assert to is not None
        if kind == "digest":
            return row(None, None, kind, to=to.email)
        has_seat = not about.startswith("case-")
        return row(self.found, self.number if has_seat else None, kind, about, to=to.email)

    def _finished(self, one: Outbox) -> tuple[Got, list[Link]]:
        history.memo.clear()
        reset_queries()
        with CaptureQueriesContext(connection) as queries:
            done = finished(one)
        said = self._told(done)
        for name in (one.message_id.hex, str(one.message_id)):
            said = said.replace(name, f"{len(name)} letters")
        return Got(said, tuple(map(leads_to, done.links)), len(queries)), done.links

    def _told(self, done: Finished) -> str:
        head = "\n".join(f"{name}: {value}" for name, value in read(done.content).items())
        told = "\n\n".join([head, text_of(done.content), html_of(done.content), str(len(done.content))])
        return without_chance(told, self.found)

    def came_since(self, before: Iterable[int]) -> Iterator[tuple[object, ...]]:
        """Read the emails queued for this seat since then, with their times."""
        new = Outbox.objects.filter(seat__match=self.found, seat__number=self.number)
        for one in new.exclude(pk__in=before).order_by("pk"):
            yield one.kind, one.send_after, self._finished(one)[0]

    # --- pages behind links

    def page(self, link: Link) -> tuple[Got, list[Form]]:
        """Open a link; return the page with its forms."""
        with undone():
            got, page = self._asked(link, None)
        return got, Page.of(page).forms

    def press(self, link: Link, sent: Sent) -> Came:
        """Send a form, read its effect, and roll it back."""
        with undone():
            before = [*Outbox.objects.values_list("pk", flat=True)]
            got, _ = self._asked(link, sent)
            return Came(repr(seen_since(self.found, PUBLIC)), got, tuple(self.came_since(before)))

    def _asked(self, link: Link, sent: Sent | None) -> tuple[Got, Any]:
        history.memo.clear()
        reset_queries()
        client, token = Client(REMOTE_ADDR="10.7.0.1"), links.token(link)
        with CaptureQueriesContext(connection) as queries:
            address = f"/t/{token}"
            got = client.get(address) if sent is None else client.post(address, {"link": token, **sent})
        head = [f"{name}: {value}" for name, value in got.headers.items() if name != "Content-Length"]
        told = "\n".join([str(got.status_code), *head, got.content.decode()])
        told = TOKEN.sub("a link", without_chance(covered(told, self.found), self.found))
        return Got(told, (), len(queries)), got


def leads_to(link: Link) -> tuple[object, ...]:
    """Give everything that a link does."""
    return link.purpose, link.code, tuple(link.words), link.content, ORDER.sub("order", link.question)


def addresses(found: Iterable[Link]) -> list[Link]:
    """Keep one link for each thing that links do, and none that can't be opened."""
    each = {leads_to(link): link for link in found if link.purpose != Purpose.REPLY}
    return [*each.values()]


# --- what may be sent


def sendings(forms: Iterable[Form], *names: str) -> Iterator[Sent]:
    """Fill in each form with each option under these names, and the first value of every open field."""
    for form in forms:
        for name in names:
            buttons = [value for called, value in form.buttons if called == name]
            for value in dict.fromkeys(form.radios.get(name, []) + buttons):
                yield {name: value} | dict(_blanks(form, value))


def _blanks(form: Form, value: str) -> Iterator[tuple[str, list[str]]]:
    for name, options in form.selects:
        if name.startswith(f"{value}/"):
            yield name, [next((one for one in options if one), "")]
    for kinds in (form.radios, form.boxes):
        for name, options in kinds.items():
            if name.startswith(f"{value}/"):
                yield name, options[:1]


def by_hand(offered: Choices) -> Iterator[Sent]:
    """Build forms for the choices of either world, whatever the page shows."""
    for choice in offered:
        value = f"{choice.command}?{urlencode(_settled(choice))}"
        yield {"do": value} | {
            f"{value}/{blank.name}": [*map(str, blank.values[: max(blank.least, 1)])]
            for blank in choice.fields
            if not choices.is_settled(blank)
        }


def _settled(choice: Choice) -> Mapping[str, Any]:
    return {blank.name: blank.values[0] for blank in choice.fields if choices.is_settled(blank)}
