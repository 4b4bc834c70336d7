"""The site as real processes: two web servers, two workers, beat. The second of each is to be killed."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from quartz_site.local.processes import free_port, start
from quartz_site.local.run import BEAT, CELERY, PYTHON
from tests.chaos.broker import Broker
from tests.kit.webhooks import KEY, SECRET

ROOT = Path(__file__).resolve().parent.parent.parent
GUNICORN = [*PYTHON, "gunicorn", "--config", "python:quartz_site.gunicorn_conf", "--workers", "1"]
WORKER = [*CELERY, "worker", "--concurrency", "2", "--without-gossip", "--without-mingle"]


@dataclass
class Host:
    """One program of the site, in a group of its own; what it says is kept in a file."""

    name: str
    command: list[str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    starts: int = 0

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = start(self.command, output=log)
        self.starts += 1

    def kill(self) -> None:
        """Kill all of it outright, as the end of a machine would."""
        process, self.process = self.process, None  # its number may soon be another's
        if process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@dataclass
class Site:
    """Everything that runs, and where its logs are."""

    folder: Path
    ports: tuple[int, ...]
    broker: Broker
    hosts: dict[str, Host] = field(default_factory=dict)

    def add(self, name: str, command: list[str]) -> None:
        self.hosts[name] = Host(name, command, self.folder / f"{name}.log")

    @property
    def logs(self) -> list[Path]:
        return [host.log for host in self.hosts.values()]

    def end(self) -> None:
        """End everything at once: nothing of it is needed any more."""
        for host in self.hosts.values():
            host.kill()


def environment(database: str, broker: str, mail_port: int, web_port: int) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "tests.soak.settings",
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "ignore",
        "PYTHONUNBUFFERED": "1",
        "MALLOC_ARENA_MAX": "2",  # as image and units have it
        "ENV_FILE": os.devnull,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DATABASE_URL": database,
        "REDIS_URL": broker,
        "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        "SITE_URL": f"http://127.0.0.1:{web_port}",
        "MAIL_FROM": "Quartz <play@play.example>",
        "SIGNUP": "open",
        "PROXY_HOPS": "1",
        "INBOUND": "mailgun",
        "REPLY_DOMAIN": "reply.play.example",
        "BOUNCE_DOMAIN": "bounce.play.example",
        "AUTHSERV_ID": "mx.play.example",
        "WEBHOOK_SECRET": SECRET,
        "ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY": KEY,
    }


@contextlib.contextmanager
def ports() -> Iterator[tuple[int, int]]:
    with free_port() as one, free_port() as other:
        yield one, other


@contextlib.contextmanager
def site(folder: Path, at: tuple[int, int], broker: Broker) -> Iterator[Site]:
    """Start everything in this process's environment; end what was started, whatever happens."""
    made = Site(folder, at, broker)
    for number, port in enumerate(at, 1):
        made.add(f"web-{number}", [*GUNICORN, "--bind", f"127.0.0.1:{port}", "quartz_site.wsgi"])
    for number in (1, 2):
        made.add(f"worker-{number}", WORKER)
    made.add("beat", BEAT)
    try:
        for host in made.hosts.values():
            host.start()
        yield made
    finally:
        made.end()


def nap(until: float, seconds: float) -> None:
    """Sleep, but not beyond a moment."""
    time.sleep(max(0.0, min(seconds, until - time.monotonic())))
