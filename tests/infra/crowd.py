"""A crowd of writers on one SQLite file: threads or processes, each playing a match of its own.

Run by `test_queue`, with a database file of its own in DATABASE_URL: the suite's is in memory, or PostgreSQL.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from datetime import timedelta
from unittest import mock

from django.core.management import call_command
from django.db import connection

from games.infra import locks
from games.infra.locks import writing
from games.models import Heartbeat, Match, Outbox
from games.play import history
from games.rules.kernel.table import questions
from tests.kit.play_people import NOON, answer, match, view

START = "import django; django.setup(); from tests.infra import crowd; crowd.main()"
WRITERS, MOVES, STORIES = 4, 5, 40
LATER = NOON + timedelta(minutes=5)

line = threading.local()
Turns = list[tuple[float, float, int]]  # asked when, got it when, who


def play(pk: int, writer: int) -> Turns:
    """Make moves one after the other, and between them writes that stand in no line."""
    found, dice, turns = Match.objects.get(pk=pk), random.Random(writer), []
    for number in range(MOVES):
        found.refresh_from_db()
        _, table = history.load(found)
        name, question = min(questions(found.rules, table).items())
        move, asked = found.rules.robots["miner"](view(found, name.seat), question, dice), time.time()
        assert answer(found, name, move, LATER, key=f"{writer}-{number}").outcome != "refused"
        turns.append((asked, time.time(), writer))
        Heartbeat.record(f"writer {writer}", LATER + timedelta(seconds=number))
        for mail in Outbox.objects.filter(match=found):
            Outbox.objects.claim(mail.pk, LATER, LATER)
    connection.close()
    return turns


def press(pk: int, writer: int) -> Turns:
    """Write without a pause: as soon as one story is over the next is begun."""
    turns = []
    for _ in range(STORIES):
        line.joined = time.time()
        with writing():
            turns.append((line.joined, time.time(), writer))
            Match.objects.filter(pk=pk).update(fault="")
            time.sleep(0.003)
    connection.close()
    return turns


def noted(draw: Callable[[int], int]) -> Callable[[int], int]:
    """Note when a number was drawn: whom a busy machine keeps from the line isn't overtaken in it."""

    def draw_and_note(file: int) -> int:
        number = draw(file)
        line.joined = time.time()
        return number

    return draw_and_note


def all_at_once(crowd: Executor, deed: Callable[[int, int], Turns], matches: list[int]) -> Turns:
    return [turn for told in crowd.map(deed, matches, range(WRITERS)) for turn in told]


def main() -> None:
    assert "sqlite" in os.environ["DATABASE_URL"]
    call_command("migrate", verbosity=0)
    matches = [match(4).pk for _ in range(WRITERS)]
    connection.close()
    fork = multiprocessing.get_context("fork")
    with (
        ThreadPoolExecutor(WRITERS)
        if sys.argv[1] == "threads"
        else ProcessPoolExecutor(WRITERS, fork) as crowd,
        mock.patch.object(locks, "_draw", noted(locks._draw)),
    ):
        told = {deed.__name__: all_at_once(crowd, deed, matches) for deed in (play, press)}
    for pk in matches:
        history.check_chain(Match.objects.get(pk=pk))
    print(json.dumps(told))
