"""SQLite has one writer at a time: in front of it stands a line in which everybody gets a turn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path

import pytest

from games import locks
from tests.play import crowd
from tests.play.crowd import MOVES, STORIES, WRITERS
from tests.play.threads import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("how", ["threads", "processes"])
def test_everybody_gets_a_turn_and_nobody_finds_it_locked(how, tmp_path):
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "quartz_site.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/crowd.sqlite3",
    }
    done = subprocess.run(
        [sys.executable, "-c", crowd.START, how],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert Counter(told["play"]) == dict.fromkeys(range(WRITERS), MOVES)
    assert Counter(told["press"]) == dict.fromkeys(range(WRITERS), STORIES)
    # Without the line, somebody waits until another has done all: SQLite lets in who asks just then.
    assert longest_wait(told["press"]) < STORIES, "turns of others"


def longest_wait(turns: list[int]) -> int:
    """Count the turns that others had while somebody waited for the next."""
    waits = [0]
    for writer in {*turns}:
        places = [-1] + [place for place, who in enumerate(turns) if who == writer]
        waits += [after - before - 1 for before, after in pairwise(places)]
    return max(waits)


def test_the_lock_on_the_file_alone_lets_one_in_at_a_time(tmp_path, monkeypatch):
    """Threads that shared its descriptor would all be let in."""
    monkeypatch.setattr(locks, "_turn", nullcontext())
    inside: list[int] = []
    most: list[int] = []

    def go() -> None:
        for _ in range(20):
            with locks._queue(str(tmp_path / "database")):
                inside.append(1)
                time.sleep(0.001)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(most) == 80 and {*most} == {1}
