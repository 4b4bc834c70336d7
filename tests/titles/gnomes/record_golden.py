"""Record the golden games that aren't there yet: python -m tests.titles.gnomes.record_golden

What is there stays: a golden game is only worth something while nobody touches it. To record one
anew, because a rule was wrong, delete its file and say why in the commit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.rules.kernel.events import Rewound
from games.rules.match_in_memory import MatchInMemory
from games.titles.gnomes.rules import GNOMES
from tests.kit.golden_games import Table
from tests.kit.random_play import asks_somebody, random_answer
from tests.titles.gnomes.golden import GOLDEN

#: How each match is played: the share of answers given at random, the others are the robot's.
VARIANTS = {"sensible": 0.1, "mixed": 0.5}
#: One more, played almost at random, in which everything happens that can.
WILD, WILD_SEED = "2-wild", 902


def play_out(seats: int, share: float, seed: int) -> Table:
    """Play a match by both robots; now and then time runs out or play goes back."""
    dice = random.Random(seed)
    table = MatchInMemory.begin(GNOMES, seats, seed.to_bytes(32, "big"))
    moments = [table.table.number]
    while table.awaited():
        chance = dice.random()
        if chance < 0.01 and len(moments) > 3:
            table.rewind(moments[-3])
            del moments[-2:]
        elif chance < 0.03:
            table.time_up(dice.choice(table.awaited()))
        else:
            answer(table, dice, share)
        last = table.records[-1]
        if last.number > moments[-1] and not isinstance(last.event, Rewound) and asks_somebody(table):
            moments.append(last.number)
    return table


def answer(table: Table, dice: random.Random, share: float) -> None:
    """Answer at random, or sensibly what is awaited."""
    if dice.random() < share:
        found = random_answer(table, dice)
        if found is not None:
            table.give(found[0], found[0].seat, found[1])
        return
    name = dice.choice(table.awaited())
    robot = GNOMES.robots["steward"]
    table.give(name, name.seat, robot(table.view(name.seat), table.questions()[name], dice))


def wanted() -> Iterator[tuple[str, int, Table]]:
    """Give every match there should be: each number of seats, played well and wildly."""
    for seats in GNOMES.meta.seats:
        for place, (variant, share) in enumerate(VARIANTS.items()):
            seed = seats * 100 + place
            yield f"{seats}-{variant}", seed, play_out(seats, share, seed)
    yield WILD, WILD_SEED, play_out(2, 0.9, WILD_SEED)


def main() -> None:
    GOLDEN.record(wanted())


if __name__ == "__main__":
    main()
