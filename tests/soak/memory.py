"""How much memory each process has, and whether it grows."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.soak.site import Host

EVERY = 5.0  # seconds
HOUR = 3600.0
SETTLING = 1 / 3  # of the run, until caches are full
FLAT = 0.05  # of its size in an hour
LEAST = 4.0  # MB in an hour: below that nobody could tell growth from chance


class Sample(NamedTuple):
    at: float
    mb: float


class Growth(NamedTuple):
    """What a process had in the middle of the time that counts, and how much more each hour."""

    name: str
    mb: float
    slope: float  # MB an hour
    most: float

    @property
    def is_flat(self) -> bool:
        return self.slope <= max(LEAST, FLAT * self.mb)


def slope(samples: list[Sample]) -> float:
    """Fit a line; give how much it rises in an hour."""
    at = sum(one.at for one in samples) / len(samples)
    mb = sum(one.mb for one in samples) / len(samples)
    across = sum((one.at - at) * (one.mb - mb) for one in samples)
    along = sum((one.at - at) ** 2 for one in samples)
    return HOUR * across / along if along else 0.0


def resident(pid: int) -> float | None:
    """Give the memory of a process in MB; None if it is gone."""
    try:
        told = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    line = next((line for line in told.splitlines() if line.startswith("VmRSS:")), None)
    return int(line.split()[1]) / 1024 if line else None


def children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


@dataclass
class Sampler:
    """Looks at every process every few seconds, in a thread of its own."""

    hosts: list[Host]
    seen: dict[tuple[str, int], list[Sample]] = field(default_factory=lambda: defaultdict(list))
    ended: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Sampler:
        self.began = time.monotonic()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.thread.join()

    def run(self) -> None:
        while not self.ended.wait(EVERY):
            for host in self.hosts:
                self.look(host)

    def look(self, host: Host) -> None:
        process = host.process
        for number, pid in enumerate([process.pid, *children(process.pid)] if process else []):
            mb = resident(pid)
            if mb is not None:
                kind = "its child" if number else "main"
                self.seen[f"{host.name} {kind}", pid].append(Sample(time.monotonic(), mb))

    def write(self, file: Path) -> None:
        """Keep all samples, to draw them: name, process, seconds since the beginning, MB."""
        lines = [
            f"{name},{pid},{one.at - self.began:.0f},{one.mb:.1f}"
            for (name, pid), samples in self.seen.items()
            for one in samples
        ]
        file.write_text("\n".join(["name,pid,seconds,mb", *lines]) + "\n")

    def steady(self, ended: float) -> list[Growth]:
        """Give the growth of those that lived through the whole time that counts."""
        since = self.began + SETTLING * (ended - self.began)
        lived = [
            (name, [one for one in samples if one.at >= since])
            for (name, _), samples in self.seen.items()
            if samples[0].at <= since and samples[-1].at >= ended - 3 * EVERY
        ]
        return [
            Growth(name, median(one.mb for one in late), slope(late), max(one.mb for one in late))
            for name, late in lived
        ]

    def restarted(self, ended: float) -> dict[str, list[float]]:
        """Give the most that each of the others ever had, by name."""
        found: dict[str, list[float]] = defaultdict(list)
        steady = {name for name, *_ in self.steady(ended)}
        for (name, _), samples in self.seen.items():
            if name not in steady:
                found[name].append(max(one.mb for one in samples))
        return found
