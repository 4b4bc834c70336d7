"""Ten thousand windows due at the same instant: ours, bare rows, and Celery's own timers."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from quartz_site.local.processes import start, stop
from tools.bench import ROOT, close, part
from tools.bench import servers as bench_servers
from tools.peers.home import printed
from tools.peers.rows import Row
from tools.peers.servers import broker

PROCESSES = 2
LEAD = 45.0  # seconds until the tasks are due: sending and taking them takes some
PATIENCE = 120.0
MODULE = "tools.peers.contestants.eta_tasks"
BARE = "the same rows, each closed by one update in a transaction of its own: no rules, no log, no emails"
TASKS = (
    "unfair to us: a task appends 7 bytes to a file. Nothing is stored, and what a killed worker held comes "
    "back only after the visibility timeout, an hour by default"
)


def rows(number: int) -> Iterator[Row]:
    with bench_servers() as urls:
        url = urls["PostgreSQL"]
        part(url, "rows.prepare()")
        part(url, f"rows.clone({number - 1})")  # of one more
        bare, ours = close(url, "bare", PROCESSES), close(url, "swept", PROCESSES)
    yield _row("bare rows", ours, bare, BARE)
    yield _row("Celery ETA tasks", ours, tasks(number), TASKS)


def _row(name: str, ours: list[float], theirs: list[float], fair: str) -> Row:
    if len(ours) != len(theirs):
        raise RuntimeError(f"{len(ours)} windows and {len(theirs)} {name}")
    told = f"{len(ours):,} windows due at once, {name}"
    return Row(told, _late(ours), _late(theirs), theirs[-1] / ours[-1], fair)


def _late(late: list[float]) -> str:
    return f"p99 {late[int(0.99 * len(late))]:.1f} s, all {late[-1]:.1f} s"


def tasks(number: int) -> list[float]:
    """Let Celery hold and run that many; give how late each began, sorted."""
    folder = Path(tempfile.mkdtemp(prefix="qpeers-"))
    notes = folder / "late"
    notes.touch()
    try:
        with broker() as url:
            more = {"ETA_BROKER": url, "ETA_NOTES": str(notes), "PYTHONPATH": str(ROOT)}
            os.environ.update(more, PYTHONWARNINGS="ignore")
            with worker():
                send(number)
                _await(notes, number)
        return sorted(float(line) for line in notes.read_text().split())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def worker() -> Iterator[None]:
    words = ["--app", MODULE, "worker", "--concurrency", str(PROCESSES), "--without-gossip"]
    running = start([sys.executable, "-m", "celery", "--quiet", *words])
    try:
        yield
    finally:
        stop(running, patience=5)


def send(number: int) -> None:
    left = printed([sys.executable, "-m", MODULE, str(number), str(LEAD)])["left"]
    assert left > 2, "they were sent too slowly: raise LEAD"


def _await(notes: Path, number: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and notes.read_bytes().count(b"\n") < number:
        time.sleep(0.5)
