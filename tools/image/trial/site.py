"""The site as containers: what compose.yaml names, from the files of an image, beside real servers."""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tools.image.trial.compose import Service
from tools.image.trial.network import Network
from tools.image.trial.sandbox import Image, Running, Sandbox
from tools.image.trial.servers import SITE, await_

#: docker/site.env, as docker/README.md says; and replies, which a mail server passes to a pipe.
SITE_ENV = {
    "ENVIRONMENT": "production",
    "SITE_URL": f"https://{SITE}",
    "MAIL_FROM": "Quartz <play@example.org>",
    "REDIS_URL": "redis://redis:6379/0",
    "BEHIND_PROXY": "on",
    "INBOUND": "pipe",
    "REPLY_DOMAIN": "reply.example.org",
    "AUTHSERV_ID": "mx.play.example",
}


class Failed(Exception):
    """Raised when something isn't as it should be; says what."""


@dataclass
class Container:
    """A service that runs."""

    service: Service
    name: str
    box: Sandbox
    running: Running
    address: str
    ends: ExitStack

    def is_healthy(self) -> bool:
        """Run the health check of the compose file beside the service."""
        return self.box.run(self.service.healthcheck, seconds=30).returncode == 0

    def await_health(self, log: Path) -> None:
        await_(self.is_healthy, f"{self.name} never becomes healthy", log, seconds=120)

    def stop(self) -> int:
        """Stop it as Docker does, and give its exit code."""
        code = self.running.stop()
        self.ends.close()
        return code


@dataclass
class Site:
    folder: Path
    network: Network
    services: dict[str, Service]
    ends: ExitStack
    codes: dict[str, int] = field(default_factory=dict)  # how each container ended
    number: int = 0

    def write_secrets(self, user: tuple[int, int], **values: str) -> None:
        """Write them into files that only the site's user may read."""
        self.secrets.mkdir(mode=0o755)
        for name, value in {"secret_key": secrets.token_urlsafe(50), **values}.items():
            file = self.secrets / name
            file.touch(mode=0o400)
            file.write_text(f"{value}\n")
            os.chown(file, *user)

    @property
    def secrets(self) -> Path:
        return self.folder / "secrets"

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def start(self, image: Image, service: str, name: str, *names: str) -> Container:
        """Start a service under a name of its own; others find it under the names given."""
        told, ends = self.services[service], ExitStack()
        self.ends.push(ends)
        address = ends.enter_context(self.network.joined(name))
        box = self._box(image, told, name)
        if names:
            self.network.name(address, *names)
            ends.callback(self.network.forget, address)
        running = ends.enter_context(box.started(told.command(image.command), self.log(name), told.patience))
        return Container(told, name, box, running, address, ends)

    def stop(self, one: Container) -> None:
        self.codes[one.name] = one.stop()

    def run(self, image: Image, *command: str, given: bytes = b"", service: str = "web") -> str:
        """Run a command in a container of its own, as `docker compose run --rm`; raise Failed."""
        with self.aside(image, service) as box:
            done = box.run(command or self.services[service].command([]), given)
        if done.returncode:
            raise Failed(f"{command or service} ended with {done.returncode}: {ending(done)}")
        return done.stdout.decode()

    def manage(self, image: Image, *command: str, given: bytes = b"") -> str:
        return self.run(image, "python", "manage.py", *command, given=given)

    @contextmanager
    def aside(self, image: Image, service: str = "web") -> Iterator[Sandbox]:
        self.number += 1
        with self.network.joined(f"run-{self.number}") as _:
            yield self._box(image, self.services[service], f"run-{self.number}")

    def _box(self, image: Image, service: Service, name: str) -> Sandbox:
        environment = {**SITE_ENV, **service.environment}
        return Sandbox(image, name, self.secrets, self.network.hosts, environment)


def ending(done: subprocess.CompletedProcess[bytes], most: int = 1500) -> str:
    return (done.stdout + done.stderr).decode(errors="replace")[-most:]


def read_only(box: Sandbox, places: Sequence[str]) -> list[str]:
    """List the places that the site's user can write into."""
    script = "import os,sys; print(*[one for one in sys.argv[1:] if os.access(one, os.W_OK)])"
    return box.run(["python", "-c", script, *places]).stdout.decode().split()
