"""Golden games: recorded matches that every later version must replay to the same state.

A file holds one match: a header line, then each record as the bytes that were hashed. The header has the
sha256 of `position_bytes` after every 25th event and after the last.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from games.rules.kernel.codec import canonical, codec, written_out
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record, Rewound
from games.rules.kernel.fold import fold
from games.rules.kernel.table import position_bytes
from games.rules.match_in_memory import MatchInMemory
from tests.kit.random_play import asks_somebody, random_answer

EVERY = 25

Log = Sequence[Record[Any]]
Table = MatchInMemory[Any, Any, Any, Any, Any, Any]


class Header(msgspec.Struct, frozen=True):
    game: str
    seats: int
    secret: str
    digests: dict[int, str]


@dataclass(frozen=True)
class GoldenGames:
    """The golden games of one game, in their own folder; `most_bytes` limits them in total."""

    rules: AnyRules
    folder: Path
    most_bytes: int

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*.jsonl"))

    def digests(self, records: Log) -> dict[int, str]:
        """Compute the digests of a log, along the way and at the end."""
        stops = [*range(EVERY, len(records), EVERY), len(records)]
        tables = {stop: fold(self.rules, records[:stop]) for stop in stops}
        return {
            stop: hashlib.sha256(position_bytes(self.rules, table)).hexdigest()
            for stop, table in tables.items()
        }

    def write(self, path: Path, seats: int, secret: bytes, records: Log) -> None:
        header = Header(self.rules.meta.slug, seats, secret.hex(), self.digests(records))
        lines = [written_out(header), *map(canonical, records)]
        path.write_bytes(b"".join(line + b"\n" for line in lines))

    def read(self, path: Path) -> tuple[Header, list[bytes], list[Record[Any]]]:
        """Return the header, the raw lines, and the records in them."""
        first, *lines = path.read_bytes().splitlines()
        return (
            msgspec.json.decode(first, type=Header),
            lines,
            [codec(self.rules).read(line) for line in lines],
        )

    def record(self, wanted: Iterable[tuple[str, int, Table]]) -> None:
        """Write the matches that are missing, each with its name and the seed of its secret."""
        self.folder.mkdir(exist_ok=True)
        for name, seed, table in wanted:
            path = self.folder / f"{name}.jsonl"
            if not path.exists():
                self.write(path, len(table.seats), seed.to_bytes(32, "big"), table.records)
                print(path.name, len(table.records), "events")


# --- matches to record


def play_out(
    rules: AnyRules, seats: int, options: dict[str, object], seed: int, at_random: float = 0.4
) -> Table:
    """Play a match by both robots, a share of it at random; now and then time runs out or play goes back."""
    dice = random.Random(seed)
    table = MatchInMemory.begin(rules, seats, seed.to_bytes(32, "big"), options)
    moments = [table.table.number]
    while table.awaited():
        chance = dice.random()
        if chance < 0.01 and len(moments) > 3:
            table.rewind(moments[-3])
            del moments[-2:]
        elif chance < 0.03:
            table.time_up(dice.choice(table.awaited()))
        else:
            answer(table, dice, at_random)
        last = table.records[-1]
        if last.number > moments[-1] and not isinstance(last.event, Rewound) and asks_somebody(table):
            moments.append(last.number)
    return table


def answer(table: Table, dice: random.Random, at_random: float) -> None:
    """Answer at random, orders' moments too, or sensibly what is awaited."""
    if dice.random() < at_random:
        found = random_answer(table, dice)
        if found is not None:
            table.give(found[0], found[0].seat, found[1])
        return
    name = dice.choice(table.awaited())
    robot = table.rules.robots[table.rules.automation.sensible]
    table.give(name, name.seat, robot(table.view(name.seat), table.questions()[name], dice))
