"""Ctrl-C at the worst moment: those who are to be stopped have not all started."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.kit.waiting import LONG

ROOT = Path(__file__).resolve().parent.parent.parent
PRESSED_EARLY = """
import multiprocessing, os, pathlib, signal, sys
multiprocessing.set_start_method("fork")
from quartz_site.local.crew import Crew
from quartz_site.local.lock import Lock

class Hasty(Crew):
    def _start(self):
        super()._start()
        os.kill(os.getpid(), signal.SIGINT)

folder = pathlib.Path(sys.argv[1])
with Lock(folder / "lock") as lock:
    crew = Hasty(lock, url="http://127.0.0.1:1/")
    for name in ("web", "worker"):
        crew.add(name, [sys.executable, "-c", "import time; time.sleep(600)"], env={}, cwd=folder)
    code = crew.work()
Lock(folder / "lock").__enter__()  # would say so if anybody still held it
sys.exit(code)
"""


def test_ctrl_c_while_they_start_stops_them_all_without_an_outcry(tmp_path):
    start = [sys.executable, "-c", PRESSED_EARLY, str(tmp_path)]
    done = subprocess.run(start, cwd=ROOT, capture_output=True, text=True, timeout=LONG)
    assert (done.returncode, done.stderr) == (130, "")
    assert done.stdout.count("stopped (rc=-15)") == 2
