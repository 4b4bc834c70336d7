"""A page server is cut off while it holds the lock of a match: others still close its window in time.

By night everything else goes wrong as well (`make scale`).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.nightly import more
from tests.kit.waiting import LONG
from tests.scale import network

ROOT = Path(__file__).resolve().parents[2]
WHY_NOT = network.missing()
WRONG = more(["--only", "in the middle of a move", "--windows", "6", "--pause", "5"], [])


@pytest.mark.skipif(bool(WHY_NOT), reason=f"NO NETWORK of its own for a site on seven hosts: it {WHY_NOT}")
def test_a_host_that_is_cut_off_holds_nothing_up_and_loses_nothing(capsys):
    command = [sys.executable, "-W", "ignore", "-m", "tests.scale", *WRONG]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=10 * LONG)
    with capsys.disabled():
        print(f"\n{done.stdout}")
    assert done.returncode == 0, done.stdout + done.stderr
