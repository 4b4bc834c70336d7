"""How a game turns out among sensible robots: `python -m games.rules.tools.balance GAME --out FILE`.

For each number of seats and each way of asking there is: points, accidents, what is kept, and whether it
helps to begin. Nothing here knows a game: kinds of events are counted, and details of results averaged.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from games.rules.kernel.contract import AnyRules, Outcome
from games.rules.kernel.events import kind_of
from games.rules.tools import shelf
from games.rules.tools.robots import play_match
from games.rules.tools.terminal import counted

TURN, ACCIDENT = "turn_began", "accident_happened"


@dataclass
class Study:
    """The results of many matches of one kind."""

    seats: int
    points: list[int] = field(default_factory=list)
    spreads: list[int] = field(default_factory=list)
    first_wins: float = 0.0
    events: Counter[str] = field(default_factory=Counter)
    details: Counter[str] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        return len(self.spreads)

    def add(self, outcome: Outcome, events: Sequence[str], first: int) -> None:
        points = [place.points for place in outcome]
        winners = [place.seat for place in outcome if place.rank == 1]
        self.points += points
        self.spreads.append(max(points) - min(points))
        self.first_wins += (first in winners) / len(winners)
        self.events.update(events)
        for place in outcome:
            self.details.update({name: n for name, n in place.details.items() if isinstance(n, int)})

    def row(self, name: str) -> str:
        share, fair = self.first_wins / self.games, 1 / self.seats
        noise = math.sqrt(fair * (1 - fair) / self.games)
        cells = [
            name,
            str(self.seats),
            str(self.games),
            f"{statistics.fmean(self.points):.1f} ± {statistics.pstdev(self.points):.1f}",
            f"{statistics.fmean(self.spreads):.1f}",
            f"{self.events[TURN] / self.games:.1f}",
            f"{self.events[ACCIDENT] / self.events[TURN]:.3f}",
            ", ".join(f"{key} {n / len(self.points):.1f}" for key, n in sorted(self.details.items())),
            f"{100 * (share - fair):+.1f} ± {100 * noise:.1f}",
        ]
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| options | seats | matches | points a seat | first to last | turns | accidents a turn |"
    " a seat's result | edge of who begins, % |\n|---|---:|---:|---:|---:|---:|---:|---|---:|"
)


def study(rules: AnyRules, seats: int, options: dict[str, object], games: int) -> Study:
    """Let sensible robots play many matches, and add up the results."""
    found = Study(seats)
    for game in counted(f"{rules.meta.title}, {seats} seats", games):
        sitting, _ = play_match(rules, [rules.automation.sensible] * seats, 1, game, options)
        kinds = [kind_of(record.event) for record in sitting.records]
        first = sitting.records[kinds.index(TURN)].event.seat
        found.add(rules.core.outcome(sitting.table.state) or (), kinds, first)
    return found


def ways(rules: AnyRules) -> Iterator[dict[str, object]]:
    """Give the default options, then for each option of words each of its other values."""
    yield {}
    for option in msgspec.structs.fields(rules.core.options):
        kind = msgspec.inspect.type_info(option.type)
        if isinstance(kind, msgspec.inspect.LiteralType) and option.name in VARIED:
            for word in kind.values:
                if word != option.default:
                    yield {option.name: word}


#: Options that change how a game goes; the rest seats people or names things.
VARIED = frozenset({"windows"})


def report(rules: AnyRules, games: int) -> str:
    """Write the table for one game."""
    rows = [
        study(rules, seats, options, games).row(", ".join(map(str, options.values())) or "default")
        for options in ways(rules)
        for seats in rules.meta.seats
    ]
    return "\n".join([f"## {rules.meta.title}", "", HEAD, *rows])


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and write the report to a file or to the screen."""
    parser = argparse.ArgumentParser(prog="python -m games.rules.tools.balance", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=1000, help="matches per row")
    parser.add_argument("--out", type=Path, metavar="FILE", help="add the table to this file")
    args = parser.parse_args(argv)
    text = report(shelf.find(shelf.CATALOGUE, args.game), args.games)
    if args.out is None:
        print(text)
    else:
        with args.out.open("a", encoding="utf-8") as file:
            file.write(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
