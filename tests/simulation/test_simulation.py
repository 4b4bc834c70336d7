"""Whole matches among scripted people while everything goes wrong; more with SIMULATION_SEEDS=500.

Every second seed plays the card game.

Each in a process of its own, on SQLite in memory: the suite itself runs on PostgreSQL.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.memory import BLANK

ROOT = Path(__file__).resolve().parent.parent.parent
SEEDS = int(os.environ.get("SIMULATION_SEEDS", "16"))
AT_ONCE = 4
BATCHES = [f"{first}-{min(first + AT_ONCE - 1, SEEDS)}" for first in range(1, SEEDS + 1, AT_ONCE)]
LIVELY = ("--lively", "--calm", "--pace", "brisk")
#: Bugs put in on purpose: the seed that found each last, which is tried first, and the people who meet it.
#: What a seed meets changes with the code, so others are tried after it.
FOUND_BY: dict[str, dict[str, tuple[int, tuple[str, ...]]]] = {
    "quartz": {
        "memo_before_commit": (1, ("--styles", "wild,wild,wild")),
        "mail_of_a_taken_turn": (1, ()),
        "forgotten_receipt": (1, ()),
        "clock_left_running": (1, ()),
        "rendered_anew": (1, ()),
        "bank_grows_with_every_move_taken_back": (19, ("--lively", "--calm", "--pace", "relaxed")),
        "pause_eats_time": (2, LIVELY),
        "clocks_run_in_a_pause": (3, LIVELY),
        "one_voice_is_enough": (1, LIVELY),
        "time_runs_out_at_night": (1, LIVELY),
        "holidays_hold_windows_open": (88, LIVELY),
        "autopilot_keeps_the_seat": (17, LIVELY),
        "former_player_still_moves": (1, LIVELY),
        "anything_may_be_taken_back": (1, LIVELY),
    },
    "quartz_cards": {
        "mail_of_a_taken_turn": (1, ()),
        "forgotten_receipt": (3, ()),
        "clock_left_running": (1, ()),
        "rendered_anew": (1, ()),
        "clocks_run_in_a_pause": (8, LIVELY),
        "one_voice_is_enough": (2, LIVELY),
        "holidays_hold_windows_open": (3, LIVELY),
        "former_player_still_moves": (3, LIVELY),
        "anything_may_be_taken_back": (1, LIVELY),
        "first_answer_counts": (17, ("--calm", "--styles", "wild,wild")),
        "moments_are_left_to_people": (4, ("--calm", "--styles", "orders,turn by turn")),
    },
}


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
