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
from games.rules.catalogue import by_slug  # noqa: E402
from tests.simulation.casts import CASTS  # noqa: E402
from tests.simulation.world import Setting, World  # noqa: E402

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "tempo.md"
BEGIN = "<!-- the table of {}: make tempo -->"
END = "<!-- the end of the table -->"
MEASURED = [game for game, cast in CASTS.items() if cast.tempo]


@dataclass(frozen=True)
class Cell:
    game: str
    people: str
    seats: int
    pace: str
    literal: bool = False
    options: tuple[tuple[str, str], ...] = ()

    @property
    def styles(self) -> tuple[str, ...]:
        first, others = CASTS[self.game].tempo[self.people]
        return (first, *(others,) * (self.seats - 1))


@dataclass(frozen=True)
class Figures:
    """Of one match: days, emails that asked each person, and what each did."""

    days: float
    asked: tuple[int, ...]
    acts: tuple[int, ...]


def measure(job: tuple[Cell, int]) -> Figures:
    cell, seed = job
    setting = Setting(
        seed,
        cell.styles,
        cell.pace,
        literal=cell.literal,
        game=cell.game,
        options=dict(cell.options),
        checks=False,
    )
    report = World(setting).play()
    return Figures(
        report.took.total_seconds() / 86400,
        tuple(sum(report.asked[seat].values()) for seat in range(cell.seats)),
        tuple(report.pressed[seat] for seat in range(cell.seats)),
    )


def cells(game: str, seats: Sequence[int], paces: Sequence[str]) -> Iterator[Cell]:
    for count in seats:
        for pace in paces:
            for options in CASTS[game].tempo_options:
                for people in CASTS[game].tempo:
                    if count in by_slug()[game].meta.seats:
                        yield Cell(game, people, count, pace, options=tuple(options.items()))


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
    game = " ".join([cell.game, *dict(cell.options).values()])
    return f"| {game} | {cell.seats} | {cell.pace} | {cell.people} | {reading} | {' | '.join(figures)} |"


def percentile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


HEAD = (
    "| game | seats | pace | people | late answers | days: median | p90 | asked: mean | p90 | acts: mean |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


def main() -> int:
    args = parser().parse_args()
    kept = read_kept(args.keep)
    for game in args.games:
        cells = wanted(game, args)
        if args.only_kept:
            cells = [cell for cell in cells if {key(job) for job in jobs(cell, args)} <= kept.keys()]
        rows = table(cells, kept, args)
        if args.write:
            write(game, rows, args)
    return 0


def wanted(game: str, args: argparse.Namespace) -> list[Cell]:
    """List the rows of a game: where the aims are first, there late answers too."""
    all_of_it = cells(game, args.seats, args.paces)
    found = [cell for cell in all_of_it if args.people is None or cell.people in args.people]
    found.sort(key=lambda cell: not is_headline(cell))
    beside = [replace(cell, literal=True) for cell in found if is_headline(cell)]
    found[len(beside) : len(beside)] = beside
    return found


def table(wanted: Sequence[Cell], kept: Mapping[str, Figures], args: argparse.Namespace) -> list[str]:
    """Measure what isn't kept, and print each row as soon as it is known."""
    rows = [*HEAD]
    print(*rows, sep="\n", flush=True)
    with ProcessPoolExecutor(args.processes, mp_context=get_context("spawn")) as pool:
        # All at once, so that no process waits for the slowest match of a row.
        coming = {
            job: pool.submit(measure, job)
            for job in (job for cell in wanted for job in jobs(cell, args))
            if key(job) not in kept
        }
        for done, cell in enumerate(wanted, 1):
            found = [figures(job, coming, kept, args.keep) for job in jobs(cell, args)]
            rows.append(row(cell, found))
            print(f"{rows[-1]}  ({done} of {len(wanted)})", flush=True)
    return rows


Job = tuple[Cell, int]


def key(job: Job) -> str:
    cell, seed = job
    *named, options = vars(cell).values()
    return json.dumps([*named, *([dict(options)] if options else []), seed])


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


def jobs(cell: Cell, args: argparse.Namespace) -> list[Job]:
    """List the matches of a row; there are more where the aims are, four seats at the daily pace."""
    return [(cell, seed) for seed in range(args.headline if is_headline(cell) else args.matches)]


def is_headline(cell: Cell) -> bool:
    return (cell.seats, cell.pace) == (4, "daily")


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="python -m tests.simulation.tempo", description=__doc__)
    found.add_argument("--matches", type=int, default=25, help="matches a cell")
    found.add_argument("--headline", type=int, default=40, help="matches a cell of four seats, daily")
    found.add_argument("--games", nargs="+", default=MEASURED, choices=MEASURED)
    found.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5])
    found.add_argument("--paces", nargs="+", default=list(PRESETS), choices=list(PRESETS))
    found.add_argument("--people", nargs="+", help="measure these rows alone, by their names")
    found.add_argument("--processes", type=int, default=2)
    found.add_argument("--keep", type=Path, help="a file for what is measured: a second run goes on from it")
    found.add_argument("--only-kept", action="store_true", help="leave out rows that aren't kept whole")
    found.add_argument("--write", action="store_true", help="write the tables into docs/tempo.md")
    return found


def write(game: str, rows: Sequence[str], args: argparse.Namespace) -> None:
    before, begin, rest = PAGE.read_text().partition(BEGIN.format(game))
    assert begin, f"docs/tempo.md has no place for the table of {game}"
    after = rest.partition(END)[2]
    counts = f"{args.headline} matches a row of four seats at *daily*, {args.matches} a row elsewhere."
    counts += " Rows that are missing are still to be measured." if args.only_kept else ""
    PAGE.write_text("\n".join([before + begin, "", counts, "", *rows, "", END + after]))


if __name__ == "__main__":
    sys.exit(main())
