"""The cast of page tests: alice, bob and carol play a match; eve plays in none of theirs."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from html.parser import HTMLParser
from ipaddress import IPv4Network
from typing import Any

import time_machine
from django.test import Client
from django.utils import timezone

from games import play
from games.models import Event, Match, Player, Seat
from games.web.account import recent_proof
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, forget_the_start, open_questions, play_on, remembering, view

_homes = itertools.cycle(IPv4Network("10.0.0.0/16"))
SOON = NOON + timedelta(minutes=5)
__all__ = ["NOON", "SOON", "answer", "open_questions", "play_on", "view"]


def person(name: str) -> Player:
    player, _ = Player.objects.get_or_create(
        email=f"{name}@example.org", defaults={"display_name": name.title(), "time_zone": "Europe/Berlin"}
    )
    return player


def match_of(*names: str, game: str = "quartz", secret: bytes = bytes(32), **settings: Any) -> Match:
    """Start a match between people, by name."""
    people = [person(name) for name in names or ("alice", "bob", "carol")]
    found = open_table(game, people, [], now=NOON, secret=secret, **settings)
    play.start(found.pk, NOON)
    forget_the_start(found)
    found.refresh_from_db()
    return found


def browser(who: Player | str | None, **facts: Any) -> Client:
    """Return a browser with its own IP address, in which somebody has just signed in with a code."""
    assert who is not None
    client = Client(**{"REMOTE_ADDR": str(next(_homes)), **facts})
    player = who if isinstance(who, Player) else person(who)
    client.force_login(player)
    session = client.session
    recent_proof.note(session, player, player.email, timezone.now())
    session.save()
    return client


def turn_seat(found: Match) -> Seat:
    """Return the seat whose turn it is."""
    found.refresh_from_db()
    (number,) = found.awaited[:1]
    return found.seats.select_related("player").get(number=number)


def until(found: Match, kind: str, seed: int = 1) -> None:
    """Play until somebody is asked a question of that kind."""
    with remembering():
        for step in range(400):
            if any(one.kind == kind and one.awaited for one in open_questions(found).values()):
                return
            play_on(found, 1, seed=seed + step)
    raise AssertionError(f"nobody was ever asked {kind}")


def address(found: Match, rest: str = "") -> str:
    return f"/m/{found.public_id}/{rest}"


@contextmanager
def at(when: datetime = SOON) -> Iterator[None]:
    with time_machine.travel(when, tick=False):
        yield


# --- pages as a browser reads them


@dataclass
class Form:
    """A form as rendered: its fields with their values, and its buttons."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)  # what would be sent without changes
    radios: dict[str, list[str]] = field(default_factory=dict)
    boxes: dict[str, list[str]] = field(default_factory=dict)
    selects: list[tuple[str, list[str]]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def values(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, value in self.fields:
            found.setdefault(name, []).append(value)
        return found

    @property
    def asks(self) -> bool:
        return "press" in self.values() and (
            "do" in self.radios or "do" in self.values() or any(name == "do" for name, _ in self.buttons)
        )


@dataclass
class Page(HTMLParser):
    """The forms, controls, ids and text of a page."""

    forms: list[Form] = field(default_factory=list)
    labelled: set[str] = field(default_factory=set)
    controls: list[dict[str, str | None]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._select: tuple[str, list[str], list[str]] | None = None

    @classmethod
    def of(cls, response: Any) -> Page:
        page = cls()
        page.feed(response.content.decode())
        return page

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def words(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if "id" in facts:
            self.ids.append(facts["id"] or "")
        if tag == "form":
            self.forms.append(Form(facts.get("action") or "", facts.get("method") or "get"))
        elif tag == "label":
            self.labelled.add(facts["for"] or "")
        elif tag in ("input", "select", "textarea") and facts.get("type") != "hidden":
            self.controls.append(facts)
        if tag == "input":
            self._input(facts)
        elif tag == "button" and self.forms:
            self.forms[-1].buttons.append((facts.get("name") or "", facts.get("value") or ""))
        elif tag == "select":
            self._select = (facts.get("name") or "", [], [])
        elif tag == "option" and self._select:
            self._select[1].append(facts.get("value") or "")
            if "selected" in facts:
                self._select[2].append(facts.get("value") or "")

    def _input(self, facts: dict[str, str | None]) -> None:
        form, name, value = self.forms[-1], facts.get("name") or "", facts.get("value") or ""
        kind = facts.get("type")
        if kind == "radio":
            form.radios.setdefault(name, []).append(value)
        if kind == "checkbox":
            form.boxes.setdefault(name, []).append(value)
        if kind not in ("radio", "checkbox") or "checked" in facts:
            form.fields.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select:
            name, options, chosen = self._select
            form = self.forms[-1]
            form.selects.append((name, options))
            form.fields.append((name, (chosen or options[:1] or [""])[0]))
            self._select = None

    @property
    def asking(self) -> list[Form]:
        """List the forms that answer a question."""
        return [form for form in self.forms if form.asks]


def filled(form: Form, dice: random.Random) -> dict[str, list[str]]:
    """Fill a form in at random, as somebody would who sees only the form."""
    buttons = [value for name, value in form.buttons if name == "do"]
    offers = form.radios.get("do") or buttons or form.values()["do"]
    chosen = dice.choice(offers)
    sent = {"press": form.values()["press"], "do": [chosen]}
    for name, options in form.radios.items():
        if name.startswith(f"{chosen}/"):
            sent[name] = [dice.choice(options)]
    for name, options in form.selects:
        sent.setdefault(name, []).append(dice.choice([one for one in options if one] or options))
    for name, values in form.boxes.items():
        if name.startswith(f"{chosen}/"):
            sent[name] = sent.get(name, []) + dice.sample(values, dice.randint(0, min(2, len(values))))
    return sent


def press(client: Client, found: Match, form: Form, **changes: Any) -> Any:
    """Send a form with its current values and some changes."""
    return client.post(address(found), form.values() | changes)


def events(found: Match) -> int:
    return Event.objects.filter(match=found).count()


def filled_in(form, dice: random.Random) -> dict[str, list[str]]:
    form.fields.append(("press", ""))
    sent = filled(form, dice)
    del sent["press"]
    return sent | {"link": form.values()["link"]}
