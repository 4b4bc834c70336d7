"""`make run`: it starts, it says so, it keeps its data, it leaves nothing behind, it recovers."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress

import pytest

from quartz_site.local.processes import free_port, port_problem
from tests.kit.waiting import wait_for
from tests.local.site import Site, copy_checkout, leftovers


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    # With a space in its name, as somebody's folder will have.
    return copy_checkout(tmp_path_factory.mktemp("some where") / "quartz by mail")


@pytest.fixture
def site(checkout):
    with free_port() as port, Site(checkout, port) as started:
        yield started


def heartbeats(checkout) -> list[str]:
    with closing(sqlite3.connect(checkout / "var" / "db.sqlite3")) as database:
        return [row[0] for row in database.execute("SELECT name FROM games_heartbeat ORDER BY name")]


def addresses(said: str) -> list[str]:
    """Find the demo matches that are announced."""
    return re.findall(r"A demo match is open: (\S+/m/[\w-]{16}/)", said)


def make_player(checkout, email: str) -> None:
    env = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "x",
        "DATABASE_URL": "sqlite:///var/db.sqlite3",
    }
    command = [sys.executable, "manage.py", "createsuperuser", "--noinput", f"--email={email}"]
    subprocess.run(command, cwd=checkout, env=env, check=True, capture_output=True)


DEMO_AND_MO = [*(f"{name}@demo.invalid" for name in ("ana", "bruno", "chika", "host")), "mo@example.org"]


def players(checkout) -> list[str]:
    with closing(sqlite3.connect(checkout / "var" / "db.sqlite3")) as database:
        return [row[0] for row in database.execute("SELECT email FROM games_player ORDER BY email")]


def test_it_answers_says_where_and_leaves_no_process_after_ctrl_c(site):
    assert site.is_ready(), site.said()
    assert site.ask("/") == 200 and site.ask("/healthz") == 200
    assert f"The site is open: http://127.0.0.1:{site.port}/" in site.said()
    pids = site.pids()
    assert len(pids) == 5  # supervisor, Redis-protocol server, web, worker, beat
    assert site.press_ctrl_c() == 130
    assert leftovers(site.checkout, pids) == []
    assert "Traceback" not in site.said(), site.said()


def test_what_it_keeps_is_for_nobody_else(site):
    assert site.is_ready(), site.said()
    kept = [path for path in (site.checkout / "var").rglob("*") if path.is_file()]
    assert {"db.sqlite3", "secret-key", "vapid-key", "redis.conf"} <= {path.name for path in kept}
    assert [path.name for path in kept if path.stat().st_mode & 0o077] == []


def test_a_second_start_in_the_same_folder_is_told(site):
    assert site.is_ready(), site.said()
    command = [sys.executable, "-m", "quartz_site.local.run", "--port", "8000"]
    env = {"PATH": os.environ["PATH"]}
    second = subprocess.run(command, cwd=site.checkout, env=env, capture_output=True, text=True)
    assert second.returncode == 1
    assert "already running from this folder" in second.stderr and second.stderr.count("\n") == 1
    assert site.ask("/healthz") == 200


def test_a_busy_port_is_named_with_a_way_out(checkout):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = start(checkout, port)
    assert done.returncode == 1
    assert done.stderr == f"Port {port} is in use; choose another: make run PORT={port + 1}\n"
    assert leftovers(checkout, []) == []


def test_the_last_port_has_none_after_it(checkout):
    with listening(65535):
        done = start(checkout, 65535)
    assert done.stderr == "Port 65535 is in use; choose another: make run PORT=8001\n"


def listening(port: int) -> socket.socket:
    """Listen there, as soon as another run of this suite no longer does."""
    mine: list[socket.socket] = []

    def listen() -> list[socket.socket]:
        with suppress(OSError):
            mine.append(socket.create_server(("127.0.0.1", port)))
        return mine

    assert wait_for(listen)
    return mine[0]


def test_a_port_that_only_root_may_have_is_not_called_taken(monkeypatch):
    monkeypatch.setattr(socket.socket, "bind", refuse)
    assert port_problem(80) == "is reserved for root"


def refuse(*_: object) -> None:
    raise PermissionError


@pytest.mark.parametrize("port", ["-1", "0", "65536", "http", "", "9" * 5000])
def test_a_port_that_there_is_not_is_one_sentence(checkout, port):
    done = start(checkout, port)
    assert done.returncode == 1
    shown = repr(port)[:20]
    assert done.stderr == f"There is no port {shown}; choose one from 1 to 65535: make run PORT=8001\n"


def start(checkout, port) -> subprocess.CompletedProcess[str]:
    """Start what ends at once."""
    command = [sys.executable, "-m", "quartz_site.local.run", "--port", str(port)]
    return subprocess.run(command, cwd=checkout, env={}, capture_output=True, text=True)


@pytest.mark.parametrize("moment", ["migrate", "demo_data"])
def test_ctrl_c_before_anything_runs_is_quiet_too(checkout, moment):
    """The terminal's Ctrl-C reaches the whole group: the commands that lay the database must not cry out."""
    with free_port() as port, Site(checkout, port) as early:
        assert wait_for(lambda: any(moment in words for words in leftovers(checkout, [])))
        assert early.press_ctrl_c() == 130
        assert "Traceback" not in early.said()
    assert leftovers(checkout, []) == []


def test_ctrl_c_while_programs_are_still_read_is_quiet_too(checkout, tmp_path):
    """One of those that are imported presses it."""
    (tmp_path / "environs.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGINT)")
    command = [sys.executable, "-m", "quartz_site.local.run"]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_without_a_broker_a_sweep_does_what_is_due(checkout):
    with free_port() as port, Site(checkout, port, REDIS_URL="none") as site:
        assert site.is_ready(), site.said()
        assert len(site.pids()) == 3  # supervisor, web, sweep
        assert wait_for(lambda: "Sweeping until" in site.said()), site.said()  # it hears Ctrl-C from here on
        assert site.press_ctrl_c() == 130
    assert "Stopped between two rows." in site.said() and "celery" not in site.said()


def test_after_a_kill_the_next_start_recovers_and_keeps_the_data(checkout):
    with free_port() as port, Site(checkout, port) as first:
        assert first.is_ready(), first.said()
        key, first_said = (checkout / "var" / "secret-key").read_text(), first.said()
        make_player(checkout, "mo@example.org")
        pids = first.pids()
        first.process.kill()
        first.process.wait()
        # At once, on the same port, while the children of the first are still going.
        with Site(checkout, port) as second:
            assert second.is_ready(), second.said()
            assert players(checkout) == DEMO_AND_MO
            assert addresses(second.said()) == addresses(first_said) != []
            assert (checkout / "var" / "secret-key").read_text() == key
            assert leftovers(checkout, pids[:1]) != []  # the second itself is found, so the search works
            pids += second.pids()
            second.press_ctrl_c()
    assert leftovers(checkout, pids) == []
    assert heartbeats(checkout) == ["beat", "prune", "sweep"]
