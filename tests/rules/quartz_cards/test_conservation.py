"""Whatever happens, every card lies in exactly one place; checked after every event."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules.kernel.events import Event, Rewound
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.quartz_cards import QUARTZ_CARDS
from games.rules.quartz_cards import events as e
from games.rules.quartz_cards.cards import MINE
from games.rules.sitting import Sitting
from tests.rules.quartz_cards.laws import Watch, obey
from tests.rules.quartz_cards.paragraphs import qc
from tests.rules.random_play import play_at_random, random_answer, secret_of

NIGHTLY = os.environ.get("QUARTZ_NIGHTLY") == "1"
GAMES = 600 if NIGHTLY else 12  # for each number of seats and way of asking

each_table = pytest.mark.parametrize("seats", QUARTZ_CARDS.meta.seats)
each_windows = pytest.mark.parametrize("windows", ["light", "full"])


@qc("QC-1", "QC-2", "QC-7")
@each_windows
@each_table
def test_whole_random_matches_obey_every_law(seats: int, windows: str) -> None:
    for seed in range(GAMES):
        watch = Watch()
        play_at_random(QUARTZ_CARDS, seats, seed, options={"windows": windows}, after=watch.look)


@qc("QC-3")
def test_a_mine_full_of_helpers_for_hire_has_the_used_ones_shuffled_again_and_again() -> None:
    """With the reconstructed cards the pile just lasts; here it doesn't."""
    mine, shuffles = {"quartz hire": 72}, 0
    for seed in range(8):
        watch = Watch(mine)
        options: dict[str, object] = {"mine_cards": mine, "windows": "full"}
        table = play_at_random(QUARTZ_CARDS, 4, seed, options=options, after=watch.look)
        offers = [one.event for one in table.records if isinstance(one.event, e.HireOffered)]
        shuffles += sum(offer.shuffled > 0 for offer in offers)
    assert shuffles >= 5


@each_table
def test_whole_matches_of_sensible_robots_obey_every_law(seats: int) -> None:
    for seed in range(GAMES):
        dice, watch = random.Random(seed), Watch()
        sitting = Sitting.begin(QUARTZ_CARDS, seats, secret_of(seed))
        while sitting.awaited():
            watch.look(sitting)
            name = sitting.awaited()[0]
            robot = QUARTZ_CARDS.bots["prospector"]
            sitting.give(name, name.seat, robot(sitting.view(name.seat), sitting.questions()[name], dice))
        watch.look(sitting)


class Table(RuleBasedStateMachine):
    """Anything that can happen at a table, in any order."""

    table: Sitting[Any, Any, Any, Any, Any, Any]

    @initialize(
        seats=st.sampled_from(list(QUARTZ_CARDS.meta.seats)),
        windows=st.sampled_from(["light", "full"]),
        seed=st.integers(0, 2**32 - 1),
    )
    def begin(self, seats: int, windows: str, seed: int) -> None:
        self.table = Sitting.begin(QUARTZ_CARDS, seats, secret_of(seed), {"windows": windows})
        self.watch = Watch()
        self.moments = [self.table.table.number]

    def remember(self) -> None:
        """Note the end of an act as a moment one may go back to; what stays sealed makes none."""
        last = self.table.records[-1]
        if last.number > self.moments[-1] and not isinstance(last.event, Rewound):
            self.moments.append(last.number)

    @precondition(lambda self: self.table.awaited())
    @rule(dice=st.randoms(use_true_random=False), times=st.integers(1, 25))
    def somebody_answers(self, dice: random.Random, times: int) -> None:
        """Awaited or not: a sealed answer is changed, an ambush strikes."""
        for _ in range(times):
            found = random_answer(self.table, dice) if self.table.awaited() else None
            if found:
                self.table.give(found[0], found[0].seat, found[1])
                self.remember()
                self.watch.look(self.table)

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
    max_examples=1000 if NIGHTLY else 20,
    stateful_step_count=40 if NIGHTLY else 25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


# --- a law that can't be broken says nothing

BREACHES: dict[str, Event] = {
    "a mine card from nowhere": e.CardLaid(Seat(0), "amber 2"),
    "a helper from nowhere": e.HelpersDealt(Seat(0), {"no_chance": 1}),
    "a crystal from nowhere": e.LineCollected(Seat(0), {"ruby 1": 1}, 0),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_is_noticed(breach: str) -> None:
    records = Sitting.begin(QUARTZ_CARDS, 3, secret_of(1)).records
    obey(records)
    number = EventNumber(len(records) + 1)
    forged = type(records[-1])(number, 1, (), (), BREACHES[breach])
    with pytest.raises(AssertionError):
        obey([*records, forged])


@qc("QC-1")
def test_the_laws_know_all_the_cards() -> None:
    assert sum(MINE.values()) == 72
