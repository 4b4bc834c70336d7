"""Record the golden games that aren't there yet: python -m tests.titles.quartz.record_golden

What is there stays: a golden game is only worth something while nobody touches it. To record one
anew, because a rule was wrong, delete its file and say why in the commit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.rules.kernel.events import Rewound
from games.rules.kernel.rewind_targets import rewind_targets
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from tests.kit.golden_games import Table
from tests.titles.quartz import golden

VARIANTS: dict[str, dict[str, object]] = {
    "plain": {},
    "thrill": {"thrill": True},
    "covered": {"covered_carts": True},
    "covered-thrill": {"covered_carts": True, "thrill": True},
    "2019": {"edition": "2019", "silence": "mine_once"},
}
SHORT: dict[str, object] = {"days": 2}
SEEDS = 20000  # tried for a way a day can end


def play_out(
    seats: int, options: dict[str, object], seed: int, miners: float, *, slips: bool = True
) -> Table:
    """Play a match by miners and random robots; now and then time runs out or play goes back."""
    dice = random.Random(seed)
    table = MatchInMemory.begin(QUARTZ, seats, seed.to_bytes(32, "big"), options)
    moments = [table.table.number]
    robots = ["miner" if dice.random() < miners else "random" for _ in table.seats]
    while table.questions():
        name = dice.choice(table.awaited() if dice.random() < 0.95 else list(table.questions()))
        chance = dice.random() if slips else 1.0
        if chance < 0.01 and len(moments) > 3 and moments[-3] in rewind_targets(QUARTZ, table.records):
            table.rewind(moments[-3])
            del moments[-2:]
        elif chance < 0.03 and name in table.awaited():
            table.time_up(name)
        else:
            robot = QUARTZ.robots[robots[name.seat]]
            table.give(name, name.seat, robot(table.view(name.seat), table.questions()[name], dice))
        last = table.records[-1]
        if last.number > moments[-1] and not isinstance(last.event, Rewound):
            moments.append(last.number)
    return table


def wanted() -> Iterator[tuple[str, int, Table]]:
    """Give every match there should be: seats and variants, ways a day can end, obsidian that is hidden."""
    for seats in QUARTZ.meta.seats:
        for place, (variant, options) in enumerate(VARIANTS.items()):
            seed = seats * 100 + place
            yield (
                f"{seats}-{variant}",
                seed,
                play_out(seats, options, seed, miners=(0.0, 1.0, 0.5)[place % 3]),
            )
    for way in sorted(golden.WAYS):
        alone = way in golden.ALONE.values()
        for seed in range(1000, 1000 + SEEDS):
            table = play_out(3, {"thrill": alone}, seed, miners=0.5, slips=False)
            if way in golden.endings(table.records):
                yield "day-ends-" + way.replace(",", "").replace(" ", "-"), seed, table
                break
        else:
            raise SystemExit(f"no match in which {way}")
    for variant in golden.HIDING:
        for seed in range(2000, 2000 + SEEDS):
            table = play_out(3, VARIANTS[variant], seed, miners=0.5, slips=False)
            if golden.hides_obsidian(table.records):
                yield f"obsidian-hidden-{variant}", seed, table
                break
        else:
            raise SystemExit(f"no match in which obsidian is hidden, {variant}")

    yield "3-two-days", 3000, play_out(3, SHORT, 3000, miners=1.0)


def main() -> None:
    golden.GOLDEN.record(wanted())


if __name__ == "__main__":
    main()
