"""A game of this project with random legal moves: `rules quartz full 1.5` prints moves a second."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

from games.rules.catalogue import by_slug
from games.rules.tools import contestants, floor


def contestant(game: str, how: str) -> Callable[[], int]:
    """Give what plays one match: of a game of ours, or of the bag game written by hand."""
    dice = random.Random(1)
    if game == "floor":
        return lambda: (floor.full if how == "full" else floor.bare)(dice)
    rules = by_slug()[game]
    seats = max(3, rules.meta.least_seats)
    if how == "full":
        return lambda: contestants.full(rules, seats, dice, all_views=True)
    return lambda: contestants.bare(rules, seats, dice)


def main(game: str, how: str, seconds: float) -> None:
    play, moves = contestant(game, how), 0
    play()
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        moves += play()
    print(json.dumps(moves / (time.process_time() - begun)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
