"""Every field a page draws has a label among the game's words, and every word of an order one of its own."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.inspect import LiteralType

from games.pages.drawing import NOT_SHOWN, _hints, row_of
from games.pages.ordering import _drawable, counted, kinds
from games.rules.quartz import QUARTZ
from games.rules.quartz import orders as o
from games.rules.quartz.outcome import details
from games.rules.quartz.state import Attack, Ledger, Space, State
from games.rules.quartz.view import Dwarf, Sight

PLANS = [o.Plan, o.Stops, o.IfSilent, *o.Line.__args__]
STOPS = [o.AtObsidian, o.AtWorth, o.WhenAttacked, o.WhenFew, o.WhenSpent]


@pytest.mark.parametrize("kind", [*PLANS, *STOPS], ids=lambda kind: kind.__name__)
def test_every_field_of_a_plan_and_each_of_its_words_has_a_row(kind):
    for one in msgspec.inspect.type_info(kind).fields:
        row = row_of(kind, one.name)
        assert row in QUARTZ.words
        for part in kinds(one.type):
            words = part.values if isinstance(part, LiteralType) else ()
            assert {f"{row}.{word}" for word in words} <= QUARTZ.words.keys()


def test_every_line_of_a_plan_has_a_title():
    assert {f"view.{kind.__name__.lower()}" for kind in o.Line.__args__} <= QUARTZ.words.keys()


@pytest.mark.parametrize("kind", [Sight, Dwarf, Space, Attack, Ledger], ids=lambda kind: kind.__name__)
def test_every_field_of_the_view_has_a_label(kind):
    shown = [name for name in _hints(kind) if name not in NOT_SHOWN | {"seat"}]
    assert [name for name in shown if row_of(kind, name) not in QUARTZ.words] == []


def test_every_standing_order_and_each_of_its_words_has_a_row():
    for one in _drawable(QUARTZ):
        assert {f"order.{one.name}", f"card.{one.name}"} & QUARTZ.words.keys()
        for kind in kinds(one.type):
            number = counted(kind)
            words = kind.values if isinstance(kind, LiteralType) else [number[0].name if number else "?"]
            assert {f"order.{one.name}.{word}" for word in words} <= QUARTZ.words.keys()


def test_every_option_and_every_part_of_the_result_has_a_row():
    assert {f"option.{name}" for name in QUARTZ.options.__struct_fields__} <= QUARTZ.words.keys()
    assert {f"result.{name}" for name in details(State(ledgers=[Ledger((0,))]), 0)} <= QUARTZ.words.keys()


def test_the_records_tried_here_are_all_there_are_in_a_view():
    found: set[type] = {Sight}
    new: set[type] = {Sight}
    while new:
        hints = [hint for kind in new for hint in _hints(kind).values()]
        inside = {one for hint in hints for one in parts(hint) if isinstance(one, type)}
        new = {one for one in inside if issubclass(one, msgspec.Struct)} - found
        found |= new
    told_elsewhere = {"Question", "Asked", "Choice", "Field"}
    assert {kind.__name__ for kind in found} - told_elsewhere == {
        "Sight",
        "Dwarf",
        "Space",
        "Attack",
        "Ledger",
    }


def parts(hint):
    """List a type and all that is written within it."""
    within = [one for inner in getattr(hint, "__args__", ()) for one in parts(inner)]
    return [hint, *within]
