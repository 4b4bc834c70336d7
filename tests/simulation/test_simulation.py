"""Whole matches among scripted people while everything goes wrong; many more of them at night.

Every second seed plays the card game.

Each in a process of its own, on SQLite in memory: the suite itself runs on PostgreSQL.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.nightly import NIGHTLY, more
from tests.simulation.casts import CASTS
from tests.simulation.memory import BLANK

ROOT = Path(__file__).resolve().parent.parent.parent
SEEDS = more(8, 240)
AT_ONCE = 4
BATCHES = [f"{first}-{min(first + AT_ONCE - 1, SEEDS)}" for first in range(1, SEEDS + 1, AT_ONCE)]
#: Bugs put in on purpose, where each was found last.
FOUND_BY = {game: cast.found_by for game, cast in CASTS.items()}


@pytest.fixture(scope="module", autouse=True)
def migrated_once(tmp_path_factory):
    """Let the first of these processes migrate for all."""
    with pytest.MonkeyPatch.context() as env:
        env.setenv(BLANK, str(tmp_path_factory.mktemp("blank") / "site.sqlite3"))
        yield


def simulate(*args: str, hashes: str = "0") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.simulation", *args]
    env = {**os.environ, "PYTHONHASHSEED": hashes}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)


@pytest.mark.parametrize("seeds", BATCHES)
def test_nothing_is_lost_or_done_twice_whatever_goes_wrong(seeds):
    done = simulate(seeds)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" ok: ") >= 1


@pytest.mark.parametrize("game", FOUND_BY)
def test_the_same_seed_is_the_same_match_to_the_last_mail(game):
    again = ("2", "--game", game, "--story")
    one, two = simulate(*again, hashes="1"), simulate(*again, hashes="2")
    assert one.returncode == 0
    assert len(one.stdout.splitlines()) > 20
    assert one.stdout == two.stdout


@pytest.mark.parametrize(("game", "bug"), [(game, bug) for game in FOUND_BY for bug in FOUND_BY[game]])
def test_a_planted_bug_is_found_and_its_seed_is_named(game, bug):
    seed, people = FOUND_BY[game][bug]
    done = simulate(str(seed), "1-120", "--game", game, *people, "--plant", bug)
    assert done.returncode == 1
    assert "again: python -m tests.simulation " in done.stdout
    assert "Broken: " in done.stderr
    if NIGHTLY:
        assert f"seed {seed} FAILED" in done.stdout, "found by another seed: write that into FOUND_BY"
