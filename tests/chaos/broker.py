"""A broker of its own, to wipe, stop and kill; needs no Django."""

from __future__ import annotations

import contextlib
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import redis

from quartz_site.local.processes import free_port, start, stop
from quartz_site.local.redis_server import CONFIG, program
from tests.kit.waiting import LONG, wait_for


@dataclass
class Broker:
    """A broker of the test's own: it may be wiped, stopped and killed, and started again in its place."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://:word@127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        config = self.folder / "redis.conf"
        config.write_text(CONFIG.format(port=self.port, password="word", folder=self.folder, appendonly="no"))
        self.process = start([program(), config])
        assert wait_for(self.answers)

    def answers(self) -> bool:
        with redis.Redis.from_url(self.url, socket_timeout=1, socket_connect_timeout=1) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    def wipe(self) -> None:
        with redis.Redis.from_url(self.url, socket_timeout=LONG) as client:
            client.flushall()

    def send(self, what: signal.Signals) -> None:
        assert self.process
        self.process.send_signal(what)

    def end(self) -> None:
        if self.process:
            self.send(signal.SIGCONT)
            stop(self.process)


@contextlib.contextmanager
def broker(folder: Path) -> Iterator[Broker]:
    """Run one whose port stays its own while it is dead."""
    with free_port() as port:
        one = Broker(folder, port)
        try:
            one.start()
            yield one
        finally:
            one.end()
