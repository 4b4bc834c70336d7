"""Runs the whole site from a copy of the checkout, as `make run` does, and looks at what is left of it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from quartz_site.local.processes import is_alive
from tests.kit.waiting import LONG, wait_for

ROOT = Path(__file__).resolve().parent.parent.parent
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "var", "tests", "docs", "staticfiles", ".*_cache", "__pycache__"
)


def copy_checkout(target: Path) -> Path:
    shutil.copytree(ROOT, target, ignore=LEFT_OUT)
    return target


class Site:
    """One start of the site; `with` makes sure that it is gone afterwards."""

    def __init__(self, checkout: Path, port: int, **env: str) -> None:
        self.checkout, self.port, self.env = checkout, port, env

    def __enter__(self) -> Site:
        self.log = (self.checkout / "said.txt").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "quartz_site.local.run", "--port", str(self.port)],
            cwd=self.checkout,
            env={"PATH": os.environ["PATH"], "HOME": "", **self.env},
            stdout=self.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(LONG)
        self.log.close()

    def said(self) -> str:
        return (self.checkout / "said.txt").read_text()

    def ask(self, path: str) -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code
        except OSError:
            return 0

    def is_ready(self) -> bool:
        """Wait for its own word first: right after a kill, the start before may still answer."""
        return wait_for(lambda: "The site is open" in self.said() and self.ask("/readyz") == 200)

    def pids(self) -> list[int]:
        return [int(pid) for pid in (self.checkout / "var" / "lock").read_text().split()]

    def press_ctrl_c(self) -> int:
        """Send what a terminal sends, to the whole foreground group; give the exit code."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(LONG)


def leftovers(checkout: Path, pids: list[int]) -> list[str]:
    """Find what still lives of these processes, or of anything else started from that checkout."""
    named = [str(pid) for pid in pids if is_alive(pid)]
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            where = os.readlink(entry / "cwd")
        except OSError:
            continue
        if str(checkout) in words or where.startswith(str(checkout)):
            named.append(f"{entry.name} {words}")
    return named
