"""Runs commands in the files of an image: read-only, as its user, without capabilities, as process 1."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TEMPORARY = ("--perms", "1777", "--tmpfs")  # a folder in memory that anyone may write to
MEMORY = ("/tmp", "/dev/shm")  # nosec B108 # the only folders that it may write into
OWN = ("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--as-pid-1", "--clearenv")
#: As `cap_drop: [ALL]` and `no-new-privileges` of the compose file.
NO_POWERS = ("--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs")


@dataclass(frozen=True)
class Image:
    """An image whose files are unpacked, and what it says of how it is run."""

    name: str
    root: Path
    config: Mapping[str, Any]

    @classmethod
    def of(cls, folder: Path) -> Image:
        """Read a folder with the files of an image and its settings."""
        config = json.loads((folder / "config.json").read_text())
        return cls(folder.name, (folder / "rootfs").resolve(), config)

    @property
    def environment(self) -> dict[str, str]:
        return dict(line.partition("=")[::2] for line in self.config.get("Env", ()))

    @property
    def command(self) -> list[str]:
        return list(self.config["Cmd"])

    @property
    def user(self) -> tuple[int, int]:
        """Give the numbers of its user and group, by its own list of users."""
        for line in (self.root / "etc" / "passwd").read_text().splitlines():
            name, _, uid, gid, *_ = line.split(":")
            if name == self.config["User"]:
                return int(uid), int(gid)
        raise KeyError(self.config["User"])


@dataclass(frozen=True)
class Sandbox:
    """What one container sees: its image, its secrets, its environment, its place in the network."""

    image: Image
    namespace: str
    secrets: Path
    hosts: Path
    environment: Mapping[str, str]

    def command(self, command: Sequence[str], *more: str) -> list[str]:
        uid, gid = self.image.user
        given = {**self.image.environment, "HOSTNAME": self.namespace, **self.environment}
        variables = [part for name, value in given.items() for part in ("--setenv", name, value)]
        return [
            *(
                "nsenter",
                f"--net=/run/netns/{self.namespace}",
                "bwrap",
                *OWN,
                *more,
                "--hostname",
                self.namespace,
            ),
            *("--ro-bind", str(self.image.root), "/", "--proc", "/proc", "--dev", "/dev"),
            *(*TEMPORARY, MEMORY[0], *TEMPORARY, MEMORY[1], "--tmpfs", "/run"),
            *("--ro-bind", str(self.secrets), "/run/secrets", "--ro-bind", str(self.hosts), "/etc/hosts"),
            *("--chdir", str(self.image.config["WorkingDir"]), *variables, "--"),
            *("setpriv", f"--reuid={uid}", f"--regid={gid}", *NO_POWERS, "--", *command),
        ]

    def run(
        self, command: Sequence[str], given: bytes = b"", seconds: float = 120
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command to its end; its exit code is for the caller to judge."""
        line = self.command(command)
        return subprocess.run(line, input=given, capture_output=True, timeout=seconds)

    @contextmanager
    def started(self, command: Sequence[str], log: Path, patience: float) -> Iterator[Running]:
        """Start a service; at the end ask it to stop, and kill it when its patience is over."""
        here, there = os.pipe()
        with log.open("ab") as said:
            line = self.command(command, "--info-fd", str(there))
            process = subprocess.Popen(
                line, stdin=subprocess.DEVNULL, stdout=said, stderr=said, pass_fds=(there,)
            )
            os.close(there)
            with open(here) as told:
                pid = json.load(told)["child-pid"]
            one = Running(process, pid, patience)
            try:
                yield one
            finally:
                one.stop()


@dataclass
class Running:
    """A service in its sandbox; process 1 in there is `pid` out here."""

    process: subprocess.Popen[bytes]
    pid: int
    patience: float

    def stop(self) -> int:
        """Stop it as Docker does; give its exit code, which is -9 if it had to be killed."""
        if self.process.poll() is None:
            os.kill(self.pid, signal.SIGTERM)
        try:
            return self.process.wait(self.patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return -signal.SIGKILL

    def facts(self) -> dict[str, str]:
        """Read what the kernel says of its first process: user, capabilities, whether it may gain any."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
