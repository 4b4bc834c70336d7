"""Measures the service on servers of its own: `make bench`, after the rules. See docs/bench-service.md.

Machines differ and other work disturbs, so each figure comes with a floor from the same run: what counts is
the ratio of the two.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from quartz_site.local.postgres import postgres
from tools import instructions

ROOT = Path(__file__).resolve().parents[1]
LOADING = 25  # seconds a process may take to get ready, on a busy machine too
START = "import django; django.setup(); from tools import bench_page, bench_rows as rows; "


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the service beside bare rows, in the same run.")
    parser.add_argument("--seconds", type=float, default=10, help="how long moves are made on each database")
    parser.add_argument("--mails", type=int, default=500, help="how many mails one process sends")
    parser.add_argument("--windows", type=int, default=10_000, help="how many are due at the same instant")
    parser.add_argument("--processes", type=int, default=2, help="how many close them")
    parser.add_argument("--instructions", action="store_true", help="count those of pages, with valgrind")
    args = parser.parse_args()
    if args.instructions:
        return count()
    with servers() as urls:
        for name, url in urls.items():
            part(url, "rows.prepare()")
            moves(name, part(url, f"rows.moves({args.seconds})"))
            page(name, part(url, f"bench_page.pages({args.seconds})"))
            for delay in (0.0, 0.02):
                mails(name, delay, part(url, f"rows.mails({args.mails}, {delay})"))
        url = urls["PostgreSQL"]
        part(url, f"rows.clone({args.windows})")
        for what in ("bare", "swept"):
            closed(what, close(url, what, args.processes), args.processes)
    return 0


def count() -> int:
    """Count the instructions of pages on each database; give the exit code."""
    if not instructions.are_countable():
        print("Counting instructions needs valgrind.", file=sys.stderr)
        return 1
    with servers() as urls, tempfile.TemporaryDirectory(prefix="quartz-instructions-") as folder:
        for name, url in urls.items():
            part(url, "rows.prepare()")
            under = instructions.command(Path(folder))
            counted(name, result_of(begin(url, f"bench_page.count({folder!r})", under)))
    return 0


@contextmanager
def servers() -> Iterator[dict[str, str]]:
    folder = Path(tempfile.mkdtemp(prefix="quartz-bench-"))
    try:
        with postgres(folder) as url:
            yield {"SQLite": f"sqlite:///{folder}/bench.sqlite3", "PostgreSQL": url}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def begin(url: str, call: str, under: Sequence[str] = ()) -> subprocess.Popen[str]:
    """Start one part in a process of its own, with that database, under another program if one is given."""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "quartz_site.settings",
        "ENV_FILE": os.devnull,
        "SECRET_KEY": "for measuring only",
        "DATABASE_URL": url,
        "EMAIL_URL": "dummy:",
    }
    command = [*under, sys.executable, "-W", "ignore", "-c", START + call]
    return subprocess.Popen(command, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE)


def result_of(child: subprocess.Popen[str]) -> Any:
    """Wait for a part and parse what it printed."""
    output, _ = child.communicate()
    if child.returncode:
        raise SystemExit(child.returncode)
    return json.loads(output) if output else None


def part(url: str, call: str) -> Any:
    return result_of(begin(url, call))


def close(url: str, what: str, processes: int) -> list[float]:
    """Close all windows at once with several processes; give how late each was, sorted."""
    due = part(url, f"rows.set_due({LOADING})")
    children = [begin(url, f"rows.close({what!r}, {due!r})") for _ in range(processes)]
    return sorted(late for child in children for late in result_of(child))


def moves(name: str, rates: dict[str, float]) -> None:
    print(
        f"{name}: {rates['moves']:,.0f} moves/s through the door, {rates['floor']:,.0f} bare transactions/s "
        f"(lock, insert, update, commit): {rates['moves'] / rates['floor']:.2f} of the floor; "
        f"{rates['statements']:.0f} statements a move",
        flush=True,
    )


def page(name: str, rates: dict[str, float]) -> None:
    print(
        f"{name}: {rates['page']:,.0f} pages of a match a second, each after a move "
        f"({rates['bytes'] / 1000:,.0f} kB), "
        f"{rates['floor']:,.0f} of one row and 10 kB behind the same middleware: "
        f"{rates['page'] / rates['floor']:.2f} of the floor; asked again by its mark, with nothing new, "
        f"{rates['again']:,.0f}: {rates['again'] / rates['floor']:.2f} of it; "
        f"one page by a process without the table: {1000 * rates['cold']:.0f} ms",
        flush=True,
    )


def counted(name: str, found: dict[str, float]) -> None:
    """Print instructions in millions, and as a multiple of the floor's."""
    names = {"again": "nothing new", "page": "page after a move", "cold": "page without the table in memory"}
    told = (
        f"{said} {found[key] / 1e6:.1f} ({found[key] / found['floor']:.2f} of it)"
        for key, said in names.items()
    )
    print(f"{name}, million instructions: floor {found['floor'] / 1e6:.1f}; {'; '.join(told)}", flush=True)


def mails(name: str, delay: float, rates: dict[str, float]) -> None:
    print(
        f"{name}: {rates['mails']:,.0f} mails/s rendered and sent by one process to a server that takes "
        f"{1000 * delay:.0f} ms a mail, {rates['floor']:,.0f}/s finished ones over one line: "
        f"{rates['mails'] / rates['floor']:.2f} of the floor; a loop that writes and sends and keeps nothing "
        f"{rates['written']:,.0f}/s: {rates['mails'] / rates['written']:.2f} of that",
        flush=True,
    )


def closed(what: str, late: list[float], processes: int) -> None:
    names = {"bare": "bare deadline rows", "swept": "windows by the sweep"}
    print(
        f"{len(late):,} {names[what]} due at once, {processes} processes: "
        f"late p50 {late[len(late) // 2]:.1f} s, p99 {late[int(len(late) * 0.99)]:.1f} s; "
        f"{len(late) / late[-1]:,.0f}/s",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
