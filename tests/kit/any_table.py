"""Plays anything that can happen at a table, in any order: a state machine that tries a game's laws.

A game's tests choose the game, its options and the laws; the rest is here:

    class Table(AnyTable):
        game, variants = QUARTZ, VARIANTS

        @staticmethod
        def laws(seats: int) -> Watch:
            return Watch(seats)

    TestTable = Table.TestCase
    TestTable.settings = wandering(examples=60, steps=40)
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar, Protocol

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules.kernel.codec import codec
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record, Rewound, TimeUp
from games.rules.kernel.fold import played
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.robots import fill_at_random
from games.rules.kernel.seats import EventNumber
from games.rules.match_in_memory import MatchInMemory
from tests.kit.random_play import asks_somebody, random_answer, secret_of


class Laws(Protocol):
    """Watches a table; raises AssertionError as soon as it breaks a law."""

    def look(self, sitting: MatchInMemory[Any, Any, Any, Any, Any, Any], /) -> None: ...


class AnyTable(RuleBasedStateMachine):
    game: ClassVar[AnyRules]
    variants: ClassVar[Sequence[dict[str, object]]]

    table: MatchInMemory[Any, Any, Any, Any, Any, Any]

    @staticmethod
    def laws(seats: int) -> Laws:
        """Make the laws of the game for this number of seats."""
        raise NotImplementedError

    @staticmethod
    def fitted(seats: int, options: dict[str, object]) -> dict[str, object]:
        """Adapt a variant's options to the number of seats if they depend on it."""
        return options

    @initialize(data=st.data(), seed=st.integers(0, 2**32 - 1))
    def begin(self, data: st.DataObject, seed: int) -> None:
        seats = data.draw(st.sampled_from(list(self.game.meta.seats)))
        options = self.fitted(seats, data.draw(st.sampled_from(self.variants)))
        self.table = MatchInMemory.begin(self.game, seats, secret_of(seed), options)
        self.watch = self.laws(seats)
        self.moments = [self.table.table.number]

    def goes_on(self) -> bool:
        return bool(self.table.questions())

    def remember(self) -> None:
        """Note the end of a move as a moment play may go back to.

        Sealed answers make none, nor do questions that only orders can answer, since nobody is asked.
        """
        last = self.table.records[-1]
        if (
            last.number > self.moments[-1]
            and not isinstance(last.event, Rewound)
            and asks_somebody(self.table)
        ):
            self.moments.append(last.number)

    def give(self, name: QuestionName, command: object) -> None:
        self.table.give(name, name.seat, command)
        self.remember()

    def answer(self, name: QuestionName, dice: random.Random) -> None:
        """Answer at random if there is anything to choose."""
        choices = self.game.core.choices(self.table.table.state, self.table.questions()[name])
        if choices:
            self.give(name, codec(self.game).convert(fill_at_random(dice.choice(choices), dice)))

    @precondition(lambda self: self.table.awaited())
    @rule(dice=st.randoms(use_true_random=False), times=st.integers(1, 25))
    def somebody_answers(self, dice: random.Random, times: int) -> None:
        """Let mostly awaited seats answer; now and then change a sealed answer or do something optional."""
        for _ in range(times):
            found = random_answer(self.table, dice) if self.table.awaited() else None
            if found:
                self.give(*found)
                self.watch.look(self.table)

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
        while self.moments[-1] in untold_moments(self.table):
            self.moments.pop()
        self.table.rewind(self.moments[-1])

    @invariant()
    def every_law_is_obeyed(self) -> None:
        if hasattr(self, "table"):
            self.watch.look(self.table)


def untold_moments(table: MatchInMemory[Any, Any, Any, Any, Any, Any]) -> set[EventNumber]:
    """Find each time-up that no other follows: the log doesn't say if other answers were sealed by then."""
    pairs = pairwise(played(table.records))
    return {one.number for one, then in pairs if is_time_up(one) and not is_time_up(then)}


def is_time_up(record: Record[Any]) -> bool:
    return isinstance(record.event, TimeUp)


def wandering(examples: int, steps: int) -> settings:
    """Set how many tables to try, and how many steps to take at each."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
