"""What games offer and robots lay as standing orders can be saved, and answers what it is offered for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.contract import AnyRules
from games.rules.match_in_memory import MatchInMemory
from tests.kit.random_play import play_at_random
from tests.rules.games_under_test import TABLES, table_id

pytestmark = pytest.mark.parametrize(("rules", "seats"), TABLES, ids=table_id)


def saved(rules: AnyRules, change: Mapping[str, Any]) -> Any:
    """Save a change of orders where none are laid."""
    assert change
    bare = msgspec.to_builtins(rules.automation.orders())
    return codec(rules).orders(canonical(bare | dict(change)))


def test_an_order_offered_beside_a_question_answers_it(rules: AnyRules, seats: int) -> None:
    def look(sitting: MatchInMemory) -> None:
        for question in sitting.questions().values():
            view = sitting.view(question.seat)
            for change in rules.automation.settling(view, question):
                orders = saved(rules, change)
                assert rules.automation.answer(view, question, orders, [], False) is not None

    play_at_random(rules, seats, seed=11, after=look)


def test_an_order_that_is_suggested_can_be_saved_and_then_is_no_longer(rules: AnyRules, seats: int) -> None:
    def look(sitting: MatchInMemory) -> None:
        for seat in sitting.seats:
            view = sitting.view(seat)
            for one in rules.automation.suggested(view, rules.automation.orders()):
                assert one.says.key in rules.core.words and one.ways
                for change in one.ways:
                    still = rules.automation.suggested(view, saved(rules, change))
                    assert one.says not in [other.says for other in still]

    play_at_random(rules, seats, seed=12, after=look)


def test_robots_lay_orders_that_a_player_could(rules: AnyRules, seats: int) -> None:
    assert rules.automation.bot_orders.keys() <= rules.robots.keys()

    def look(sitting: MatchInMemory) -> None:
        for lay in rules.automation.bot_orders.values():
            for seat in sitting.seats:
                orders = lay(sitting.view(seat))
                assert codec(rules).orders(canonical(orders)) == orders

    play_at_random(rules, seats, seed=13, after=look)
