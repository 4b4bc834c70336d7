"""Goals shown by order in a real match: in the transaction of the move that meets them (GN-10)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games import play
from games.models import Door, Match, Submission
from games.play import history
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import orders as o
from games.titles.gnomes.rules.state import State
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, open_questions, player
from tests.titles.gnomes.paragraphs import gn

pytestmark = pytest.mark.django_db
#: So few cards make a king.
OPTIONS = {"seating": "fixed", "first_player": 0, "stars": {"ruby_mine": 9}}
SHOW = msgspec.json.encode(o.Orders(show="when_met")).decode()


def state(found: Match) -> State:
    table: State = history.load(found)[1].state
    return table


def a_king_to_be() -> Match:
    """Begin a match whose second seat holds the king, and lay two castles side by side."""
    for first in range(64):
        people = [player(), player()]
        found = open_table("gnomes", people, [], now=NOON, secret=bytes([first] * 32), options=OPTIONS)
        play.start(found.pk, NOON)
        found.refresh_from_db()
        if state(found).secrets[1] == "king":
            give(found, c.PlayKingdom("castle", "0/0"), c.FinishTurn())
            give(found, c.PlayKingdom("castle", "1/0"), c.FinishTurn())
            return found
    raise AssertionError("no seat holds the king")


def give(found: Match, *commands: Any) -> None:
    for command in commands:
        name = next(name for name, one in open_questions(found).items() if one.awaited)
        receipt = answer(found, name, command)
        assert not receipt.refused
        found.refresh_from_db()


def lay(found: Match) -> None:
    assert not play.lay_orders(found.pk, 1, 1, SHOW, Door.PAGE, NOON).refused
    found.refresh_from_db()


def whole_turn(found: Match) -> c.TakeTurn:
    """Give the whole turn that builds the ruby mine."""
    (name,) = [name for name, one in open_questions(found).items() if one.awaited]
    view = found.rules.core.view(state(found), Seat(0))
    (asked,) = [one for one in view.asked if one.question.seat == name.seat]
    turns = [one for choice in asked.choices if choice.command == "take_turn" for one in choice.commands()]
    (steps,) = [str(one["steps"]) for one in turns if "ruby_mine@" in str(one["steps"])][:1]
    (aim,) = [one["aim"] for one in turns if one["steps"] == steps]
    return c.TakeTurn(aim, steps)


@gn("GN-10")
@pytest.mark.parametrize("has_order", [True, False])
def test_an_order_shows_the_goal_within_anothers_whole_turn(has_order: bool) -> None:
    found = a_king_to_be()
    if has_order:
        lay(found)
    give(found, whole_turn(found))
    kinds = [record.event.__struct_config__.tag for record in history.load(found)[0]]
    after = kinds[kinds.index("moment_came") :]
    assert state(found).shown == [False, has_order]
    assert state(found).moment is None
    assert ("goal_shown" in after) == has_order
    assert "dwarf_placed" in after, "the turn went on after it"


@gn("GN-10")
def test_an_order_given_while_the_goal_is_met_shows_it_at_once() -> None:
    found = a_king_to_be()
    give(found, c.PlayKingdom("ruby_mine", "-1/0", 2))
    assert state(found).shown == [False, False]
    lay(found)
    assert state(found).shown == [False, True]
    shown = Submission.objects.filter(match=found, door=Door.ORDER).last()
    assert shown is not None and shown.seat is not None and shown.seat.number == 1
