"""The matches that are played and those whose windows run out, and who looks on."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from games import play
from games.models import MailState, Match, Outbox, Player
from games.ops import demo
from tests.chaos.books import GAMES, Watch, due_soon, tables
from tests.kit.opened import open_table

EVERY = 0.25  # seconds between two looks
NEVER_SILENT = 30_000


@contextmanager
def people(
    hosts: Sequence[str], notes: Path, number: int, seats: int, matches: int, patience: float
) -> Iterator[Callable[[], None]]:
    """Let people play on all page servers; yield what lets them finish and leave."""
    told = {
        "hosts": hosts,
        "notes": str(notes),
        "patience": patience,
        "people": matches_of(number, seats, matches),
    }
    crowd = subprocess.Popen([sys.executable, "-m", "tests.scale.crowd"], stdin=subprocess.PIPE, text=True)
    assert crowd.stdin
    crowd.stdin.write(json.dumps(told) + "\n")
    crowd.stdin.flush()

    def leave() -> None:
        crowd.communicate(timeout=2 * patience)

    try:
        yield leave
    finally:
        crowd.kill()
        crowd.wait()


def matches_of(number: int, seats: int, matches: int) -> dict[str, list[str]]:
    """Begin matches among some demo players; give the matches of each."""
    who = [Player.objects.create_user(demo.address(f"p{n}"), display_name=f"P{n}") for n in range(number)]
    turns, games = itertools.cycle(who), itertools.cycle(GAMES)
    found: dict[str, list[str]] = {str(one.pk): [] for one in who}
    for _ in range(matches):
        seated = list(itertools.islice(turns, seats))
        match = begun(*next(games), seated)
        for one in seated:
            found[str(one.pk)].append(match.public_id)
    return found


def begun(game: str, options: Mapping[str, object], seated: Sequence[Player]) -> Match:
    now = timezone.now()
    match = open_table(game, seated, [], now=now, options=options)
    Match.objects.filter(pk=match.pk).update(silences_allowed=NEVER_SILENT)
    play.start(match.pk, now)
    return match


@contextmanager
def windows(number: int, seconds: float) -> Iterator[Watch]:
    """Let so many windows be due, one after the other, and look when each is closed."""
    watch = Watch(due_soon(tables(number, timezone.now()), seconds))
    over = threading.Event()

    def look_on() -> None:
        while not over.wait(EVERY):
            watch.look()
        connection.close()

    looking = threading.Thread(target=look_on, daemon=True)
    looking.start()
    try:
        yield watch
    finally:
        over.set()
        looking.join()


def wait_until_done(watch: Watch, patience: float) -> datetime:
    """Wait until every window is closed and no email is due, or for so long; give the moment.

    What was written last is due a moment later, and emails that wait because their reader looks at the page
    are due some minutes later, one after the other.
    """
    until = time.monotonic() + patience
    time.sleep(2 * settings.SEND_AFTER)
    while len(watch.late) < len(watch.due) or _due(now := timezone.now()):
        if time.monotonic() > until:
            return timezone.now()
        time.sleep(1)
    return now


def _due(now: datetime) -> bool:
    return Outbox.objects.filter(state=MailState.QUEUED, send_after__lte=now).exists()
