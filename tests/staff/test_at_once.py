"""Two moderators, two tabs, a moderator and a player, at one moment: somebody is first, nobody gets half."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from games.disputes import cases, moderation
from games.disputes.cases import Flag
from games.disputes.moderation import By
from games.disputes.moderation.judging import decide, take_case
from games.models import Case, CaseKind, CaseState, Match, Outbox, Ruling, Unreachable, Verdict
from games.ops.verification import faults
from games.play import history
from games.rules.kernel.refusal import Refused
from games.rules.kernel.table import questions
from tests.kit.at_once import needs_postgres, together
from tests.kit.every_action import LATER, WHY, moderator, moment
from tests.kit.play_people import NOON, answer, match, play_on, player, view

pytestmark = [pytest.mark.django_db(transaction=True), needs_postgres]


def codes(came_to: list[Any]) -> list[str]:
    """Say what each came to: done, or refused and why; anything else is raised."""
    for one in came_to:
        if isinstance(one, BaseException) and not isinstance(one, Refused):
            raise one
    return sorted(one.code if isinstance(one, Refused) else "done" for one in came_to)


def flagged(found: Match) -> Case:
    seat = found.seats.select_related("player").get(number=0)
    return cases.flag(seat, seat.player, Flag(CaseKind.RULES, "Look."), NOON).case


def test_one_of_two_moderators_takes_a_case_and_alone_decides_it():
    case, (mo, other) = flagged(match()), (moderator("mo"), moderator("max"))
    taken = together([partial(take_case, By(one, WHY), case, LATER) for one in (mo, other)])
    assert codes(taken) == ["done", "taken_already"]
    decided = together([partial(decide, By(one, WHY), case, Verdict.STANDS, LATER) for one in (mo, other)])
    assert codes(decided) in (["done", "taken_already"], ["done", "not_taken"])
    assert Ruling.objects.filter(refused="", kind="decided").count() == 1
    assert Outbox.objects.filter(kind="decided").count() == 1


def test_a_case_is_appealed_once_and_flagged_once_however_fast_one_presses():
    found = match()
    seat = found.seats.select_related("player").get(number=0)
    told = Flag(CaseKind.RULES, "Look.", key="one press")
    assert codes(together([partial(cases.flag, seat, seat.player, told, NOON)] * 3)) == ["done"] * 3
    case, mo = Case.objects.get(), moderator()
    take_case(By(mo, WHY), case, LATER)
    decide(By(mo, WHY), case, Verdict.STANDS, LATER)
    tabs = [partial(cases.appeal, case.pk, seat.player, "No.", key, LATER) for key in ("a", "b")]
    assert codes(together(tabs)) == ["done", "not_decided"]
    case.refresh_from_db()
    assert case.state == CaseState.APPEALED and case.words.count() == 2


def test_a_double_press_about_an_address_is_one_act():
    by = By(moderator(), WHY)
    presses = [partial(moderation.suppress, by, "somebody@example.org", LATER)] * 3
    assert codes(together(presses)) == ["done"] * 3
    assert Unreachable.objects.count() == Ruling.objects.count() == 1


def test_two_moderators_give_one_seat_to_one():
    found = match()
    mo, other = moderator("mo"), moderator("max")
    seat, dora, emil = found.seats.get(number=1), player("dora"), player("emil")
    acts = [
        partial(moderation.replace, By(by, WHY), found.pk, 1, seat.generation, taker.email, LATER)
        for by, taker in ((mo, dora), (other, emil))
    ]
    assert codes(together(acts)) == ["done", "gone_already"]
    assert found.seats.get(number=1).generation == seat.generation + 1
    assert Ruling.objects.filter(refused="", kind="replaced").count() == 1


def test_a_rewind_and_a_move_come_one_after_the_other():
    found, by = match(), moderator()
    for _ in range(3):
        play_on(found, 4)
        found.refresh_from_db()
        _, table = history.load(found)
        name, question = min(questions(found.rules, table).items())
        command = found.rules.robots["miner"](view(found, name.seat), question, random.Random(1))
        move = partial(answer, found, name, command)
        back = partial(moderation.rewind, By(by, WHY), found.pk, moment(found), LATER)
        move_came_to, back_came_to = together([move, back])
        assert codes([back_came_to]) == ["done"]
        assert move_came_to.outcome in ("played", "refused"), move_came_to
        assert faults(found.pk) == []
