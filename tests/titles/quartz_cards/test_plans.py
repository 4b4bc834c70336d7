"""When a plan for one turn counts, where its bounds lie, and what orders leave to others."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import orders as o
from games.titles.quartz_cards.rules.line import by_value, dearest_columns, holds, joined, without
from games.titles.quartz_cards.rules.plans import is_on
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import ONE, ZERO, table

VALUES = {"quartz": 1, "ruby": 5, "opal": 5, "amber": 6}


def told(*said: str) -> list[Seen]:
    """Write what was seen as "turn 0": whose turn began, or "deed 0": who did something on it."""
    kinds = {"turn": "turn_began", "deed": "explore_announced", "else": "let_happen"}
    return [Seen(kinds[kind], {"seat": int(seat)}) for kind, seat in map(str.split, said)]


@pytest.mark.parametrize(
    ("since", "counts"),
    [
        ([], True),
        (["turn 0"], True),
        (["turn 0", "deed 0"], True),
        (["turn 0", "deed 0", "turn 1", "deed 1"], True),
        (["turn 0", "deed 0", "turn 1", "turn 0"], False),
        (["deed 0"], True),
        (["deed 0", "deed 0"], True),
        (["deed 0", "turn 1", "turn 0"], False),
        (["deed 1", "turn 0"], True),
        (["else 0", "turn 0"], True),
        (["turn 1", "turn 1"], True),
    ],
)
def test_a_plan_for_the_next_turn_counts_in_one_turn(since: list[str], counts: bool) -> None:
    view = table("", "").view(0)
    assert is_on(view, o.Plan(), told(*since)) is counts
    assert is_on(view, o.Plan(for_="every_turn"), told(*since))


@qc("QC-6")
@pytest.mark.parametrize(("risk", "answer"), [(49, c.Stop()), (50, c.DigOn()), (51, c.DigOn())])
def test_a_risk_is_passed_when_it_is_greater(risk: int, answer: object) -> None:
    scene = table("", "", line="ruby 0", left=["quartz 0", "amber 2"])
    (asked,) = scene.view(0).asked
    orders = o.Orders(plan=o.Plan(risk=risk))
    assert QUARTZ_CARDS.automation.answer(scene.view(0), asked.question, orders, [], False) == answer


@qc("QC-14")
def test_an_ambush_for_the_last_card_waits_while_the_line_is_empty() -> None:
    scene = table("", "", hands=("", "hand_it_over"), line="")
    question = Question(opened=EventNumber(1), seat=ONE, kind="ambush")
    lying = o.Orders(ambushes=(o.Ambush("hand_it_over"),))
    assert QUARTZ_CARDS.automation.answer(scene.view(1), question, lying, [], False) is None
    either = o.Orders(ambushes=(o.Ambush("hand_it_over", last=0), o.Ambush("hand_it_over")))
    assert QUARTZ_CARDS.automation.answer(scene.view(1), question, either, [], False) is None


def test_orders_leave_alone_what_is_no_question_to_anybody() -> None:
    question = Question(opened=EventNumber(1), seat=ZERO, kind="go_on")
    assert (
        QUARTZ_CARDS.automation.answer(table("", "").view(0), question, o.Orders(hire="always"), [], False)
        is None
    )


@pytest.mark.parametrize("name", o.READY_MADE)
def test_a_ready_made_plan_is_laid_beside_what_is_laid_or_brings_standing_orders(name: str) -> None:
    lay = QUARTZ_CARDS.automation.ready_made[name]
    assert lay(None) == replace(o.STANDING, plan=o.READY_MADE[name])
    assert lay(o.Orders(hire="never")) == o.Orders(plan=o.READY_MADE[name], hire="never")


# --- crystals


def test_what_is_taken_from_a_lot_leaves_the_rest_and_no_entry_for_nothing() -> None:
    assert without({"ruby": 3, "amber": 1, "quartz": 2}, {"ruby": 1, "amber": 1}) == {"quartz": 2, "ruby": 2}
    assert list(without({"ruby": 1, "amber": 1}, {})) == ["amber", "ruby"]
    assert without({"ruby": 1}, {"ruby": 1}) == {}


def test_the_dearest_come_first_and_of_equals_by_name() -> None:
    assert by_value(["quartz", "ruby", "opal", "amber"], VALUES) == ["amber", "opal", "ruby", "quartz"]


@qc("QC-20")
def test_columns_are_dear_by_their_points_then_by_value_then_by_name() -> None:
    assert dearest_columns({"quartz": 4, "amber": 1}, VALUES) == ["quartz", "amber"]
    assert dearest_columns({"quartz": 6, "ruby": 1, "opal": 1}, VALUES) == ["quartz", "opal", "ruby"]
    assert dearest_columns({"quartz": 5, "ruby": 2}, VALUES) == ["ruby", "quartz"]


def test_a_lot_holds_what_is_there_often_enough() -> None:
    assert holds({"ruby": 2}, {"ruby": 2}) and holds({"ruby": 2}, {})
    assert not holds({"ruby": 1}, {"ruby": 2}) and not holds({"ruby": 1}, {"amber": 1})
    assert joined({"ruby": 1}, {"amber": 2, "ruby": 1}) == {"amber": 2, "ruby": 2}
