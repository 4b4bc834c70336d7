"""Whether the service slows down as matches add up, or as one of them grows long: milliseconds of CPU."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.bench import part
from tools.bench_growth import measured
from tools.peers.rows import Row

MANY = (1_000, 10_000, 100_000)
LONG = (300, 3_000)
FLAT = 0.10
LEAST = 0.5  # ms: what differs by less is taken for flat
STEPS = "ours beside fewer matches of ours: 1 would be flat, {verdict}"


def by_matches(numbers: Sequence[int]) -> Iterator[Row]:
    """Measure each step of a sweep and each question of a page beside few matches and beside many."""
    found = {number: measured(number) for number in numbers}
    few, *more = numbers
    for step, least in found[few].items():
        grown = [found[number][step] for number in more]
        told = ", ".join(f"{ms:.1f}" for ms in grown)
        yield Row(
            f"{step}, {' and '.join(f'{number:,}' for number in more)} matches beside {few:,}",
            f"{told} ms",
            f"{least:.1f} ms",
            least / grown[-1],
            STEPS.format(verdict=verdict(least, grown)),
        )


def by_length(lengths: Sequence[int] = LONG) -> Iterator[Row]:
    """Measure a move, a page and a cold load of a match that has few events, and many."""
    folder = Path(tempfile.mkdtemp(prefix="quartz-peers-"))
    try:
        url = f"sqlite:///{folder}/long.sqlite3"
        part(url, "rows.prepare()")
        call = "from tools.peers.contestants import long_matches as one; one.measure"
        short, long = (part(url, f"{call}({length})") for length in lengths)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for step in [name for name in short if name != "events"]:
        yield Row(
            f"{step}, {long['events']:,.0f} events beside {short['events']:,.0f}",
            f"{long[step]:.2f} ms",
            f"{short[step]:.2f} ms",
            short[step] / long[step],
            STEPS.format(verdict=verdict(short[step], [long[step]])),
        )


def verdict(least: float, grown: Sequence[float]) -> str:
    most = max(grown)
    if most <= least * (1 + FLAT) or most - least <= LEAST:
        return "and it is (within 10 % or half a millisecond)"
    return f"and it isn't: {100 * (most / least - 1):+.0f} %"
