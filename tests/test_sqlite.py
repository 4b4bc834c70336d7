"""Whatever is stored and played is tried on SQLite too, in a run of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.kit.nightly import more

ROOT = Path(__file__).resolve().parent.parent
#: All that writes rows, in turn or at once. Two worlds are compared at night: they only read more.
WRITES = (
    *("tests/play", "tests/match", "tests/infra", "tests/mail/send", "tests/mail/queue"),
    *("tests/records", "tests/circles", "tests/lobby/test_daily.py"),
    *("tests/disputes/test_evidence.py", "tests/secrecy/test_match_secret.py"),
    *more((), ("tests/secrecy/test_rows.py", "tests/secrecy/test_sealed_matches.py")),
)
# Runs on a file of its own anyway.
ELSEWHERE = ["--ignore=tests/infra/test_locks.py"]
# Each kept statement is compared with the ORM's; what is played above sends them all.
ELSEWHERE += more(["--ignore=tests/infra/test_kept_functions.py"], [])


@pytest.mark.skipif(connection.vendor == "sqlite", reason="this is that run, or one like it")
def test_the_same_tests_pass_on_sqlite(tmp_path):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *WRITES, *ELSEWHERE],
        cwd=ROOT,
        env={**clean, "DATABASE_URL": f"sqlite:///{tmp_path}/suite.sqlite3"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-5000:]
    assert " passed" in done.stdout
