"""Nothing is lost and nothing comes from nowhere: the conservation laws after every event.

By default this takes a few seconds. With QUARTZ_NIGHTLY=1 in the environment it plays 1,200 whole
random matches for each number of seats, and lets the state machine wander for as much longer.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules.kernel.codec import codec
from games.rules.kernel.events import Event, Rewound
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.robots import fill_at_random
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.quartz import QUARTZ
from games.rules.quartz import events as e
from games.rules.quartz.gems import VALUES
from games.rules.sitting import Sitting
from tests.rules.quartz.laws import Watch, obey
from tests.rules.quartz.paragraphs import qz
from tests.rules.quartz.positions import position
from tests.rules.random_play import BOUND, play_at_random, secret_of

NIGHTLY = os.environ.get("QUARTZ_NIGHTLY") == "1"
GAMES = 1200 if NIGHTLY else 60  # for each number of seats, over all variants

VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"thrill": True},
    {"covered_carts": True},
    {"thrill": True, "covered_carts": True, "silence": "mine_once"},
    {"edition": "2019", "seating": "fixed", "card_values": {"eureka": 9}},
    {"crystal_values": dict.fromkeys(VALUES, 3), "bravery_coins": (4, 0, 4, 0)},
)


@qz("QZ-1", "QZ-2", "QZ-3")
@pytest.mark.parametrize("seats", QUARTZ.meta.seats)
def test_whole_random_matches_obey_every_law(seats: int) -> None:
    for seed in range(GAMES):
        watch = Watch(seats)
        play_at_random(QUARTZ, seats, seed, options=VARIANTS[seed % len(VARIANTS)], after=watch.look)


@pytest.mark.parametrize("seats", QUARTZ.meta.seats)
def test_whole_matches_of_sensible_robots_obey_every_law(seats: int) -> None:
    """They get further into a day than random play does: more in the carts, more tokens spent."""
    for seed in range(GAMES // 8):
        dice, watch = random.Random(seed), Watch(seats)
        options = VARIANTS[seed % len(VARIANTS)]
        sitting = Sitting.begin(QUARTZ, seats, secret_of(seed), options)
        for _ in range(BOUND):
            watch.look(sitting)
            if not sitting.awaited():
                break
            name = sitting.awaited()[0]
            bot = QUARTZ.bots["miner" if dice.random() < 0.8 else "random"]
            sitting.give(name, name.seat, bot(sitting.view(name.seat), sitting.questions()[name], dice))
        assert QUARTZ.outcome(sitting.table.state) is not None


class Table(RuleBasedStateMachine):
    """Anything that can happen at a table, in any order."""

    table: Sitting[Any, Any, Any, Any, Any, Any]

    @initialize(
        seats=st.sampled_from(list(QUARTZ.meta.seats)),
        options=st.sampled_from(VARIANTS),
        seed=st.integers(0, 2**32 - 1),
    )
    def begin(self, seats: int, options: dict[str, object], seed: int) -> None:
        self.table = Sitting.begin(QUARTZ, seats, secret_of(seed), options)
        self.watch = Watch(seats)
        self.moments = [self.table.table.number]

    def goes_on(self) -> bool:
        return bool(self.table.questions())

    def remember(self) -> None:
        """Note the end of an act as a moment one may go back to; what stays sealed makes none."""
        last = self.table.records[-1]
        if last.number > self.moments[-1] and not isinstance(last.event, Rewound):
            self.moments.append(last.number)

    def answer(self, name: QuestionName, dice: random.Random) -> None:
        choices = QUARTZ.choices(self.table.table.state, self.table.questions()[name])
        command = codec(QUARTZ).convert(fill_at_random(dice.choice(choices), dice))
        self.table.give(name, name.seat, command)
        self.remember()

    @precondition(goes_on)
    @rule(dice=st.randoms(use_true_random=False), times=st.integers(1, 25))
    def somebody_answers(self, dice: random.Random, times: int) -> None:
        for _ in range(times):
            if self.table.awaited():
                self.answer(dice.choice(self.table.awaited()), dice)
                self.watch.look(self.table)

    @precondition(goes_on)
    @rule(dice=st.randoms(use_true_random=False))
    def somebody_digs(self, dice: random.Random) -> None:
        """Fill the carts: random answers leave the mine too soon."""
        for _ in range(6):
            turns = [n for n in self.table.awaited() if self.table.questions()[n].kind == "turn"]
            if turns:
                self.table.give(turns[0], turns[0].seat, codec(QUARTZ).convert({"kind": "mine"}))
                self.remember()

    @precondition(lambda self: self.table.sealed)
    @rule(dice=st.randoms(use_true_random=False))
    def somebody_changes_a_sealed_answer(self, dice: random.Random) -> None:
        self.answer(dice.choice(sorted(self.table.sealed)), dice)

    @precondition(goes_on)
    @rule(dice=st.randoms(use_true_random=False))
    def somebody_does_what_is_merely_allowed(self, dice: random.Random) -> None:
        allowed = [name for name, asked in self.table.questions().items() if not asked.awaited]
        if allowed:
            self.answer(dice.choice(allowed), dice)

    @precondition(lambda self: self.table.awaited())
    @rule(dice=st.randoms(use_true_random=False))
    def time_runs_out(self, dice: random.Random) -> None:
        self.table.time_up(dice.choice(self.table.awaited()))
        self.remember()

    @precondition(lambda self: len(self.moments) > 1)
    @rule(back=st.integers(1, 12))
    def play_goes_back(self, back: int) -> None:
        self.moments = self.moments[: max(1, len(self.moments) - back)]
        self.table.rewind(self.moments[-1])

    @invariant()
    def every_law_is_obeyed(self) -> None:
        if hasattr(self, "table"):
            self.watch.look(self.table)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=2000 if NIGHTLY else 60,
    stateful_step_count=60 if NIGHTLY else 40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


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
