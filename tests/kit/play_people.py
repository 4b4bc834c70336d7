"""A match between people, made and played through `play.submit`."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from games import play
from games.models import Door, Match, Outbox, Player
from games.play import autoplay, history
from games.play.workspace import Workspace
from games.rules.kernel.codec import canonical
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import questions
from tests.kit.opened import open_table

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
_counter = itertools.count()


def player(name: str = "") -> Player:
    number = next(_counter)
    who = name or f"p{number}"
    return Player.objects.create_user(f"{who}{number}@example.org", display_name=who.title())


def match(people: int = 3, robots: int = 0, *, secret: bytes = bytes(32), **settings: Any) -> Match:
    """Start a match of Quartz with new players and robots."""
    found = open_table(
        "quartz", [player() for _ in range(people)], ["miner"] * robots, now=NOON, secret=secret, **settings
    )
    play.start(found.pk, NOON)
    forget_the_start(found)
    found.refresh_from_db()
    return found


@contextmanager
def unsettled() -> Iterator[None]:
    """Keep robots and orders from answering in the same transaction, as if the limit were reached."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(autoplay, "MOST_ANSWERS", 0)
        yield


def forget_the_start(found: Match) -> None:
    """Drop the emails about the start, since tests are about later ones."""
    Outbox.objects.filter(match=found, kind="started").delete()


def open_questions(found: Match) -> dict[QuestionName, Any]:
    found.refresh_from_db()
    _, table = history.load(found)
    return questions(found.rules, table)


def view(found: Match, seat: int) -> Any:
    _, table = history.load(found)
    return found.rules.core.view(table.state, SeatNumber(seat))


def answer(
    found: Match,
    name: QuestionName,
    command: Any,
    now: datetime = NOON + timedelta(minutes=5),
    *,
    key: str = "",
    door: Door = Door.PAGE,
) -> play.Receipt:
    """Send an answer as a page would."""
    seat = found.seats.get(number=name.seat)
    text = command if isinstance(command, str) else canonical(command).decode()
    key = key or f"key {next(_counter)}"
    return play.submit(play.Wish(found.pk, name.seat, seat.generation, name, text, key, door), now)


def play_on(found: Match, answers: int, seed: int = 1, now: datetime = NOON + timedelta(minutes=5)) -> int:
    """Let people answer at random; return how many answers were accepted."""
    dice = random.Random(seed)
    with remembering():
        for done in range(answers):
            waiting = {name: one for name, one in open_questions(found).items() if one.awaited}
            if not waiting or not found.is_running:
                return done
            name = dice.choice(sorted(waiting))
            command = found.rules.robots[found.rules.automation.sensible](
                view(found, name.seat), waiting[name], dice
            )
            assert not answer(found, name, command, now).refused
    return answers


class ForAWhile(history.Memo):
    """A memo that works without commits; tables are kept by the digest of their log, so it can't be wrong."""

    def __init__(self) -> None:
        super().__init__()
        self._heard = len(connection.run_on_commit)

    def get(self, match: Match) -> tuple[history.Records, history.AnyTable] | None:
        pending, self._heard = connection.run_on_commit[self._heard :], len(connection.run_on_commit)
        for call in (one[1] for one in pending):
            if getattr(call, "__func__", None) is Workspace.remember:
                call()
        return super().get(match)

    def clear(self) -> None:
        self._heard = len(connection.run_on_commit)
        super().clear()


@contextmanager
def remembering() -> Iterator[None]:
    """Keep tables in memory from move to move, as the service does, though nothing commits.

    Without it each move folds the whole log several times. Afterwards the old memory is back, so later reads
    query the database as before.
    """
    before = history.memo
    if connection.in_atomic_block and not isinstance(before, ForAWhile):
        history.memo = ForAWhile()
    try:
        yield
    finally:
        history.memo = before


def asked(found, kind):
    return next(name for name, one in open_questions(found).items() if one.kind == kind and one.awaited)
