"""`bench`: how fast the rules are, compared with plain Python in the same run. See docs/bench.md."""

from __future__ import annotations

import argparse
import functools
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from games.rules.kernel.contract import AnyRules
from games.rules.tools import contestants, floor, shelf
from games.rules.tools.shelf import Games, ToolError
from games.rules.tools.terminal import counted

NAME = "bench"
HELP = "measure how fast the rules are: moves per second, compared with plain Python"
REPEATS = 3
LOG = 300

#: A contestant does some work and returns how much.
Contestant = Callable[[], int]

FLOOR, FLOOR_FULL = "floor: a bag game in plain Python", "floor, full: keyed dice, views, encoding, chain"
BARE = "bare: open, choices, decide, evolve"
NEEDED = "full: events encoded, chain, the views that a move needs"
ALL_VIEWS = "full, with all views after every move"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="default: all of them")
    parser.add_argument("--seats", type=int, help="default: the fewest, then the most")
    parser.add_argument(
        "--seconds", type=float, default=0.5, help="how long each contestant runs, three times"
    )


def run(args: argparse.Namespace, games: Games) -> None:
    chosen = [shelf.find(games, args.game)] if args.game else list(games.values())
    if not chosen:
        raise ToolError("there is no game to measure yet")
    if not 0 < args.seconds < 3600:
        raise ToolError(f"--seconds must be above 0, not {args.seconds}")
    tables = [(rules, seats) for rules in chosen for seats in _seats(rules, args.seats)]
    with _one_core():
        for rules, seats in tables:
            print("\n".join(_game(rules, seats, args.seconds)), flush=True)


def _seats(rules: AnyRules, wanted: int | None) -> list[int]:
    meta = rules.meta
    if wanted is None:
        return sorted({meta.least_seats, meta.most_seats})
    if wanted not in meta.seats:
        raise ToolError(f"{meta.title} is for {meta.least_seats} to {meta.most_seats} seats")
    return [wanted]


def _game(rules: AnyRules, seats: int, seconds: float) -> list[str]:
    dice = random.Random(1)
    log = contestants.log(rules, seats, LOG)
    full = functools.partial(contestants.full, rules, seats, dice)
    moves = {
        FLOOR: lambda: floor.bare(dice),
        FLOOR_FULL: lambda: floor.full(dice),
        BARE: lambda: contestants.bare(rules, seats, dice),
        NEEDED: lambda: full(all_views=False),
        ALL_VIEWS: lambda: full(all_views=True),
    }
    events = f"a log of {len(log)} events loaded from bytes and folded"
    rates = _measure(rules.meta.title, {**moves, events: lambda: contestants.from_bytes(rules, log)}, seconds)
    return [
        f"{rules.meta.title}, {seats} seats: moves per second, beside the floor; median of {REPEATS}",
        *(f"{rates[name]:13,.0f}/s  {rates[name] / rates[FLOOR]:7.4f}  {name}" for name in moves),
        f"{1000 * len(log) / rates[events]:12,.3f} ms           {events}",
    ]


@contextmanager
def _one_core() -> Iterator[None]:
    """Stay on one core if the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _measure(title: str, all_of_them: dict[str, Contestant], seconds: float) -> dict[str, float]:
    """Run all of them in turn, three times, so that other load on the machine hits all of them."""
    rates: dict[str, list[float]] = {name: [] for name in all_of_them}
    for contestant in all_of_them.values():
        _rate(contestant, seconds / 5)  # to warm up
    names = list(all_of_them) * REPEATS
    for place in counted(title, len(names)):
        name = names[place - 1]
        rates[name].append(_rate(all_of_them[name], seconds))
    return {name: statistics.median(found) for name, found in rates.items()}


def _rate(contestant: Contestant, seconds: float) -> float:
    """Measure by processor time, so that other load on the machine doesn't count."""
    done, start, spent = 0, time.process_time(), 0.0
    while spent < seconds:
        done += contestant()
        spent = time.process_time() - start
    return done / spent
