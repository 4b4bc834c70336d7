"""Hosts in network namespaces on one switch, which can be cut off, unplugged and made slow.

All of it lies in namespaces of this process alone, its mounts and processes too (`enter`): they end with it,
however it ends, and the machine's own network is never touched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.scale.wire import CARDS, Tap, Wire

SWITCH = "switch"
SUBNET = "10.91.0"
CENTRE = f"{SUBNET}.254"  # where this process is, and PostgreSQL and the mail server
INSIDE = "QUARTZ_SCALE_INSIDE"
#: A folder that nobody else sees, and that ends with this process.
OWN = Path("/run")
FORWARDS, OFF = "3", "0"  # states of a port of the switch: it forwards, or drops without a word


def missing() -> str:
    """Say what this machine lacks, or return an empty string."""
    lacking = [name for name in ("ip", "bridge", "unshare") if shutil.which(name) is None]
    if lacking:
        return f"needs {', '.join(lacking)} (Debian: iproute2, util-linux)"
    if not os.access(CARDS, os.R_OK | os.W_OK):
        return f"needs {CARDS}, which only root may open here: run it as root"
    tried = subprocess.run(
        [*_unshared(), "ip", "link", "add", "name", SWITCH, "type", "bridge"], capture_output=True
    )
    if tried.returncode == 0:
        return ""
    who = "root" if os.geteuid() == 0 else "you"
    return f"{who} may make no network namespaces here: it needs root, or user namespaces, on Linux"


def _unshared() -> list[str]:
    as_root = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    return ["unshare", *as_root, "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]


def enter(arguments: Sequence[str]) -> None:
    """Start this program again in namespaces of its own, unless it is there already."""
    if os.environ.get(INSIDE) != "1":
        command = [*_unshared(), sys.executable, "-m", "tests.scale", *arguments]
        os.execvpe(command[0], command, {**os.environ, INSIDE: "1"})


def do(*command: str) -> None:
    subprocess.run(command, check=True)


@dataclass
class Host:
    """One host on the switch; its wire, if it has one, can be slow."""

    name: str
    address: str
    wire: Wire | None = None

    @property
    def port(self) -> str:
        return f"port-{self.name}"

    def inside(self, *command: str) -> list[str]:
        return ["ip", "netns", "exec", self.name, *command]

    def cut_off(self) -> None:
        """Drop all it sends and gets, without a word, as a switch that has died."""
        do("bridge", "link", "set", "dev", self.port, "state", OFF)

    def unplug(self) -> None:
        """Pull its cable: it notices that itself."""
        do("ip", "link", "set", self.port, "down")

    def plug_in(self) -> None:
        do("ip", "link", "set", self.port, "up")

    def heal(self) -> None:
        do("bridge", "link", "set", "dev", self.port, "state", FORWARDS)

    def slow_down(self, delay: float, loss: float) -> None:
        assert self.wire, f"{self.name} has no wire"
        self.wire.delay, self.wire.loss = delay, loss


@dataclass
class Network:
    hosts: list[Host] = field(default_factory=list)

    def __post_init__(self) -> None:
        do("mount", "-t", "tmpfs", "none", str(OWN))  # ip keeps its names there
        do("ip", "link", "set", "lo", "up")
        do("ip", "link", "add", "name", SWITCH, "type", "bridge")
        do("ip", "address", "add", f"{CENTRE}/24", "dev", SWITCH)
        do("ip", "link", "set", SWITCH, "up")

    def add(self, name: str, *, wired: bool = False) -> Host:
        """Add a host; one that is wired can be slow, and costs this process each of its packets."""
        host = Host(name, f"{SUBNET}.{len(self.hosts) + 1}")
        self.hosts.append(host)
        do("ip", "netns", "add", name)
        if wired:
            near, far = Tap(host.port), Tap(f"far-{name}")
            do("ip", "link", "set", far.name, "netns", name, "name", "eth0")
            host.wire = Wire(near, far)
            host.wire.start()
        else:
            do("ip", "link", "add", host.port, "type", "veth", "peer", "name", "eth0", "netns", name)
        do("ip", "link", "set", host.port, "master", SWITCH, "up")
        for words in (f"address add {host.address}/24 dev eth0", "link set eth0 up", "link set lo up"):
            do("ip", "-n", name, *words.split())
        return host
