"""Each act is one transaction: wherever it breaks off, nothing of it has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from games.disputes import cases, moderation
from games.disputes.cases import Flag
from games.disputes.moderation import By
from games.disputes.moderation.judging import answer, close_case, confer, decide, take_case
from games.models import (
    Act,
    Case,
    CaseKind,
    CaseWord,
    Deadline,
    Event,
    Look,
    Match,
    Outbox,
    Pause,
    Player,
    Ruling,
    Seat,
    Submission,
    Tally,
    Unreachable,
    Verdict,
    Vote,
)
from tests.kit.both_worlds import undone
from tests.kit.every_action import EVERY, LATER, ON_MATCHES, WHY, mail_of
from tests.staff.scenes import scene

pytestmark = pytest.mark.django_db
WRITES = ("INSERT", "UPDATE", "DELETE")
KINDS = (
    Act,
    Case,
    CaseWord,
    Deadline,
    Event,
    Look,
    Match,
    Outbox,
    Pause,
    Player,
    Ruling,
    Seat,
    Submission,
    Tally,
    Unreachable,
    Vote,
)


class Broken(Exception):
    """What comes instead of a statement."""


@contextmanager
def breaking_off(at: int) -> Iterator[list[str]]:
    """Let the writing statement of that number never come to the database; give those that came before."""
    written: list[str] = []

    def execute(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(WRITES):
            if len(written) == at:
                raise Broken
            written.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(execute):
        yield written


def everything() -> list[list[dict[str, Any]]]:
    return [list(one.objects.order_by("pk").values()) for one in KINDS]


def broken_off_everywhere(do: Callable[[], object]) -> int:
    """Break an act off at each of its writing statements, then do it; give their number."""
    before = everything()
    with undone(), breaking_off(-1) as written:
        do()
    for at in range(len(written)):
        with pytest.raises(Broken), breaking_off(at):
            do()
    assert everything() == before, "something is left of it"
    do()
    return len(written)


def test_of_an_act_that_breaks_off_nothing_has_happened():
    found, by = scene()
    mail = mail_of(found)
    acts = {**EVERY}
    acts |= {"resend": lambda by, found: moderation.resend(by, found.pk, mail, LATER)}
    for name, act in acts.items():
        with undone():
            assert broken_off_everywhere(lambda act=act: act(by, found)) > 0, name  # type: ignore[misc]


def flagged(found: Match) -> Case:
    seat = found.seats.select_related("player").get(number=0)
    return cases.flag(seat, seat.player, Flag(CaseKind.RULES, "Look.", key="flag"), LATER).case


#: What is done about a case, one after the other.
STEPS: dict[str, Callable[[By, Case], object]] = {
    "take": lambda by, case: take_case(by, case, LATER),
    "answer": lambda by, case: answer(by, case, LATER),
    "confer": lambda by, case: confer(by, case, LATER),
    "say": lambda by, case: cases.say(case.pk, case.opener, "More.", "say", LATER),
    "decide": lambda by, case: decide(by, case, Verdict.STANDS, LATER),
    "appeal": lambda by, case: cases.appeal(case.pk, case.opener, "No.", "appeal", LATER),
    "close": lambda by, case: cases.close(case.pk, case.opener, LATER),
}


def test_a_case_is_never_half_flagged_or_half_decided():
    found, by = scene()
    assert broken_off_everywhere(lambda: flagged(found)) > 2
    case = Case.objects.get()
    for name, step in STEPS.items():
        press = By(by.player, WHY)
        assert broken_off_everywhere(lambda step=step, press=press: step(press, case)) > 0, name  # type: ignore[misc]


def test_a_decided_case_is_closed_whole():
    found, by = scene()
    case = flagged(found)
    for do in (take_case, lambda by, case, now: decide(by, case, Verdict.STANDS, now)):
        do(By(by.player, WHY), case, LATER)
    press = By(by.player, WHY)
    assert broken_off_everywhere(lambda: close_case(press, case, LATER)) > 0


def test_it_is_found_where_an_act_is_two_transactions():
    found, by = scene()

    def act() -> None:
        ON_MATCHES["note"](By(by.player, WHY), found)
        ON_MATCHES["note"](By(by.player, WHY), found)

    with pytest.raises(AssertionError, match="something is left"):
        broken_off_everywhere(act)
