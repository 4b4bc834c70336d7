"""How long a match lasts and how often people are asked: `make tempo` writes the table of docs/tempo.md.

Without faults, through the real door. Each cell is so many matches; the same seeds in every cell.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from tests.simulation import memory

memory.begin()

from games.clocks import PRESETS  # noqa: E402  Models come after the settings.
from games.rules.catalogue import GAMES  # noqa: E402
from tests.simulation.world import Setting, World  # noqa: E402

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "tempo.md"
BEGIN, END = "<!-- the table: make tempo -->", "<!-- the end of the table -->"

#: Who sits at a table of so many seats. The first is the one a figure is given for besides the others.
TABLES = {
    "everything on ask": lambda seats: ("ask",) * seats,
    "standing orders": lambda seats: ("orders",) * seats,
    "plans, the sale asked": lambda seats: ("plans, sale asked",) * seats,
    "plans, the sale by order": lambda seats: ("plans",) * seats,
    "press what the mail offers": lambda seats: ("presses",) * seats,
    "one never plans": lambda seats: ("never plans",) + ("plans, sale asked",) * (seats - 1),
}


@dataclass(frozen=True)
class Cell:
    game: str
    people: str
    seats: int
    pace: str
    literal: bool = False


@dataclass(frozen=True)
class Figures:
    """Of one match: days, mails that asked each person, and what each did."""

    days: float
    asked: tuple[int, ...]
    acts: tuple[int, ...]


def measure(job: tuple[Cell, int]) -> Figures:
    cell, seed = job
    styles = TABLES[cell.people](cell.seats)
    setting = Setting(seed, styles, cell.pace, literal=cell.literal, game=cell.game, checks=False)
    report = World(setting).play()
    return Figures(
        report.took.total_seconds() / 86400,
        tuple(sum(report.asked[seat].values()) for seat in range(cell.seats)),
        tuple(report.pressed[seat] for seat in range(cell.seats)),
    )


def cells(seats: Sequence[int], paces: Sequence[str]) -> Iterator[Cell]:
    for rules in GAMES:
        for count in seats:
            for pace in paces:
                for people in TABLES:
                    if rules.meta.slug == "quartz" and count in rules.meta.seats:
                        yield Cell(rules.meta.slug, people, count, pace)


def row(cell: Cell, found: Sequence[Figures]) -> str:
    days = sorted(one.days for one in found)
    asked = [count for one in found for count in one.asked]
    acts = [count for one in found for count in one.acts]
    reading = "literal" if cell.literal else "in time"
    figures = (
        f"{statistics.median(days):.1f}",
        f"{percentile(days, 0.9):.1f}",
        f"{statistics.mean(asked):.1f}",
        f"{percentile(sorted(asked), 0.9):.0f}",
        f"{statistics.mean(acts):.1f}",
    )
    return f"| {cell.game} | {cell.seats} | {cell.pace} | {cell.people} | {reading} | {' | '.join(figures)} |"


def percentile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


HEAD = (
    "| game | seats | pace | people | late answers | days: median | p90 | asked: mean | p90 | acts: mean |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


def main() -> int:
    args = parser().parse_args()
    wanted = sorted(cells(args.seats, args.paces), key=lambda cell: not is_headline(cell))
    beside = [replace(cell, literal=True) for cell in wanted if is_headline(cell)]
    wanted[len(beside) : len(beside)] = beside
    kept = read_kept(args.keep)
    rows = [*HEAD]
    print(*rows, sep="\n", flush=True)
    with ProcessPoolExecutor(args.processes, mp_context=get_context("spawn")) as pool:
        # All at once, so that no process waits for the slowest match of a row.
        coming = {
            job: pool.submit(measure, job)
            for job in ((cell, seed) for cell in wanted for seed in range(matches(cell, args)))
            if key(job) not in kept
        }
        for done, cell in enumerate(wanted, 1):
            found = [figures((cell, seed), coming, kept, args.keep) for seed in range(matches(cell, args))]
            rows.append(row(cell, found))
            print(f"{rows[-1]}  ({done} of {len(wanted)})", flush=True)
    if args.write:
        write(rows, args)
    return 0


Job = tuple[Cell, int]


def key(job: Job) -> str:
    cell, seed = job
    return json.dumps([*vars(cell).values(), seed])


def read_kept(path: Path | None) -> dict[str, Figures]:
    """Read what an earlier run has measured: one that was stopped goes on from there."""
    if path is None or not path.exists():
        return {}
    lines = map(json.loads, path.read_text().splitlines())
    return {name: Figures(days, tuple(asked), tuple(acts)) for name, days, asked, acts in lines}


def figures(
    job: Job, coming: Mapping[Job, Future[Figures]], kept: Mapping[str, Figures], path: Path | None
) -> Figures:
    """Wait for one match, and write its figures down at once."""
    if job not in coming:
        return kept[key(job)]
    found = coming[job].result()
    if path is not None:
        with path.open("a") as file:
            file.write(json.dumps([key(job), found.days, found.asked, found.acts]) + "\n")
    return found


def matches(cell: Cell, args: argparse.Namespace) -> int:
    """Play more where the aims are: four seats at the daily pace."""
    return int(args.headline if is_headline(cell) else args.matches)


def is_headline(cell: Cell) -> bool:
    return (cell.seats, cell.pace) == (4, "daily")


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tests.simulation.tempo", description=__doc__)
    found.add_argument("--matches", type=int, default=25, help="matches a cell")
    found.add_argument("--headline", type=int, default=40, help="matches a cell of four seats, daily")
    found.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5])
    found.add_argument("--paces", nargs="+", default=list(PRESETS), choices=list(PRESETS))
    found.add_argument("--processes", type=int, default=2)
    found.add_argument("--keep", type=Path, help="a file for what is measured: a second run goes on from it")
    found.add_argument("--write", action="store_true", help="write the table into docs/tempo.md")
    return found


def write(rows: Sequence[str], args: argparse.Namespace) -> None:
    before, _, rest = PAGE.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    counts = f"{args.headline} matches a row of four seats at *daily*, {args.matches} a row elsewhere."
    PAGE.write_text("\n".join([before + BEGIN, "", counts, "", *rows, "", END + after]))


if __name__ == "__main__":
    sys.exit(main())
