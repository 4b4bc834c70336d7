"""Nothing is lost and nothing comes from nowhere: the conservation laws after every event.

By default this takes a few seconds. With NIGHTLY=1 in the environment it plays 1,200 whole
random matches for each number of seats, and lets the state machine wander for as much longer.
"""

from __future__ import annotations

import random
from typing import cast

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from games.rules.kernel.codec import codec
from games.rules.kernel.events import Event
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import VALUES
from tests.kit.any_table import AnyTable, wandering
from tests.kit.nightly import more
from tests.kit.random_play import BOUND, play_at_random, secret_of
from tests.titles.quartz.laws import Watch, obey
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import position

GAMES = more(60, 1200)  # for each number of seats, over all variants

VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"thrill": True},
    {"covered_carts": True},
    {"thrill": True, "covered_carts": True, "silence": "mine_once"},
    {"edition": "2019", "seating": "fixed", "card_values": {"eureka": 9}},
    {"crystal_values": dict.fromkeys(VALUES, 3), "bravery_coins": (4, 0, 4, 0)},
)


def for_so_many(seats: int, options: dict[str, object]) -> dict[str, object]:
    """Cut own bravery coins to as many as there are spaces."""
    coins = cast("tuple[int, ...]", options.get("bravery_coins", ()))
    return options | ({"bravery_coins": coins[: seats - 1]} if coins else {})


@qz("QZ-1", "QZ-2", "QZ-3")
@pytest.mark.parametrize("seats", QUARTZ.meta.seats)
def test_whole_random_matches_obey_every_law(seats: int) -> None:
    for seed in range(GAMES):
        watch = Watch(seats)
        options = for_so_many(seats, VARIANTS[seed % len(VARIANTS)])
        play_at_random(QUARTZ, seats, seed, options=options, after=watch.look)


@pytest.mark.parametrize("seats", QUARTZ.meta.seats)
def test_whole_matches_of_sensible_robots_obey_every_law(seats: int) -> None:
    """They get further into a day than random play does: more in the carts, more tokens spent."""
    for seed in range(GAMES // 8):
        dice, watch = random.Random(seed), Watch(seats)
        options = for_so_many(seats, VARIANTS[seed % len(VARIANTS)])
        sitting = MatchInMemory.begin(QUARTZ, seats, secret_of(seed), options)
        for _ in range(BOUND):
            watch.look(sitting)
            if not sitting.awaited():
                break
            name = sitting.awaited()[0]
            bot = QUARTZ.robots["miner" if dice.random() < 0.8 else "random"]
            sitting.give(name, name.seat, bot(sitting.view(name.seat), sitting.questions()[name], dice))
        assert QUARTZ.core.outcome(sitting.table.state) is not None


class Table(AnyTable):
    game, variants = QUARTZ, VARIANTS
    fitted = staticmethod(for_so_many)

    @staticmethod
    def laws(seats: int) -> Watch:
        return Watch(seats)

    @precondition(AnyTable.goes_on)
    @rule(dice=st.randoms(use_true_random=False))
    def somebody_digs(self, dice: random.Random) -> None:
        """Fill the carts: random answers leave the mine too soon."""
        for _ in range(6):
            turns = [n for n in self.table.awaited() if self.table.questions()[n].kind == "turn"]
            if turns:
                self.give(turns[0], codec(QUARTZ).convert({"kind": "mine"}))


TestTable = Table.TestCase
TestTable.settings = wandering(examples=more(60, 2000), steps=more(40, 60))


# --- a law that can't be broken says nothing


BREACHES: dict[str, Event] = {
    "a crystal from nowhere": e.Mined(Seat(0), "amber"),
    "a coin from nowhere": e.HandSold(Seat(0), {}, 0, 3),
    "a card from nowhere": e.CardsDealt(Seat(0), {"eureka": 1}),
    "two obsidian and no accident": e.TurnBegan(Seat(1)),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_is_noticed(breach: str) -> None:
    scene = position(carts={0: "obsidian obsidian"} if breach.startswith("two") else {})
    records = scene.table.records[:-1] if breach.startswith("two") else scene.table.records
    forged = type(records[-1])(EventNumber(len(records) + 1), 1, (), (), BREACHES[breach])
    with pytest.raises(AssertionError):
        obey([*records, forged], 3)


def test_a_lawful_table_is_not_complained_about() -> None:
    obey(
        position(
            carts={0: "ruby obsidian"}, parked={1: "amber"}, chests={2: "ruby"}, tokens=(1,)
        ).table.records,
        3,
    )
