"""Everybody who plays, the emails that reach them, and the matches that begin one after the other."""

from __future__ import annotations

import email
import random
import re
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from queue import Queue

from tests.kit.mail_server import Letter
from tests.soak.book import Book
from tests.soak.by_mail import LinkReader, Replier
from tests.soak.by_page import PageReader
from tests.soak.people import Person
from tests.soak.programs import GAMES, Program

KINDS: tuple[tuple[type[Person], int], ...] = ((PageReader, 12), (LinkReader, 10), (Replier, 10), (Person, 4))
PROGRAMS = 10
HANDS = 10  # people who act at the same moment
LOOKS = 8.0  # seconds from one look of a program to the next
TOKEN = re.compile(r"(?:/t/|\br\+|\bb\+)([a-z2-7]{39,42})")


@dataclass
class Crowd:
    """Hands emails to their readers, and lets readers and programs act."""

    people: dict[str, Person]
    book: Book
    dice: random.Random
    arrived: Queue[Letter]
    opened: list[str] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    lost: int = 0  # letters to nobody

    @property
    def programs(self) -> list[Program]:
        return [one for one in self.people.values() if isinstance(one, Program)]

    @property
    def guests(self) -> list[Person]:
        return [one for one in self.people.values() if not isinstance(one, Program)]

    def play(self, matches: int, within: float) -> list[threading.Thread]:
        """Begin to open matches, to hand out emails and to look, in threads."""
        self.hands = ThreadPoolExecutor(HANDS)
        works = (self.deliver, self.look, lambda: self.open(matches, within))
        threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in threads:
            thread.start()
        return threads

    def end(self, threads: Sequence[threading.Thread]) -> None:
        """Let everybody finish what they are doing, and nobody begin anything."""
        self.ended.set()
        for person in self.people.values():
            person.inbox.clear()
        for thread in threads:
            thread.join()
        self.hands.shutdown(wait=True, cancel_futures=True)

    def abandon(self) -> None:
        """Stop at once."""
        self.book.given_up.set()
        self.ended.set()
        for person in self.people.values():
            person.inbox.clear()
        self.hands.shutdown(wait=False, cancel_futures=True)

    def deliver(self) -> None:
        while not self.ended.is_set():
            while not self.arrived.empty():
                self.hand_out(self.arrived.get())
            time.sleep(0.1)

    def hand_out(self, letter: Letter) -> None:
        read = email.message_from_bytes(letter.content, policy=policy.default)
        self.book.canary(*TOKEN.findall(body_of(read)))
        person = self.people.get(str(read["To"]))
        if person is None:
            self.lost += 1
            return
        person.take(read)
        self.hands.submit(person.work)

    def look(self) -> None:
        """Let each program look now and then."""
        while not self.ended.is_set():
            for program in self.programs:
                self.hands.submit(program.work)
                self.ended.wait(LOOKS / len(self.programs))

    def open(self, matches: int, within: float) -> None:
        for number in range(matches):
            if self.ended.is_set():
                return
            self.open_one(number)
            self.ended.wait(within / matches)

    def open_one(self, number: int) -> None:
        game, options = GAMES[number % len(GAMES)]
        host, guests = self.dice.choice(self.programs), self.some_guests()
        robots = 1 if len(guests) < 3 and self.dice.random() < 0.5 else 0
        try:
            if opened := host.host([one.address for one in guests], game, options, robots):
                self.opened.append(opened)
        except Exception as fault:
            self.book.fault(f"not opened: {type(fault).__name__}")

    def some_guests(self) -> list[Person]:
        """Choose two or three, at most one of whom never answers."""
        while True:
            chosen = self.dice.sample(self.guests, self.dice.choice((2, 2, 3)))
            if sum(type(one) is Person for one in chosen) <= 1:
                return chosen


def body_of(read: EmailMessage) -> str:
    """Give what may hold a secret address: the text, and where a reply goes."""
    part = read.get_body(("plain",))
    text = str(part.get_content()) if part is not None else ""
    heads = " ".join(str(read[name] or "") for name in ("Reply-To", "List-Unsubscribe"))
    return f"{text} {heads}".casefold()


def gathered(ports: tuple[int, int], book: Book) -> dict[str, Person]:
    """Make everybody; programs get an account and a token beforehand."""
    kinds = [kind for kind, number in KINDS for _ in range(number)]
    people: list[Person] = [
        kind(f"{kind.__name__.lower()}{number}", number, ports, book) for number, kind in enumerate(kinds)
    ]
    people += [program(len(people) + number, ports, book) for number in range(PROGRAMS)]
    return {one.address: one for one in people}


def program(number: int, ports: tuple[int, int], book: Book) -> Program:
    from django.utils import timezone

    from games.models import Player
    from tests.kit.programs import token

    name = f"program{number}"
    player = Player.objects.create_user(f"{name}@example.org", display_name=name.title())
    secret = token(player, now=timezone.now())[1]
    return Program(name, number, ports, book, secret=secret)
