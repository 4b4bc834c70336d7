"""Record the golden games that aren't there yet: python -m tests.titles.gnomes.record_golden

What is there stays: a golden game is only worth something while nobody touches it. To record one
anew, because a rule was wrong, delete its file and say why in the commit.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.titles.gnomes.rules import GNOMES
from tests.kit import golden_games
from tests.kit.golden_games import Table
from tests.titles.gnomes.golden import GOLDEN

#: How each match is played: the share of answers given at random, the others are the robot's.
VARIANTS = {"sensible": 0.1, "mixed": 0.5}
#: One more, played almost at random, in which everything happens that can.
WILD, WILD_SEED = "2-wild", 902
#: And one in which the later seats begin with gems.
LATER, LATER_SEED, LATER_OPTIONS = "3-head-start", 903, {"head_start": "gems"}
#: One played half by robots, since orders are looked at within an answer.
WITHIN, WITHIN_SEED = "4-moments", 904


def play_out(seats: int, share: float, seed: int, options: dict[str, object] | None = None) -> Table:
    return golden_games.play_out(GNOMES, seats, options or {}, seed, share)


def wanted() -> Iterator[tuple[str, int, Table]]:
    """Give every match there should be: each number of seats, played well and wildly."""
    for seats in GNOMES.meta.seats:
        for place, (variant, share) in enumerate(VARIANTS.items()):
            seed = seats * 100 + place
            yield f"{seats}-{variant}", seed, play_out(seats, share, seed)
    yield WILD, WILD_SEED, play_out(2, 0.9, WILD_SEED)
    yield LATER, LATER_SEED, play_out(3, 0.1, LATER_SEED, dict(LATER_OPTIONS))
    yield WITHIN, WITHIN_SEED, play_out(4, 0.5, WITHIN_SEED)


def main() -> None:
    GOLDEN.record(wanted())


if __name__ == "__main__":
    main()
