"""The client of the docs, as it stands there, plays whole matches over a socket against a real server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.models import Match, MatchStatus, Outcome, Submission
from tests.kit.nightly import more
from tests.kit.programs import Program, token
from tests.kit.waiting import LONG

CLIENT = Path(__file__).resolve().parent.parent.parent / "docs" / "api" / "play_quartz.py"
MATCHES = more(2, 20)
pytestmark = pytest.mark.django_db(transaction=True)


def test_it_is_short_and_needs_nothing_but_python():
    lines = CLIENT.read_text().splitlines()
    assert len(lines) <= 60
    imported = {line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names


def test_it_plays_its_matches_to_the_end(live_server):
    secret = token("alice")[1]
    host = Program(secret)
    new = {"game": "quartz", "seats": 3, "robots": 2}
    made = [host.ask("POST", "matches", new | {"key": f"match {n}"}).json()["id"] for n in range(MATCHES)]
    done = subprocess.run(
        [sys.executable, CLIENT, live_server.url],
        env={"PATH": os.environ["PATH"], "QUARTZ_TOKEN": secret},
        capture_output=True,
        text=True,
        timeout=LONG * MATCHES,
    )
    assert (done.returncode, done.stderr) == (0, "")
    played = Match.objects.filter(public_id__in=made)
    assert [one.status for one in played] == [MatchStatus.OVER] * MATCHES
    by_program = Submission.objects.filter(match__in=played, door="api", outcome=Outcome.PLAYED)
    assert by_program.count() > 10 * MATCHES
