"""The lock tells a live start from what a killed one left, and clears the latter away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from quartz_site.local.lock import Lock
from tests.kit.waiting import LONG

SLEEPER = "import signal, time; {how}; print('up', flush=True); time.sleep(60)"


def orphan(lock: Lock, how: str = "pass") -> subprocess.Popen[str]:
    """Start a child that holds the lock, as a supervisor would have left it."""
    child = subprocess.Popen(
        [sys.executable, "-c", SLEEPER.format(how=how)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        pass_fds=[lock.descriptor],
    )
    assert child.stdout is not None
    child.stdout.readline()
    child.stdout.close()
    lock.note(child.pid)
    return child


def forget(lock: Lock, supervisor: int) -> None:
    """Make the lock look as if another process had held it, and close our end."""
    others = lock.pids()[1:]
    os.ftruncate(lock.descriptor, 0)
    for pid in (supervisor, *others):
        lock.note(pid)
    os.close(lock.descriptor)


@pytest.fixture
def dead_pid():
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def test_a_free_lock_is_taken_and_lists_its_holder(tmp_path):
    with Lock(tmp_path / "lock") as lock:
        assert lock.pids() == [os.getpid()]


def test_a_live_start_is_left_alone(tmp_path):
    with Lock(tmp_path / "lock"), pytest.raises(SystemExit, match="already running"), Lock(tmp_path / "lock"):
        pass


def test_children_of_a_killed_start_are_stopped(tmp_path, dead_pid, capsys):
    lock = Lock(tmp_path / "lock").__enter__()
    child = orphan(lock)
    forget(lock, dead_pid)
    with Lock(tmp_path / "lock") as mine:
        assert mine.pids() == [os.getpid()]
    assert child.wait(LONG) == -signal.SIGTERM
    assert "left over" in capsys.readouterr().out


def test_children_that_will_not_stop_are_killed(tmp_path, dead_pid, monkeypatch):
    monkeypatch.setattr("quartz_site.local.lock.PATIENCE", 0.5)
    lock = Lock(tmp_path / "lock").__enter__()
    child = orphan(lock, "signal.signal(signal.SIGTERM, signal.SIG_IGN)")
    forget(lock, dead_pid)
    start = time.monotonic()
    with Lock(tmp_path / "lock"):
        pass
    assert child.wait(LONG) == -signal.SIGKILL
    assert time.monotonic() - start < 9, "not the usual ten seconds"


def test_old_numbers_in_a_free_lock_stop_nobody(tmp_path):
    # After a restart of the machine the numbers may be somebody else's.
    bystander = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True
    )
    (tmp_path / "lock").write_text(f"1\n{bystander.pid}\n")
    with Lock(tmp_path / "lock"):
        assert bystander.poll() is None
    bystander.kill()
    bystander.wait()
