"""The hour itself: everything starts, everybody plays while things break, then all is looked at."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

from django.core.management import call_command
from django.db.models import Count
from django.utils import timezone

from games.models import Deadline, Inbound, InboundState, Match, MatchStatus, Submission
from tests.chaos.books import nothing_left
from tests.chaos.broker import Broker
from tests.kit.commands import Own
from tests.kit.mail_server import Box, Letter
from tests.kit.waiting import wait_for
from tests.soak import backup, promises
from tests.soak.book import Book
from tests.soak.browser import Browser
from tests.soak.crowd import Crowd, gathered
from tests.soak.memory import Sampler
from tests.soak.people import Person
from tests.soak.promises import Row, tried
from tests.soak.site import Site, site
from tests.soak.trouble import Trouble
from tests.soak.windows import Windows

BEGUN_WITHIN = 0.8  # of the time
DUMPED_AT = 0.6
SETTLED_WITHIN = 240.0  # seconds
EVERY = 60.0  # seconds between two lines about how it goes


@dataclass(frozen=True)
class Plan:
    """How long, how many, and where things are."""

    seconds: float
    matches: int
    seed: int
    folder: Path
    database: str
    ports: tuple[int, int]


@dataclass
class Hour:
    """What there is while it runs, and what is left of it afterwards."""

    plan: Plan
    book: Book
    site: Site
    crowd: Crowd
    windows: Windows
    trouble: Trouble
    memory: Sampler
    box: Box
    began: float
    ended: float = 0.0
    dumped: int = 0  # moves there were when the dump began

    def play(self) -> None:
        """Let everybody play while things break; take a dump meanwhile."""
        threads = self.crowd.play(self.plan.matches, BEGUN_WITHIN * self.plan.seconds)
        try:
            with in_a_thread(self.windows.run, self.windows.ended), every_minute(self.say):
                self.break_things()
                self.crowd.end(threads)
                settle()
        except BaseException:
            self.crowd.abandon()
            raise

    def break_things(self) -> None:
        self.trouble.go_on(self.began + DUMPED_AT * self.plan.seconds)
        self.dump()
        self.trouble.go_on(self.began + self.plan.seconds)
        self.ended = time.monotonic()

    def dump(self) -> None:
        self.dumped = played()
        backup.dump(self.plan.database, self.plan.folder / "backup.dump")

    def restore(self) -> Own:
        return backup.restore(self.plan.database, self.plan.folder / "backup.dump")

    def say(self) -> None:
        counts = dict(Match.objects.values_list("status").annotate(Count("pk")))
        told = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
        minutes = (time.monotonic() - self.began) / 60
        print(
            f"{minutes:5.1f} min: matches {told or 'none'}; {len(self.book.moves):,} moves acknowledged, "
            f"{len(self.box.letters):,} emails, {self.trouble.kills} kills, {len(self.book.faults)} oddities",
            flush=True,
        )

    def rows(self) -> list[Row]:
        """Check every promise there is something to see of."""
        book, own = self.book, Own(self.plan.database)
        killed = self.trouble.done["worker killed"]
        checks: list[tuple[str, Callable[[], Row]]] = [
            ("P1", lambda: promises.notices(self.box)),
            ("P2", lambda: promises.doubles(self.box, killed)),
            ("P3", lambda: promises.windows(self.windows.late())),
            ("P4", promises.once),
            ("P5", lambda: promises.moves(book)),
            ("P6", lambda: promises.presses(book)),
            ("P11", lambda: promises.secrets(book, self.site.logs)),
            ("P14", lambda: promises.verified(own)),
            ("P14", lambda: promises.proofs(self.crowd.people.values(), self.plan.folder)),
            ("P21", promises.stopped),
            ("P22", promises.replays),
            ("P23", lambda: promises.restored(self.restore(), self.dumped)),
            ("", lambda: promises.errors(book)),
        ]
        return [tried(check, name) for name, check in checks]


@contextmanager
def hour(plan: Plan, broker: Broker, box: Box, arrived: Queue[Letter]) -> Iterator[Hour]:
    """Start everything; end it afterwards, whatever happens."""
    call_command("migrate", verbosity=0)
    book = Book(random.Random(plan.seed))
    people = gathered(plan.ports, book)
    silent = [address for address, one in people.items() if type(one) is Person]
    with site(plan.folder, plan.ports, broker) as made:
        assert wait_for(lambda: is_up(plan.ports), 120), "the site doesn't come up"
        crowd = Crowd(people, book, random.Random(f"{plan.seed} crowd"), arrived)
        windows = Windows(silent, random.Random(f"{plan.seed} windows"))
        trouble = Trouble(made, random.Random(f"{plan.seed} trouble"))
        with Sampler([*made.hosts.values()]) as memory:
            yield Hour(plan, book, made, crowd, windows, trouble, memory, box, time.monotonic())


def is_up(ports: tuple[int, int]) -> bool:
    nobodys = Book(random.Random(0))
    return all(Browser((port,), "10.2.255.1", nobodys).get("/readyz").status_code == 200 for port in ports)


def settle() -> None:
    """Wait until all that is due is done."""
    nothing_left(SETTLED_WITHIN)
    wait_for(lambda: not Inbound.objects.filter(state=InboundState.WAITING).exists(), SETTLED_WITHIN)
    wait_for(lambda: not Deadline.objects.due(timezone.now()).exists(), SETTLED_WITHIN)
    nothing_left(SETTLED_WITHIN)


def played() -> int:
    return Submission.objects.filter(outcome="played").count()


def finished() -> Counter[str]:
    """Count the matches that are over, by game."""
    return Counter(Match.objects.filter(status=MatchStatus.OVER).values_list("game", flat=True))


@contextmanager
def in_a_thread(work: Callable[[], None], ended: threading.Event) -> Iterator[None]:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def every_minute(do: Callable[[], None]) -> Iterator[None]:
    ended = threading.Event()

    def work() -> None:
        while not ended.wait(EVERY):
            do()

    with in_a_thread(work, ended):
        yield
