"""Runs the whole site on one machine: Redis-protocol server, web, worker and beat. Called by `make run`.

All its data is under `var/`. Ctrl-C stops everything; if it is killed, its children stop by themselves
(Linux) or are stopped by the next start.
"""

from __future__ import annotations

import signal

if __name__ == "__main__":
    # The imports take half a second: until they are done, let Ctrl-C end us silently, as it does later.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse
import contextlib
import functools
import multiprocessing
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from environs import FileAwareEnv

from quartz_site.environment.vapid import new_vapid_key
from quartz_site.local.crew import Crew
from quartz_site.local.lock import Lock
from quartz_site.local.processes import die_with_parent, port_problem, stop
from quartz_site.local.redis_server import redis_server

FIRST_FOR_ALL, LAST_PORT = 1024, 65535
NO_BROKER = "none"
ROOT = Path(__file__).resolve().parent.parent.parent
VAR = ROOT / "var"
PYTHON = [sys.executable, "-m"]
SITE = [
    *PYTHON,
    "gunicorn",
    "--config",
    "python:quartz_site.gunicorn_conf",
    "--workers",
    "1",
    "--log-level",
    "warning",
]
CELERY = [*PYTHON, "celery", "--quiet", "--app", "quartz_site.celery"]
# Threads: light, and nothing here needs the hard time limits that only processes can have.
WORKER = [
    *CELERY,
    "worker",
    "--pool",
    "threads",
    "--concurrency",
    "2",
    "--without-gossip",
    "--without-mingle",
]
# A developer who is root knows it, and Celery objects because of a serializer that isn't in use.
AS_ROOT = "ignore:You're running the worker with superuser"
BEAT = [*CELERY, "beat"]
MANAGE = [sys.executable, "manage.py"]


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the whole site on one machine.")
    parser.add_argument("--port", default="8000")
    port = port_named(parser.parse_args().port)
    # Children must inherit the lock, whatever the platform's default start method is.
    multiprocessing.set_start_method("fork")
    # The files here are private: emails with live links, a key, a database.
    os.umask(0o077)
    VAR.mkdir(exist_ok=True)
    with Lock(VAR / "lock") as lock:
        if why := port_problem(port):
            another = port + 1 if FIRST_FOR_ALL <= port < LAST_PORT else 8001
            sys.exit(f"Port {port} {why}; choose another: make run PORT={another}")
        with broker(lock) as url:
            return serve(port, environment(port, url), lock)


def port_named(said: str) -> int:
    """Parse a port; exit if it is none."""
    port = int(said) if said.isdecimal() and len(said) < 6 else 0
    if not 0 < port <= LAST_PORT:
        sys.exit(f"There is no port {said!r:.20}; choose one from 1 to {LAST_PORT}: make run PORT=8001")
    return port


@contextlib.contextmanager
def broker(lock: Lock) -> Iterator[str]:
    """Yield the broker in REDIS_URL or `.env`, or run one that keeps its queue in `var/`."""
    named = setting("REDIS_URL")
    if named:
        yield named
        return
    with redis_server(VAR / "redis", keep=True, lock=lock) as url:
        yield url


def setting(name: str) -> str:
    """Read a setting from the environment or `.env`, as the settings will."""
    env = FileAwareEnv(strip_whitespace=True)
    env.read_env(os.environ.get("ENV_FILE", ROOT / ".env"), recurse=False)
    return env.str(name, "")


def environment(port: int, broker_url: str) -> dict[str, str]:
    """Fill in what isn't set: a database file, a key that stays the same, the address."""
    return {
        **os.environ,
        "ENVIRONMENT": "local",
        "REDIS_URL": broker_url,
        "DATABASE_URL": setting("DATABASE_URL") or "sqlite:///var/db.sqlite3",
        "SECRET_KEY": setting("SECRET_KEY") or kept("secret-key", lambda: secrets.token_urlsafe(50)),
        "VAPID_PRIVATE_KEY": setting("VAPID_PRIVATE_KEY") or kept("vapid-key", new_vapid_key),
        "SITE_URL": setting("SITE_URL") or f"http://127.0.0.1:{port}",
        "DEMO": setting("DEMO") or "on",
        "PYTHONUNBUFFERED": "1",
    }


def kept(name: str, new: Callable[[], str]) -> str:
    """Read a key from `var/`; make it at the first start."""
    path = VAR / name
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(new())
    return path.read_text()


def serve(port: int, env: dict[str, str], lock: Lock) -> int:
    """Migrate, start everything, and stay until Ctrl-C or until one process stops."""
    print("Preparing the database in var/ …", flush=True)
    if manage(env, "migrate", "-v", "0"):
        return 1
    print("Setting up demo players and matches …", flush=True)
    manage(env, "demo_data")  # the site works without it, only emptier
    print("Starting the site …", flush=True)
    crew = Crew(lock, url=f"http://127.0.0.1:{port}/")
    crew.add("web", [*SITE, "--bind", f"127.0.0.1:{port}", "quartz_site.wsgi"], env=env, cwd=ROOT)
    if env["REDIS_URL"] == NO_BROKER:
        crew.add("sweep", [*MANAGE, "sweep", "--forever"], env=env, cwd=ROOT)
    else:
        crew.add("worker", WORKER, env={**env, "PYTHONWARNINGS": AS_ROOT}, cwd=ROOT)
        crew.add("beat", BEAT, env=env, cwd=ROOT)
    return crew.work()


def manage(env: dict[str, str], *words: str) -> int:
    """Run a command in its own session: Ctrl-C reaches only us, and the command ends silently."""
    child = subprocess.Popen(
        [*MANAGE, *words],
        cwd=ROOT,
        env=env,
        start_new_session=True,
        preexec_fn=functools.partial(die_with_parent, signal.SIGTERM),
    )
    try:
        return child.wait()
    except KeyboardInterrupt:
        stop(child)
        raise


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
