"""SQLite has one writer at a time: in front of it stands a line in which everybody gets a turn."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import PIPE

import pytest

from games.infra import locks
from tests.infra import crowd
from tests.infra.crowd import MOVES, STORIES, WRITERS, Turns
from tests.kit.at_once import PATIENCE
from tests.kit.waiting import LONG, wait_for

ROOT = Path(__file__).resolve().parent.parent.parent
only_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the line has no order")


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
        timeout=LONG,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    turns = {deed: [(asked, got, who) for asked, got, who in told[deed]] for deed in ("play", "press")}
    assert Counter(who for *_, who in turns["play"]) == dict.fromkeys(range(WRITERS), MOVES)
    assert Counter(who for *_, who in turns["press"]) == dict.fromkeys(range(WRITERS), STORIES)
    # Without the line, somebody waits until another has done all: SQLite lets in who asks just then.
    assert longest_wait(turns["press"]) <= STORIES / 4, "turns of others"


def longest_wait(turns: Turns) -> int:
    """Count the turns that others got while somebody waited for one."""
    return max(sum(asked < other < got for _, other, _ in turns) for asked, got, _ in turns)


@dataclass
class Person:
    """A process that stands in a line: it says when it is in, and stays until it is let go or killed."""

    process: subprocess.Popen[str]

    @classmethod
    def joins(cls, database: Path) -> Person:
        """Give somebody who has just drawn the next number."""
        before = drawn(database)
        start = [sys.executable, "-c", STAND, str(database)]
        one = cls(subprocess.Popen(start, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True))
        assert wait_for(lambda: drawn(database) == before + 1)
        return one

    def is_in(self, within: float = 0.3) -> bool:
        assert self.process.stdout
        return bool(select.select([self.process.stdout], [], [], within)[0])

    def goes(self) -> None:
        assert self.is_in(PATIENCE)
        self.process.communicate("thanks", timeout=PATIENCE)

    def is_killed(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)


STAND = """
import sys
from games.infra import locks
with locks.in_line(sys.argv[1]):
    print("in", flush=True)
    sys.stdin.read()
"""


def drawn(database: Path) -> int:
    """Tell how many numbers have been drawn."""
    line = Path(f"{database}.queue")
    return int.from_bytes(line.read_bytes()[:8], "big") if line.exists() else 0


def has_drawn(database: Path, numbers: int) -> bool:
    return drawn(database) == numbers


@pytest.fixture
def line(tmp_path):
    """Give a function that lets one more process join the line; in the end all are gone."""
    people: list[Person] = []

    def join() -> Person:
        people.append(Person.joins(tmp_path / "database"))
        return people[-1]

    yield join
    for one in people:
        one.is_killed()


@only_linux
def test_processes_are_let_in_as_they_came(line):
    first, second, third = line(), line(), line()
    assert first.is_in(PATIENCE) and not second.is_in() and not third.is_in(0)
    first.goes()
    assert second.is_in(PATIENCE) and not third.is_in()
    second.goes()
    third.goes()


@only_linux
def test_who_is_killed_in_line_holds_nobody_up_and_lets_nobody_overtake(line):
    inside, dies, follows = line(), line(), line()
    assert inside.is_in(PATIENCE)
    dies.is_killed()
    assert not follows.is_in(), "somebody is still in there"
    inside.goes()
    follows.goes()


@only_linux
def test_who_is_killed_inside_lets_the_next_in_at_once(line):
    dies, follows = line(), line()
    assert dies.is_in(PATIENCE)
    dies.is_killed()
    follows.goes()
    line().goes()


@only_linux
def test_threads_are_let_in_as_they_came(tmp_path):
    """They share a process, not what they have opened."""
    database, let_in, began = tmp_path / "database", list[int](), list[threading.Thread]()

    def stand(number: int) -> None:
        with locks.in_line(str(database)):
            let_in.append(number)

    with locks.in_line(str(database)):
        for number in range(20):
            began.append(threading.Thread(target=stand, args=(number,)))
            began[-1].start()
            assert wait_for(partial(has_drawn, database, number + 2))
        assert let_in == []
    for thread in began:
        thread.join(PATIENCE)
    assert let_in == [*range(20)]


def test_one_is_let_in_at_a_time(tmp_path):
    inside: list[int] = []
    most: list[int] = []

    def go() -> None:
        for _ in range(20):
            with locks.in_line(str(tmp_path / "database")):
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


def test_who_has_no_patience_is_told(tmp_path):
    database = str(tmp_path / "database")
    with locks.in_line(database), pytest.raises(BlockingIOError), locks.in_line(database, patient=False):
        pass
    with locks.in_line(database, patient=False):
        pass


def test_each_lock_of_a_match_leaves_its_key():
    """Only who deletes a match takes the key too: then no row may name it any more."""
    taken = re.compile(r"\bMatch\.objects\.select_for_update\(([^)]*)\)")
    rooms = Path(locks.__file__).parents[1]
    found = {
        str(path.relative_to(rooms)): how
        for path in rooms.rglob("*.py")
        for how in taken.findall(path.read_text())
        if "no_key=True" not in how
    }
    assert found == {"ops/canary/tidy.py": ""}
