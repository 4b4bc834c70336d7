"""Whole matches among scripted people while everything goes wrong; many more of them at night.

Each in a process of its own, on SQLite in memory: the suite itself runs on PostgreSQL.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial

import pytest

from tests.kit.nightly import NIGHTLY, more
from tests.simulation.casts import CASTS
from tests.simulation.forking import ROOT, Simulator, simulator
from tests.simulation.memory import BLANK

SEEDS, AT_ONCE = more(len(CASTS), 120), len(CASTS)  # a match of each game at once
BATCHES = [f"{first}-{min(first + AT_ONCE - 1, SEEDS)}" for first in range(1, SEEDS + 1, AT_ONCE)]
#: Bugs put in on purpose, where each was found last: in every game that shows them, by day in one.
FOUND_BY = {game: cast.found_by for game, cast in CASTS.items()}
BUGS = [(game, bug) for game, found in FOUND_BY.items() for bug in found]
SAMPLE = [(game, bug) for bug, game in {bug: game for game, bug in BUGS}.items()]
Played = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def env(tmp_path_factory) -> dict[str, str]:
    """Let the first of these processes migrate for all."""
    blank = tmp_path_factory.mktemp("blank") / "site.sqlite3"
    return {**os.environ, "PYTHONHASHSEED": "0", BLANK: str(blank)}


@pytest.fixture(scope="module")
def simulate(env, tmp_path_factory) -> Iterator[Simulator]:
    with simulator(tmp_path_factory.mktemp("told"), env) as found:
        yield found


@pytest.fixture(scope="module")
def played(simulate) -> Played:
    """Play what is looked at twice only once."""
    return cache(partial(simulate.play, "--story"))


@pytest.mark.parametrize("seeds", BATCHES)
def test_nothing_is_lost_or_done_twice_whatever_goes_wrong(played, seeds):
    done = played(seeds)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" ok: ") >= 1


def test_the_same_seed_is_the_same_match_to_the_last_mail(played, env):
    """Play one match of each game in another process, whose sets have another order."""
    one, two = played(BATCHES[0]), elsewhere(env | {"PYTHONHASHSEED": "2"}, BATCHES[0], "--story")
    assert one.returncode == 0
    assert one.stdout.count(" ok: ") >= len(FOUND_BY) and len(one.stdout.splitlines()) > 40
    assert one.stdout == two.stdout


def elsewhere(env: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.simulation", *args]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)


@pytest.mark.parametrize(("game", "bug"), more(SAMPLE, BUGS))
def test_a_planted_bug_is_found_and_its_seed_is_named(simulate, game, bug):
    seed, people = FOUND_BY[game][bug]
    done = simulate.play(str(seed), "1-120", "--game", game, *people, "--plant", bug)
    assert done.returncode == 1
    assert "again: python -m tests.simulation " in done.stdout
    assert "Broken: " in done.stderr
    if NIGHTLY:
        assert f"seed {seed} FAILED" in done.stdout, "found by another seed: write that into FOUND_BY"
