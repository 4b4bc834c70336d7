"""The golden games of Jays; `python -m tests.titles.jays.golden` records those that are missing."""

from __future__ import annotations

import random
from pathlib import Path

from games.rules.match_in_memory import MatchInMemory
from games.titles.jays.rules import JAYS
from tests.kit.golden_games import GoldenGames, Table
from tests.kit.random_play import random_answer

GOLDEN = GoldenGames(JAYS, Path(__file__).parent / "golden", most_bytes=500_000)


def play_out(seed: int) -> Table:
    """Play a match at random, with one timeout and one rewind."""
    dice = random.Random(seed)
    table: Table = MatchInMemory.begin(JAYS, 3, seed.to_bytes(32, "big"))
    begin = table.table.number
    table.time_up(table.awaited()[0])
    table.rewind(begin)
    while table.awaited():
        if found := random_answer(table, dice):
            table.give(found[0], found[0].seat, found[1])
    return table


def main() -> None:
    GOLDEN.record((f"3-{seed}", seed, play_out(seed)) for seed in (1, 2))


if __name__ == "__main__":
    main()
