"""Honcho's manager, with children that never outlive it and a line when the site answers."""

from __future__ import annotations

import functools
import multiprocessing
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from honcho import manager
from honcho.manager import Manager
from honcho.process import Popen, Process

from quartz_site.local.lock import Lock
from quartz_site.local.processes import die_with_parent

PATIENCE = 60
# Seconds for a worker to finish its task; honcho's five are too few on a busy machine.
manager.KILL_WAIT = 20


class Child(Process):
    """A child process, and the small process in which honcho reads its output; both die with their parent."""

    def __init__(self, command: Sequence[str], *, lock: Lock, **facts: object) -> None:
        super().__init__(command, **facts)
        self._lock = lock
        self._child_ctor = self._spawn

    def run(self, events: object = None, ignore_signals: bool = False) -> None:
        # Honcho makes its reader ignore SIGTERM, so only SIGKILL works; the child gets a SIGTERM.
        die_with_parent(signal.SIGKILL)
        super().run(events, ignore_signals)

    def _spawn(self, command: Sequence[str], env: dict[str, str], cwd: str) -> subprocess.Popen[bytes]:
        child: subprocess.Popen[bytes] = Popen(
            command,
            shell=False,
            env=env,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            pass_fds=(self._lock.descriptor,),
            preexec_fn=functools.partial(die_with_parent, signal.SIGTERM),
        )
        self._lock.note(child.pid)
        return child


class Crew(Manager):
    def __init__(self, lock: Lock, *, url: str) -> None:
        super().__init__()
        self._process_ctor = functools.partial(Child, lock=lock)
        self._url = url

    def add(self, name: str, command: Sequence[str], *, env: dict[str, str], cwd: Path) -> None:
        self.add_process(name, command, env=env, cwd=str(cwd))

    def work(self) -> int:
        """Start all processes, pass their output on, and stop all when one stops or on Ctrl-C."""
        try:
            self.loop()
        finally:
            # Only if something went wrong above; their children die with them.
            for reader in multiprocessing.active_children():
                reader.kill()
        return int(self.returncode or 0)

    def terminate(self) -> None:
        """Stop all, but only once all have started: until then some have no process id to signal."""
        if self._all_started():
            super().terminate()

    def _any_stopped(self) -> bool:
        """Check whether all should stop: one has, or Ctrl-C was pressed while they started."""
        return self.returncode is not None or super()._any_stopped()

    def _start(self) -> None:
        super()._start()
        # Only now: a process with threads should not fork.
        threading.Thread(target=self._announce, daemon=True).start()

    def _announce(self) -> None:
        """Print the address once it answers."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not self._terminating:
            if answers(self._url):
                print(
                    f"\n  The site is open: {self._url}    Ctrl-C stops it."
                    f"\n  Each email is a line here; all of them: {self._url}dev/mail/\n",
                    flush=True,
                )
                return
            time.sleep(0.1)


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # nosec B310 # our own address
            return int(answer.status) == 200
    except (urllib.error.URLError, OSError):
        return False
