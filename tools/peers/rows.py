"""One row of the table: what was measured, beside what, and why that is fair or not."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

REPEATS = 3


@dataclass(frozen=True)
class Row:
    name: str
    ours: str
    theirs: str
    ratio: float  # ours through theirs, in speed: above 1 we are faster
    fair: str

    def __str__(self) -> str:
        return f"| {self.name} | {self.ours} | {self.theirs} | {self.ratio:.2f} | {self.fair} |"


def tell(title: str, rows: Iterable[Row]) -> None:
    """Print a table, with the load of the machine at that moment."""
    print(f"\n**{title}** (load {os.getloadavg()[0]:.1f})\n", flush=True)
    print("| what | here | beside | ratio | fair? |\n|---|---|---|---|---|", flush=True)
    for row in rows:
        print(row, flush=True)


def in_turn(contestants: Mapping[str, Callable[[], float]], repeats: int = REPEATS) -> dict[str, float]:
    """Measure all of them by turns, so that other load hits all alike; give the median of each."""
    found: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(repeats):
        for name, measure in contestants.items():
            found[name].append(measure())
    return {name: statistics.median(values) for name, values in found.items()}
