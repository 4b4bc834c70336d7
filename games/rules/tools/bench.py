"""`bench`: how fast the rules are, beside plain Python in the same run."""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

from games.rules.kernel.contract import AnyRules
from games.rules.tools import contestants, floor, shelf
from games.rules.tools.shelf import Games, Stop
from games.rules.tools.terminal import counted

NAME = "bench"
HELP = "how fast the rules are: moves a second, beside plain Python in the same run"
REPEATS = 3
LOG = 300

#: A contestant does some work and says how much.
Contestant = Callable[[], int]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="unless told otherwise: all of them")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each contestant runs, thrice")


def run(args: argparse.Namespace, games: Games) -> None:
    chosen = [shelf.find(games, args.game)] if args.game else list(games.values())
    if not chosen:
        raise Stop("there is no game here to measure yet")
    if not 0 < args.seconds < 3600:
        raise Stop(f"{args.seconds} seconds is no time to run for")
    for rules in chosen:
        print("\n".join(_game(rules, args.seconds)), flush=True)


def _game(rules: AnyRules, seconds: float) -> list[str]:
    seats, dice = rules.meta.most_seats, random.Random(1)
    log = contestants.log(rules, seats, LOG)
    rates = _measure(
        rules.meta.title,
        {
            "moves of a bag game in plain Python": lambda: floor.play(dice),
            "moves, bare: open, choices, decide, evolve": lambda: contestants.bare(rules, seats, dice),
            "moves, full: copy, all views, encoding, chain": lambda: contestants.full(rules, seats, dice),
            f"events folded from bytes, a log of {len(log)} at a time": lambda: contestants.from_bytes(
                rules, log
            ),
        },
        seconds,
    )
    plain, *_, folded = rates.values()
    return [
        f"{rules.meta.title}, {seats} seats: median of {REPEATS}, and how many times plain Python that is",
        *(f"{rate:13,.0f}/s  {rate / plain:7.4f}  {name}" for name, rate in rates.items()),
        f"{1000 * LOG / folded:12,.2f} ms to fold a log of {LOG} events",
    ]


def _measure(title: str, all_of_them: dict[str, Contestant], seconds: float) -> dict[str, float]:
    """Let all run in turn, three times: what else the machine does then meets all of them."""
    rates: dict[str, list[float]] = {name: [] for name in all_of_them}
    names = list(all_of_them) * REPEATS
    for place in counted(title, len(names)):
        name = names[place - 1]
        rates[name].append(_rate(all_of_them[name], seconds))
    return {name: statistics.median(found) for name, found in rates.items()}


def _rate(contestant: Contestant, seconds: float) -> float:
    done, start, spent = 0, time.perf_counter(), 0.0
    while spent < seconds:
        done += contestant()
        spent = time.perf_counter() - start
    return done / spent
