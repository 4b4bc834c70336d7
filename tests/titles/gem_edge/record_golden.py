"""Record the golden games that aren't there yet: python -m tests.titles.gem_edge.record_golden

What is there stays: a golden game is only worth something while nobody touches it. To record one
anew, because a rule was wrong, delete its file and say why in the commit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.rules.kernel.events import Rewound
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from tests.kit.golden_games import Table
from tests.kit.random_play import asks_somebody, random_answer
from tests.titles.gem_edge.golden import GOLDEN

VARIANTS: dict[str, dict[str, object]] = {"light": {}, "full": {"windows": "full"}}


def play_out(seats: int, options: dict[str, object], seed: int) -> Table:
    """Play a match by both robots; orders strike, now and then time runs out or play goes back."""
    dice = random.Random(seed)
    table = MatchInMemory.begin(GEM_EDGE, seats, seed.to_bytes(32, "big"), options)
    moments = [table.table.number]
    while table.awaited():
        chance = dice.random()
        if chance < 0.01 and len(moments) > 3:
            table.rewind(moments[-3])
            del moments[-2:]
        elif chance < 0.03:
            table.time_up(dice.choice(table.awaited()))
        else:
            answer(table, dice)
        last = table.records[-1]
        if last.number > moments[-1] and not isinstance(last.event, Rewound) and asks_somebody(table):
            moments.append(last.number)
    return table


def answer(table: Table, dice: random.Random) -> None:
    """Answer at random, or sensibly what is awaited."""
    if dice.random() < 0.4:
        found = random_answer(table, dice)
        if found is not None:
            table.give(found[0], found[0].seat, found[1])
        return
    name = dice.choice(table.awaited())
    robot = GEM_EDGE.robots["jeweller"]
    table.give(name, name.seat, robot(table.view(name.seat), table.questions()[name], dice))


def wanted() -> Iterator[tuple[str, int, Table]]:
    """Give every match there should be: each number of seats and way of asking."""
    for seats in GEM_EDGE.meta.seats:
        for place, (variant, options) in enumerate(VARIANTS.items()):
            seed = seats * 100 + place
            yield f"{seats}-{variant}", seed, play_out(seats, options, seed)


def main() -> None:
    GOLDEN.record(wanted())


if __name__ == "__main__":
    main()
