"""Lets the site run once per folder, and stops what a killed run left behind.

The supervisor holds the lock file and every child inherits it, so it is free exactly when the last of them
has gone. It lists their process ids: while a dead supervisor's children hold it, at least one of those ids is
still ours to stop.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import sys
import time
from pathlib import Path
from types import TracebackType

from quartz_site.local.processes import is_alive

PATIENCE = 10


class Lock:
    def __init__(self, path: Path) -> None:
        self.descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)

    def __enter__(self) -> Lock:
        """Take the lock, stopping what a killed supervisor left; exit if another one is running."""
        if not self._take():
            self._recover()
        os.ftruncate(self.descriptor, 0)
        self.note(os.getpid())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self.descriptor)

    def note(self, pid: int) -> None:
        os.write(self.descriptor, f"{pid}\n".encode())

    def pids(self) -> list[int]:
        return [int(line) for line in os.pread(self.descriptor, 4096, 0).split()]

    def _take(self) -> bool:
        try:
            fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _take_within(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not self._take():
            if time.monotonic() > until:
                return False
            time.sleep(0.1)
        return True

    def _recover(self) -> None:
        supervisor, *children = self.pids() or [0]
        if supervisor and is_alive(supervisor):
            sys.exit(
                f"The site is already running from this folder (process {supervisor}); stop it with Ctrl-C."
            )
        print("Stopping processes left over from an earlier run.", flush=True)
        for by in (signal.SIGTERM, signal.SIGKILL):
            for pid in children:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(pid, by)
            if self._take_within(PATIENCE):
                return
        sys.exit(f"Some processes of an earlier run don't stop: {children}.")
