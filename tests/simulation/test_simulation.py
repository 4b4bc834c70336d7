"""Whole matches among scripted people while everything goes wrong; more with SIMULATION_SEEDS=500.

Each in a process of its own, on SQLite in memory: the suite itself runs on PostgreSQL.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SEEDS = int(os.environ.get("SIMULATION_SEEDS", "20"))
AT_ONCE = 5
BATCHES = [f"{first}-{min(first + AT_ONCE - 1, SEEDS)}" for first in range(1, SEEDS + 1, AT_ONCE)]
#: Bugs put in on purpose, and the world that finds each.
FOUND_BY = {
    "memo_before_commit": ("1", "--styles", "wild,wild,wild"),
    "mail_of_a_taken_turn": ("2",),
    "forgotten_receipt": ("2",),
    "clock_left_running": ("2",),
    "rendered_anew": ("2",),
}


def simulate(*args: str, hashes: str = "0") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.simulation", *args]
    env = {**os.environ, "PYTHONHASHSEED": hashes}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)


@pytest.mark.parametrize("seeds", BATCHES)
def test_nothing_is_lost_or_done_twice_whatever_goes_wrong(seeds):
    done = simulate(seeds)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" ok: ") >= 1


def test_the_same_seed_is_the_same_match_to_the_last_mail():
    one, two = simulate("2", "--story", hashes="1"), simulate("2", "--story", hashes="2")
    assert one.returncode == 0
    assert len(one.stdout.splitlines()) > 20
    assert one.stdout == two.stdout


@pytest.mark.parametrize("bug", FOUND_BY)
def test_a_planted_bug_is_found_and_its_seed_is_named(bug):
    seed, *more = FOUND_BY[bug]
    done = simulate(seed, *more, "--plant", bug)
    assert done.returncode == 1
    assert f"again: python -m tests.simulation {seed}" in done.stdout
    assert "Broken: " in done.stderr
