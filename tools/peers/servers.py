"""Databases, broker and web servers for `moves.py`: as in service, on loopback, ended afterwards."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from quartz_site.local.postgres import DURABLE, postgres
from quartz_site.local.processes import free_port, start, stop
from quartz_site.local.redis_server import redis_server
from tools.bench import ROOT

WORKERS = "2"
LOADING = 120.0  # seconds
WSGI = {"site": "quartz_site.wsgi", "bare": "tools.peers.contestants.bare_view:application"}
GUNICORN = [sys.executable, "-m", "gunicorn", "--config", "python:quartz_site.gunicorn_conf"]
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Served:
    """A running server."""

    port: int
    pid: int

    def spent(self) -> float:
        """Tell how many seconds of CPU it has had, workers and all."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return sum(_spent(pid) for pid in (str(self.pid), *children))


def _spent(pid: str) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


@contextlib.contextmanager
def databases() -> Iterator[dict[str, str]]:
    """Give both, each of which waits for its disk as in service."""
    folder = Path(tempfile.mkdtemp(prefix="qpeers-"))
    try:
        (folder / "pg").mkdir()
        with postgres(folder / "pg", options=DURABLE) as url:
            yield {"SQLite": f"sqlite:///{folder}/peers.sqlite3", "PostgreSQL": url}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def broker() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="qpeers-redis-"))
    try:
        with redis_server(folder, keep=False) as url:
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def server(which: str, url: str, bell: str) -> Iterator[Served]:
    """Run gunicorn as in service; yield it once it answers."""
    with free_port() as port:
        where = ["--workers", WORKERS, "--bind", f"127.0.0.1:{port}", "--chdir", str(ROOT), WSGI[which]]
        with _environment(url, bell):
            running = start([*GUNICORN, "--log-level", "error", *where], output=_said())
        try:
            _await_answer(port)
            yield Served(port, running.pid)
        finally:
            stop(running)


def _said() -> int:
    return sys.stderr.fileno() if "PEERS_LOG" in os.environ else subprocess.DEVNULL


@contextlib.contextmanager
def _environment(url: str, bell: str) -> Iterator[None]:
    """Start a child with the key that the requests were signed with."""
    before = dict(os.environ)
    os.environ.update(
        DJANGO_SETTINGS_MODULE="quartz_site.settings",
        ENV_FILE=os.devnull,
        SECRET_KEY="for measuring only",
        DATABASE_URL=url,
        REDIS_URL=bell,
        EMAIL_URL="dummy:",
        PYTHONPATH=str(ROOT),
    )
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _await_answer(port: int) -> None:
    until = time.monotonic() + LOADING
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30).close()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("the server doesn't come up")
