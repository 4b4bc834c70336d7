"""A move by HTTP POST, durable, with its answer rendered; beside a bare Django view that stores one row."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tools.bench import ROOT, part
from tools.peers.rows import REPEATS, Row, in_turn
from tools.peers.servers import Served, broker, databases, server

AT_ONCE = (1, 16)
VISITORS = [sys.executable, "-m", "tools.peers.contestants.visitors"]
PAGE = (
    "the press of a button and the page it leads to, through sessions, rules, log, clocks and emails; theirs "
    "is one row and 10 kB, without any middleware"
)
API = "the same move by a program, with JSON for an answer: nearest to theirs, which renders 10 kB"


def rows(number: int) -> Iterator[Row]:
    """Measure on both databases; `number` requests for each figure."""
    with databases() as found:
        for name, url in found.items():
            yield from _on(name, url, number)


def _on(name: str, url: str, number: int) -> Iterator[Row]:
    part(url, "rows.prepare()")
    with broker() as bell, server("site", url, bell) as site, server("bare", url, bell) as bare:
        served = {"page": site, "api": site, "bare": bare}
        for at_once in AT_ONCE:
            lists = [part(url, _forms(number)) for _ in range(1 + REPEATS)]
            found = {
                kind: Visits(one, at_once, [each[kind] for each in lists]) for kind, one in served.items()
            }
            for one in found.values():
                one.warm_up()
            in_turn({kind: one.measure for kind, one in found.items()})
            yield from _told(name, at_once, found)


def _forms(number: int) -> str:
    return f"from tools.peers.contestants import forms; forms.prepare({number})"


@dataclass
class Visits:
    """Requests of one kind, a list for each time they are measured, and what came of them."""

    server: Served
    at_once: int
    lists: list[list[Any]]
    rates: list[float] = field(default_factory=list)
    slow: list[float] = field(default_factory=list)  # p99, in seconds
    cpu: list[float] = field(default_factory=list)  # of the server, in seconds a request

    def measure(self) -> float:
        requests, before = self.lists.pop(), self.server.spent()
        found = self.send(requests)
        self.cpu.append((self.server.spent() - before) / len(requests))
        self.slow.append(found["took"][int(0.99 * len(found["took"]))])
        self.rates.append(found["rate"])
        return self.rates[-1]

    def warm_up(self) -> None:
        """Send some that don't count: templates are compiled, connections opened."""
        self.send(self.lists.pop())

    def send(self, requests: list[Any]) -> Any:
        command = [*VISITORS, str(self.server.port), str(self.at_once)]
        done = subprocess.run(command, cwd=ROOT, input=json.dumps(requests), capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip()[-500:])
        return json.loads(done.stdout)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    def __str__(self) -> str:
        slow, cpu = statistics.median(self.slow), statistics.median(self.cpu)
        return f"{self.rate:,.0f}/s, p99 {1000 * slow:,.0f} ms, CPU {1000 * cpu:.1f} ms"


def _told(name: str, at_once: int, found: dict[str, Visits]) -> Iterator[Row]:
    bare = found["bare"]
    for kind, fair in (("page", PAGE), ("api", API)):
        told = f"{name}, {at_once} at once, {'by the page' if kind == 'page' else 'by the API'}"
        yield Row(told, str(found[kind]), str(bare), found[kind].rate / bare.rate, fair)
