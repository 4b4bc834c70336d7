"""Run everything, or some of it: `python -m tools.peers [--only engine fold …] [--short]`; prints tables."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable

from tools.peers import engine, fold, growth, home, moves, service, windows
from tools.peers.rows import Row, tell


def sections(short: bool) -> dict[str, tuple[str, Callable[[], Iterable[Row]]]]:
    """Name what is measured: its title, and what measures it."""
    seconds, requests = (0.5, 20) if short else (1.5, 120)
    number, mails = (500, 60) if short else (10_000, 200)
    many = growth.MANY[:2] if short else growth.MANY
    return {
        "engine": ("Rules", lambda: engine.rows(seconds)),
        "fold": ("Load and fold", lambda: fold.rows(seconds)),
        "moves": ("A move by HTTP POST", lambda: moves.rows(requests)),
        "service": ("Pages and emails", lambda: service.rows(2 * seconds, mails)),
        "windows": ("Windows", lambda: windows.rows(number)),
        "long": ("A long match", growth.by_length),
        "many": ("Many matches", lambda: growth.by_matches(many)),
    }


def main() -> int:
    names = [*sections(short=True)]
    parser = argparse.ArgumentParser(prog="python -m tools.peers", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", choices=names, default=names, metavar="PART", help=", ".join(names)
    )
    parser.add_argument("--short", action="store_true", help="to see that it works; the figures mean nothing")
    args = parser.parse_args()
    if {"engine", "fold"} & {*args.only}:
        home.set_up()
        print(home.versions())
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    for name in args.only:
        title, measure = sections(args.short)[name]
        tell(title, measure())
    return 0


if __name__ == "__main__":
    sys.exit(main())
