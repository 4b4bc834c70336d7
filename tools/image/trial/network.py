"""A network in which each container has an address of its own, as behind a bridge of Docker."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

NET = "10.87.0"
#: The address of what stands beside the site: database, broker, mail server.
OUTSIDE = f"{NET}.1"
BRIDGE = "quartz"


def ip(*arguments: str) -> None:
    run("ip", *arguments)


def run(*command: str) -> None:
    subprocess.run(command, check=True)


@dataclass
class Network:
    """Its names are written into a hosts file, which each container reads."""

    hosts: Path
    names: list[tuple[str, str]] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(11))

    def name(self, address: str, *names: str) -> None:
        self.names += [(address, name) for name in names]
        self._write()

    def forget(self, address: str) -> None:
        self.names = [one for one in self.names if one[0] != address]
        self._write()

    def _write(self) -> None:
        # Into the same file, which is mounted elsewhere too.
        self.hosts.write_text("".join(f"{address}\t{name}\n" for address, name in self.names))

    @contextmanager
    def joined(self, name: str) -> Iterator[str]:
        """Make a namespace of this name with an address on the bridge, and give the address."""
        number = next(self.numbers)
        address, wire = f"{NET}.{number}", f"v{number}"
        ip("netns", "add", name)
        try:
            ip("link", "add", wire, "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", wire, "master", BRIDGE, "up")
            ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                ip("-n", name, "link", "set", device, "up")
            yield address
        finally:
            ip("netns", "del", name)


def begin(folder: Path) -> Network:
    """Lay the bridge; only inside namespaces of our own, where /etc/hosts may be covered."""
    network = Network(folder / "hosts")
    ip("link", "set", "lo", "up")
    # Otherwise its address would change with those who join and leave, and open connections would hang.
    ip("link", "add", BRIDGE, "address", "02:00:00:00:00:01", "type", "bridge")
    ip("addr", "add", f"{OUTSIDE}/24", "dev", BRIDGE)
    ip("link", "set", BRIDGE, "up")
    network.name("127.0.0.1", "localhost")
    network.name(OUTSIDE, "postgres", "redis", "mail")
    run("mount", "--bind", str(network.hosts), "/etc/hosts")
    # The names of namespaces are files there; nobody else is to see ours.
    Path("/run/netns").mkdir(exist_ok=True)
    run("mount", "-t", "tmpfs", "none", "/run/netns")
    return network
