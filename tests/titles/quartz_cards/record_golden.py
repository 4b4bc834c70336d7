"""Record the golden games that aren't there yet: python -m tests.titles.quartz_cards.record_golden

What is there stays: a golden game is only worth something while nobody touches it. To record one
anew, because a rule was wrong, delete its file and say why in the commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from games.titles.quartz_cards.rules import QUARTZ_CARDS
from tests.kit import golden_games
from tests.kit.golden_games import Table
from tests.titles.quartz_cards.golden import GOLDEN

VARIANTS: dict[str, dict[str, object]] = {"light": {}, "full": {"windows": "full"}}
play_out = partial(golden_games.play_out, QUARTZ_CARDS)


def wanted() -> Iterator[tuple[str, int, Table]]:
    """Give every match there should be: each number of seats and way of asking."""
    for seats in QUARTZ_CARDS.meta.seats:
        for place, (variant, options) in enumerate(VARIANTS.items()):
            seed = seats * 100 + place
            yield f"{seats}-{variant}", seed, play_out(seats, options, seed)


def main() -> None:
    GOLDEN.record(wanted())


if __name__ == "__main__":
    main()
