"""What was acknowledged to whom, what must stay secret, and how the site answered: kept by all threads."""

from __future__ import annotations

import random
import re
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

SHORTEST = 16  # characters of a secret: shorter ones could be in a log by chance
SERVER_ERROR = 500


class Acknowledged(NamedTuple):
    """A move whose player was told that it counts: by which door, and by what it is found again."""

    door: str
    match: str  # public id, or "" if the door doesn't say
    name: str  # of the form, the link, the key or the message
    player: str = ""


class Twice(NamedTuple):
    """The same form sent twice at once: what came of both."""

    door: str
    first: Any
    second: Any


@dataclass
class Book:
    """The notes of everybody who plays."""

    dice: random.Random
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)  # addresses that answered with an error of ours
    moves: list[Acknowledged] = field(default_factory=list)
    twice: list[Twice] = field(default_factory=list)
    secrets: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)  # of the people: what they didn't know how to go on with
    given_up: threading.Event = field(default_factory=threading.Event)  # nobody waits for an answer any more
    lock: threading.Lock = field(default_factory=threading.Lock)

    def acknowledge(self, door: str, match: str, name: str, player: str = "") -> None:
        with self.lock:
            self.moves.append(Acknowledged(door, match, name, player))

    def both(self, door: str, first: Any, second: Any) -> None:
        with self.lock:
            self.twice.append(Twice(door, first, second))

    def count(self, what: str, which: str) -> None:
        with self.lock:
            self.counts[what, which] += 1

    def answered(self, method: str, path: str, status: int) -> None:
        with self.lock:
            self.statuses[method, status] += 1
            if status >= SERVER_ERROR:
                self.broken[f"{method} {without_names(path)} {status}"] += 1

    def canary(self, *secrets: str) -> None:
        """Note what no log may hold."""
        with self.lock:
            self.secrets.update(one for one in secrets if len(one) >= SHORTEST)

    def fault(self, what: str) -> None:
        with self.lock:
            self.faults.append(what)

    def shuffled(self, ports: Sequence[int]) -> list[int]:
        with self.lock:
            return self.dice.sample(ports, len(ports))


def without_names(path: str) -> str:
    """Give an address without ids and tokens, to count by."""
    bare = path.partition("?")[0]
    return re.sub(r"(?<=/)[A-Za-z0-9_-]{8,}(?=/|$)", "…", bare)


def found_in(text: str, secrets: Iterable[str]) -> set[str]:
    """Find the secrets that a log holds, as whole words or within others, whatever the letter case."""
    folded = text.casefold()
    words = set(re.findall(r"[a-z0-9_=~:.-]+", folded))
    stretches = set(re.findall(r"[a-z0-9_-]+", folded))
    return {one for one in secrets if one.casefold() in words or one.casefold() in stretches}
