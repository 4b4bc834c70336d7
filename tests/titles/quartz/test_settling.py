"""Whole matches in which most answers are given by orders and plans: legal ones, or none."""

from __future__ import annotations

import functools
import random
from collections import Counter

import msgspec
import pytest

from games.rules.kernel.events import Command
from games.rules.kernel.fold import fold
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import position_bytes
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.orders import READY_MADE, Orders
from games.titles.quartz.rules.plans import REASONS
from tests.kit.random_play import secret_of
from tests.titles.quartz.laying import Laid, PlannedTable
from tests.titles.quartz.paragraphs import qz

VARIANTS: dict[str, dict[str, object]] = {
    "plain": {},
    "thrill": {"thrill": True},
    "covered": {"covered_carts": True},
    "covered thrill": {"thrill": True, "covered_carts": True},
}
GAMES = 8  # for each number of seats and variant


@functools.cache
def settled(seats: int, variant: str) -> list[PlannedTable]:
    tables = []
    for seed in range(GAMES):
        sitting = MatchInMemory.begin(QUARTZ, seats, secret_of(seed), VARIANTS[variant])
        tables.append(PlannedTable(sitting, random.Random(f"{seats} {variant} {seed}")))
        tables[-1].play()
    return tables


@qz("QZ-70", "QZ-71", "QZ-72")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", QUARTZ.meta.seats)
def test_whatever_orders_say_is_legal_and_is_said_by_the_view_alone(seats: int, variant: str) -> None:
    """Each answer is compared while the matches are played: see PlannedTable.answer."""
    for table in settled(seats, variant):
        assert fold(QUARTZ, table.sitting.records) == table.sitting.table


def test_every_kind_of_answer_and_reason_was_looked_at() -> None:
    answers: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for seats in QUARTZ.meta.seats:
        for variant in VARIANTS:
            for table in settled(seats, variant):
                answers += table.answers
                reasons += table.reasons
    print(f"\nanswers {dict(answers)}, ahead {dict(reasons)}")
    assert min(answers[kind] for kind in ("turn", "window", "token", "keep", "replace", "share", "sell")) >= 5
    assert min(reasons[reason] for reason in REASONS) >= 10


@qz("QZ-76")
@pytest.mark.parametrize("seats", QUARTZ.meta.seats)
def test_a_match_of_ready_made_plans_and_orders_asks_little(seats: int) -> None:
    eager = Orders(
        None, "always", "always", "always", "next_seat", "always", "all", "best", "dearest", "rule"
    )
    asked, given = 0, 0
    for seed in range(4):
        table = PlannedTable(MatchInMemory.begin(QUARTZ, seats, secret_of(seed)), random.Random(seed))
        for seat in table.sitting.seats:
            plan = list(READY_MADE.values())[seat % 4]
            table.laid[seat] = Laid(msgspec.structs.replace(eager, plan=plan), table.sitting.table.number)
        while QUARTZ.core.outcome(table.sitting.table.state) is None:
            table.settle()
            if table.sitting.awaited():
                table.sitting.time_up(table.sitting.awaited()[0])
                asked += 1
        given += sum(table.answers.values())
    assert given > 2 * asked


@qz("QZ-71", "QZ-74", "QZ-75")
def test_having_orders_leaves_no_trace_in_the_log() -> None:
    """The same answers, given by hand: the same records and the same position_bytes."""
    table = PlannedTable(MatchInMemory.begin(QUARTZ, 4, secret_of(7)), random.Random(7))
    for seat in table.sitting.seats:
        table.lay(seat)
    given: list[tuple[QuestionName, Seat, Command]] = []
    give = table.sitting.give

    def note(name: QuestionName, seat: Seat, command: Command) -> object:
        given.append((name, seat, command))
        return give(name, seat, command)

    table.sitting.give = note  # type: ignore[method-assign,assignment]
    table.play()
    by_hand = MatchInMemory.begin(QUARTZ, 4, secret_of(7))
    for name, seat, command in given:
        by_hand.give(name, seat, command)
    assert by_hand.records == table.sitting.records
    assert position_bytes(QUARTZ, by_hand.table) == position_bytes(QUARTZ, table.sitting.table)
