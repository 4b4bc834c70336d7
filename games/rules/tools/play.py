"""`play`: let robots play matches, and count who won."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.rules.kernel.contract import AnyRules, Outcome
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import AFTERWARDS
from games.rules.logfile import stored, write
from games.rules.match_in_memory import MatchInMemory
from games.rules.tools import shelf
from games.rules.tools.robots import RANDOM, play_match
from games.rules.tools.shelf import Games, ToolError
from games.rules.tools.terminal import counted

NAME = "play"
HELP = "let robots play matches and print who won"
#: As many take a machine of today the better part of a day.
MOST_GAMES = 1_000_000


@dataclass
class Results:
    games: int = 0
    moves: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)

    def add(self, outcome: Outcome, moves: int) -> None:
        self.games += 1
        self.moves += moves
        self.wins.update(place.seat for place in outcome if place.rank == 1)
        self.points.update({place.seat: place.points for place in outcome})

    def lines(self, bots: list[str]) -> Iterator[str]:
        yield f"games: {self.games}"
        yield f"average moves: {self.moves / self.games:.1f}"
        for seat, bot in enumerate(bots):
            average = self.points[seat] / self.games
            yield f"Seat {seat + 1} ({bot}): {self.wins[seat]} won, {average:.1f} points on average"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", type=int, help="number of players (default: the fewest)")
    parser.add_argument("--games", type=int, default=1, help="number of matches")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same matches")
    parser.add_argument(
        "--bots", default=RANDOM, help="robots: one name for all seats, or one per seat (a,b,…)"
    )
    parser.add_argument("--options", default="{}", help="the game's options as JSON, or @FILE")
    parser.add_argument("--record", metavar="DIR", help="write each match's log to this folder")


def run(args: argparse.Namespace, games: Games) -> None:
    rules = shelf.find(games, args.game)
    seats = rules.meta.least_seats if args.seats is None else args.seats
    bots = _bots(rules, args.bots.split(","), seats)
    options = shelf.options(args.options)
    if not 1 <= args.games <= MOST_GAMES:
        raise ToolError(f"--games must be between 1 and {MOST_GAMES:,}, not {args.games}")
    name = f"{rules.meta.slug}-{seats}-seed{args.seed}"
    folder = None if args.record is None else _folder(args.record, name, args.games)
    tally = Results()
    for game in counted(rules.meta.title, args.games):
        sitting, moves = _play(rules, bots, args.seed, game, options)
        tally.add(rules.core.outcome(sitting.table.state) or (), moves)
        if folder is not None:
            _record(folder / _file(name, game), sitting)
    print("\n".join(tally.lines(bots)))


def _bots(rules: AnyRules, names: list[str], seats: int) -> list[str]:
    if seats not in rules.meta.seats:
        raise shelf.refusal(rules, Refused("seats"))
    for name in names:
        if name not in rules.robots:
            raise ToolError(
                f"{rules.meta.title} has no robot {name!r}; it has {', '.join(sorted(rules.robots))}"
            )
    if len(names) not in (1, seats):
        raise ToolError(f"{len(names)} robots for {seats} seats: give one name, or one per seat")
    return names * seats if len(names) == 1 else names


def _play(
    rules: AnyRules, bots: list[str], seed: int, game: int, options: dict[str, object]
) -> tuple[MatchInMemory[Any, Any, Any, Any, Any, Any], int]:
    try:
        return play_match(rules, bots, seed, game, options)
    except Refused as refused:
        raise shelf.refusal(rules, refused) from None


def _folder(path: str, name: str, games: int) -> Path:
    """Find the folder for logs; raise ToolError if it has no name or a log is already there."""
    if not path:
        raise ToolError("--record needs the name of a folder")
    folder = Path(path)
    for game in range(1, games + 1):
        if (folder / _file(name, game)).exists():
            raise ToolError(f"{folder / _file(name, game)} already exists")
    return folder


def _file(name: str, game: int) -> str:
    return f"{name}-{game:04}.jsonl"


def _record(path: Path, sitting: MatchInMemory[Any, Any, Any, Any, Any, Any]) -> None:
    """Write a log, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    records = stored(sitting.records)
    try:
        with part.open("wb") as file:
            file.writelines(write(sitting.rules, records, sitting.secret, sitting.words, AFTERWARDS))
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
