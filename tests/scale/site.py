"""What runs on the hosts: page servers on three, workers on three, a beat beside two of the workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from quartz_site.local.processes import start, stop
from tests.kit.waiting import wait_for
from tests.scale.network import SUBNET, Host, Network
from tests.scale.servers import Servers

ROOT = Path(__file__).resolve().parents[2]
NAME, PORT = "play.example", 8000
PYTHON = [sys.executable, "-W", "ignore", "-m"]
WEB = [
    *PYTHON,
    "gunicorn",
    "--chdir",
    str(ROOT),
    "--config",
    "python:quartz_site.gunicorn_conf",
    "--workers",
    "1",
]
CELERY = [*PYTHON, "celery", "--workdir", str(ROOT), "--quiet", "--app", "quartz_site.celery"]
WORKER = [*CELERY, "worker", "--concurrency", "2", "--loglevel", "WARNING"]
BEAT = [*CELERY, "beat", "--loglevel", "WARNING"]
CLOCK = "SCALE_CLOCK"  # what tests/scale/settings.py reads


@dataclass
class Machine:
    """A host with what runs there, by a clock that may be wrong by some seconds."""

    host: Host
    commands: list[list[str]]
    env: Mapping[str, str]
    log: Path
    apart: int = 0
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self) -> None:
        self.running += map(self.beside, self.commands)

    def beside(self, command: list[str]) -> subprocess.Popen[bytes]:
        """Start something here that whoever starts it has to end."""
        with self.log.open("ab") as log:
            return _started(self.host.inside(*command), {**self.env, CLOCK: str(self.apart)}, log)

    def kill(self) -> None:
        """End all that runs here at once, as when the power fails."""
        for one in self.running:
            with suppress(ProcessLookupError):
                os.killpg(one.pid, signal.SIGKILL)
        for one in self.running:
            one.wait()
        self.running.clear()

    def end(self) -> None:
        """Ask all that runs here to stop, and wait until it has."""
        for one in self.running:
            stop(one, patience=30)
        self.running.clear()


def _started(command: list[str], env: Mapping[str, str], log: IO[bytes]) -> subprocess.Popen[bytes]:
    words = ["env", *(f"{name}={value}" for name, value in env.items())]
    return start([*words, *command], output=log)


def environment(servers: Servers, *, pooled: bool, options: str = "") -> dict[str, str]:
    """Give the environment of all hosts: they share nothing but the servers and the key."""
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DJANGO_SETTINGS_MODULE": "tests.scale.settings",
        "ENV_FILE": os.devnull,
        "DEMO": "on",
        "SECRET_KEY": "a key for the network of the tests only",
        "SITE_URL": f"http://{NAME}",
        "DATABASE_URL": servers.database + options,
        "DATABASE_POOLER": "on" if pooled else "off",
        "REDIS_URL": servers.broker,
        "EMAIL_URL": f"smtp://{_address(servers)}",
    }


def _address(servers: Servers) -> str:
    return f"{SUBNET}.254:{servers.mail_port}"


@dataclass
class Site:
    webs: list[Machine]
    workers: list[Machine]
    bell: Host

    @property
    def machines(self) -> list[Machine]:
        return self.webs + self.workers

    @property
    def addresses(self) -> list[str]:
        return [web.host.address for web in self.webs]

    def answers(self) -> bool:
        return all(map(answers, self.addresses))


def answers(address: str) -> bool:
    asked = urllib.request.Request(f"http://{address}:{PORT}/healthz", headers={"Host": NAME})
    try:
        with urllib.request.urlopen(asked, timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def hosts(network: Network) -> tuple[list[Host], list[Host], Host]:
    """Put page servers, workers and a broker on the switch; the last of each three can be slow."""
    webs = [network.add(f"web-{n}", wired=n == 3) for n in (1, 2, 3)]
    workers = [network.add(f"work-{n}", wired=n == 3) for n in (1, 2, 3)]
    return webs, workers, network.add("bell")


@contextmanager
def site(
    webs: list[Host], workers: list[Host], bell: Host, env: Mapping[str, str], logs: Path, apart: int
) -> Iterator[Site]:
    """Run the site; the clocks of the second and third host of each kind are apart, one ahead, one behind."""
    clocks = (0, apart, -apart)

    def machine(host: Host, clock: int, *commands: list[str]) -> Machine:
        return Machine(host, list(commands), env, logs / f"{host.name}.log", clock)

    here = Site([], [], bell)
    for web, worker, clock in zip(webs, workers, clocks, strict=True):
        page_server = [*WEB, "--bind", f"{web.address}:{PORT}", "quartz_site.wsgi"]
        here.webs.append(machine(web, clock, page_server))
        here.workers.append(machine(worker, clock, WORKER, *([BEAT] if clock >= 0 else [])))
    try:
        for one in here.machines:
            one.start()
        if not wait_for(here.answers, 120):
            said = "".join(one.log.read_text()[-1000:] for one in here.webs)
            raise RuntimeError(f"not every page server answers:\n{said}")
        yield here
    except BaseException:  # Ctrl-C too: nobody waits until each has stopped by itself
        for one in here.machines:
            one.kill()
        raise
    finally:
        for one in here.machines:
            one.end()
