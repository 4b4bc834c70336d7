"""The database goes away in the middle of a move: all of it is there or nothing, and a retry is safe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import Error, OperationalError, connection

from games import play
from games.infra import bell
from games.mail.kinds import ASKING
from games.models import Deadline, Event, Match, Outbox, Submission
from games.play import history
from games.titles.quartz.rules.commands import Leave
from games.titles.quartz_cards.rules import commands as cards
from tests.kit.at_once import needs_postgres
from tests.kit.cutting import Cut, refuse, terminate
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, match, open_questions, player

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 60
FEWEST = {"sqlite": 10, "postgresql": 4}  # which takes several as one
LEAVE = Leave()
TABLES = (Match, Event, Submission, Deadline, Outbox)


def rows() -> list[Any]:
    return [list(model._base_manager.order_by("pk").values()) for model in TABLES]


def statements_of_a_move() -> int:
    press, counted = submit(match()), Cut(0, refuse)
    with counted.watching():
        press("counted")
    return counted.seen


def submit(found: Match, command: Any = LEAVE) -> Callable[[str], play.Receipt]:
    """Give the same form of a match, to be sent again and again."""
    name = min(name for name, one in open_questions(found).items() if name.seat in found.awaited)
    return lambda key: answer(found, name, command, key=key)


def leaving_the_mine() -> tuple[Match, Any]:
    return match(), LEAVE


def the_last_of_two_to_pass() -> tuple[Match, Any]:
    """Let rivals pass in secret: with the last one's word both are decided, and a card is laid."""
    people = [player() for _ in range(3)]
    found = open_table("quartz_cards", people, [], now=NOON, secret=bytes(32), options={"windows": "full"})
    play.start(found.pk, NOON)
    found.refresh_from_db()
    submit(found, cards.Explore())("explored")
    submit(found, cards.LetPass())("passed")
    found.refresh_from_db()
    return found, cards.LetPass()


@pytest.mark.parametrize(
    "how", [refuse, pytest.param(terminate, marks=needs_postgres)], ids=["driver", "server"]
)
@pytest.mark.parametrize("moment", [leaving_the_mine, the_last_of_two_to_pass])
def test_cut_at_any_statement_nothing_is_there_and_the_retry_plays_once(moment, how):
    cuts = 0
    for at in range(1, MOST):
        found, command = moment()
        press, before, cut = submit(found, command), rows(), Cut(at, how)
        history.memo.clear()
        try:
            with cut.watching():
                press("the key")
        except Error:
            cuts += 1
            connection.close()
        else:
            assert cut.seen < at, "the move has no more statements"
            break
        assert rows() == before, f"cut at {at}"
        receipt = press("the key")
        assert not receipt.refused and press("the key") == receipt
        whole(found, receipt)
    assert MOST > cuts > FEWEST[connection.vendor], "each statement was cut once"


def whole(found: Match, receipt: play.Receipt) -> None:
    found.refresh_from_db()
    assert found.version == receipt.last_event == Event.objects.filter(match=found).count()
    assert Submission.objects.filter(match=found, key="the key").count() == 1
    running = Deadline.objects.filter(match=found, state="running").order_by("seat")
    assert [clock.seat for clock in running] == found.awaited
    asked = Deadline.objects.filter(match=found).values_list("question", flat=True)
    mailed = Outbox.objects.filter(match=found, kind__in=ASKING).values_list("question", flat=True)
    assert sorted(mailed) == sorted(asked), "each question was mailed once"
    history.check_chain(found)


@pytest.mark.parametrize("reached", [False, True], ids=["before it came", "after it was done"])
def test_cut_at_the_commit_all_or_nothing_is_there(reached, monkeypatch):
    found = match()
    press, before = submit(found), rows()
    commit = connection._commit

    def lose() -> None:
        if reached:
            commit()
        refuse()

    with monkeypatch.context() as cut:
        cut.setattr(connection, "_commit", lose)
        with pytest.raises(OperationalError):
            press("the key")
    connection.close()
    assert (rows() == before) is not reached
    receipt = press("the key")
    assert receipt.outcome == "played"
    whole(found, receipt)


def test_what_was_rolled_back_is_not_remembered():
    found = match()
    press = submit(found)
    cut = Cut(statements_of_a_move(), refuse)  # the last
    with pytest.raises(OperationalError), cut.watching():
        press("the key")
    connection.close()
    records, table = history.load(Match.objects.get(pk=found.pk))
    assert table.number == len(records) == found.version


def test_a_move_is_done_even_if_ringing_fails_in_a_way_nobody_thought_of(monkeypatch):
    def breaks() -> None:
        raise RuntimeError("the bell has fallen off")

    found = match()
    monkeypatch.setattr(bell, "_ringers", [breaks])
    assert submit(found)("the key").outcome == "played"
    assert Submission.objects.filter(key="the key").count() == 1
