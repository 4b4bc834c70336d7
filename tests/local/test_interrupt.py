"""A test run that is broken off leaves no server and, at the next start at the latest, no folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.kit.listening import hear_interrupts
from tests.kit.waiting import LONG, wait_for
from tests.local.site import leftovers

ROOT = Path(__file__).resolve().parent.parent.parent
WAITING = """
import pathlib, time
def test_it_waits():
    pathlib.Path(__file__).with_name("up").touch()
    time.sleep(60)
"""


@pytest.fixture
def temporary():
    """A temporary folder of its own, short enough for a socket, that an unprivileged user may enter."""
    made = Path(tempfile.mkdtemp(prefix="t-"))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def run(tmp_path, temporary):
    """A test run with servers of its own, in the middle of a long test."""
    test = tmp_path / "test_waiting.py"
    test.write_text(WAITING)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(test),
    ]
    env = {"PATH": os.environ["PATH"], "TMPDIR": str(temporary)}
    config = ["-c", str(ROOT / "pyproject.toml")]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [*command, *config], cwd=ROOT, env=env, stdout=quiet, preexec_fn=hear_interrupts
    )
    assert wait_for((tmp_path / "up").exists)
    yield process
    process.kill()
    process.wait()


def test_ctrl_c_stops_the_servers_and_removes_their_folder(run, temporary):
    assert len(leftovers(temporary, [])) >= 2
    run.send_signal(signal.SIGINT)
    assert run.wait(LONG) == pytest.ExitCode.INTERRUPTED
    assert leftovers(temporary, []) == []
    assert list(temporary.glob("quartz-tests-*")) == []


def test_a_kill_stops_the_servers_too(run, temporary):
    assert len(leftovers(temporary, [])) >= 2
    run.kill()
    run.wait()
    assert wait_for(lambda: leftovers(temporary, []) == [])
