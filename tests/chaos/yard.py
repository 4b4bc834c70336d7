"""A site of real processes to break: they work on the test's own database, and end with the test."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import redis
from django.db import connection

from quartz_site.local.processes import free_port, is_alive, start, stop
from quartz_site.local.redis_server import CONFIG, program
from tests.chaos.player import NOTES
from tests.kit.waiting import LONG, wait_for

ROOT = Path(__file__).resolve().parent.parent.parent


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


@dataclass
class Yard:
    """Starts and kills what the site is made of; ends only what it started."""

    nursery: subprocess.Popen[str]
    groups: list[int] = field(default_factory=list)

    def start(self, kind: str) -> int:
        assert self.nursery.stdin and self.nursery.stdout
        self.nursery.stdin.write(f"{kind}\n")
        self.nursery.stdin.flush()
        self.groups.append(int(self.nursery.stdout.readline()))
        return self.groups[-1]

    def kill(self, group: int, by: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal to a whole group, as the end of a machine would; wait until who is killed is dead."""
        if group in self.groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, by)
            if by == signal.SIGKILL:
                self.groups.remove(group)
                assert wait_for(lambda: not self.lives(group))

    def lives(self, group: int) -> bool:
        return is_alive(group)

    def end(self) -> None:
        for group in [*self.groups]:
            self.kill(group)
        with self.nursery:  # closes its pipes, at which it ends, and waits
            pass


def environment(broker: str, mail_port: int, **more: str) -> dict[str, str]:
    database = connection.settings_dict
    url = f"postgresql://{database['USER']}@{quote(database['HOST'], safe='')}/{database['NAME']}"
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        "DJANGO_SETTINGS_MODULE": "quartz_site.settings",
        "DATABASE_URL": url,
        "REDIS_URL": broker,
        "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        "PYTHONWARNINGS": "ignore",
        **more,
    }


@contextlib.contextmanager
def yard(folder: Path, broker: str, mail_port: int, **more: str) -> Iterator[Yard]:
    """Give a yard in which nothing runs yet."""
    env = environment(broker, mail_port, **{NOTES: str(folder / "notes"), **more})
    with (folder / "said.txt").open("ab") as said:
        nursery = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.nursery"],
            cwd=ROOT,
            env=env,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
        )
        here = Yard(nursery)
        try:
            yield here
        finally:
            here.end()
            # Whoever was killed may have held a transaction; the tables are emptied only when it is gone.
            time.sleep(0.2)
