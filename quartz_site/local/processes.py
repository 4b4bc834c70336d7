"""Child processes that stop when we stop, even when we are killed; and free ports for them."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
# Loaded before any fork: between fork and exec a child should do as little as it can.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(by: signal.Signals) -> None:
    """Ask for a signal when the parent dies, so that `kill -9` leaves no children. Linux only."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, int(by), 0, 0, 0)


def start(
    command: Sequence[str | Path],
    *,
    output: IO[bytes] | int = subprocess.DEVNULL,
    on_parent_death: signal.Signals = signal.SIGTERM,
    uid: int | None = None,
    inherit: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a server in its own session, so that Ctrl-C reaches only us and we stop servers in order."""
    return subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        cwd="/",
        user=uid,
        group=uid,
        extra_groups=None if uid is None else [],
        pass_fds=inherit,
        preexec_fn=lambda: die_with_parent(on_parent_death),
    )


def stop(child: subprocess.Popen[bytes], by: signal.Signals = signal.SIGTERM, patience: float = 10) -> None:
    """Ask a child to stop; kill it if it doesn't within `patience` seconds."""
    if child.poll() is None:
        child.send_signal(by)
    try:
        child.wait(patience)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


@contextmanager
def free_port() -> Iterator[int]:
    """Reserve a free port for a server; nobody else gets it before the block ends."""
    with socket.socket() as held:
        # As servers do: a socket that is bound but doesn't listen is in nobody's way if both set this.
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port = int(held.getsockname()[1])
        if port_problem(port):  # true except on Linux
            held.close()
        yield port


def port_problem(port: int) -> str:
    """Say why we can't listen on a port, or return an empty string if we can."""
    with socket.socket() as probe:
        # As servers do: connections that linger after a server has gone don't count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except PermissionError:
            return "is reserved for root"
        except OSError:
            return "is in use"
        return ""


def is_alive(pid: int) -> bool:
    """Check whether a process runs; a zombie doesn't."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return not Path("/proc/self").exists()
    return state != "Z"
