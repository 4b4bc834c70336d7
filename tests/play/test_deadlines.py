"""Windows whose closing fails, or stops whoever tries: they wait for an operator, the others are closed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games import play
from games.infra import bell
from games.infra.locks import writing
from games.match import votes
from games.models import Deadline, DeadlineKind, DeadlineState, Match, MatchStatus, Subject
from games.ops import sweep, verification
from games.play import deadlines, effects, timeouts
from games.play.transaction import write
from games.play.workspace import Workspace
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from tests.kit.at_once import PATIENCE, needs_postgres, together
from tests.kit.evenings import evening
from tests.kit.play_people import NOON, match, play_on

ROOT = Path(__file__).resolve().parent.parent.parent
DUE = NOON + timedelta(days=3)
NEXT = deadlines.LEASE + timedelta(seconds=1)

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """Raised where a process is killed: nothing catches it."""


@pytest.fixture
def clock() -> Deadline:
    return Deadline.objects.get(match=match())


def failing(monkeypatch, bad: Deadline, error: BaseException) -> None:
    honest = timeouts.ACTS[DeadlineKind.QUESTION]

    def act(work, deadline):
        if deadline.pk == bad.pk:
            raise error
        return honest(work, deadline)

    monkeypatch.setitem(timeouts.ACTS, DeadlineKind.QUESTION, act)


def state(clock: Deadline) -> str:
    clock.refresh_from_db()
    return clock.state


@pytest.mark.parametrize("order", ["pk", "-pk"])
def test_of_two_windows_of_one_match_the_one_that_ran_out_first_is_closed_first(order):
    found, _ = evening()
    hand = list(Deadline.objects.filter(match=found, state="running").order_by(order))
    for minutes, clock in enumerate(hand):
        Deadline.objects.filter(pk=clock.pk).update(due_at=DUE + timedelta(minutes=minutes))
    pks = [clock.pk for clock in hand]
    assert [play.close_together(pks, DUE + timedelta(hours=1)) for _ in pks] == [{pk} for pk in pks]


def test_a_window_that_fails_is_tried_four_times_and_stops_no_other(clock, monkeypatch):
    match(), match()
    failing(monkeypatch, clock, ZeroDivisionError())
    assert deadlines.close_due(DUE) == 2
    for number in range(1, 6):
        deadlines.close_due(DUE + number * NEXT)
    assert state(clock) == DeadlineState.STUCK and clock.attempts == deadlines.TRIES


def test_a_window_that_kills_whoever_closes_it_is_given_up(clock, monkeypatch):
    failing(monkeypatch, clock, Killed())
    for number in range(deadlines.TRIES):
        with pytest.raises(Killed):
            deadlines.close_due(DUE + number * NEXT)
    assert deadlines.close_due(DUE + 5 * NEXT) == 0
    assert state(clock) == DeadlineState.STUCK


def test_a_window_that_kills_whoever_closes_it_takes_no_other_with_it(clock, monkeypatch):
    others = [Deadline.objects.get(match=match()) for _ in range(3)]
    failing(monkeypatch, clock, Killed())
    for number in range(deadlines.TRIES + 1):
        with suppress(Killed):
            deadlines.close_due(DUE + number * NEXT)
    assert state(clock) == DeadlineState.STUCK and clock.attempts == deadlines.TRIES
    assert {state(other) for other in others} == {DeadlineState.DONE}


@needs_postgres
@pytest.mark.django_db(transaction=True)
def test_a_window_that_kills_all_workers_at_once_takes_no_other_with_it(clock, monkeypatch):
    """Both were in hand at the first kill; later each worker would begin with one of them, each time."""
    other = Deadline.objects.get(match=match())
    Deadline.objects.update(attempts=1)
    honest, in_hand, swept = timeouts.ACTS[DeadlineKind.QUESTION], threading.Event(), threading.Event()

    def act(work, deadline):
        if deadline.pk == clock.pk:
            in_hand.set()
            swept.wait(PATIENCE)
            raise Killed
        if in_hand.is_set() and not swept.is_set():
            raise Killed  # with the other worker
        return honest(work, deadline)

    def second(now) -> int:
        in_hand.wait(PATIENCE)
        try:
            return deadlines.close_due(now)
        finally:
            swept.set()

    monkeypatch.setitem(timeouts.ACTS, DeadlineKind.QUESTION, act)
    for number in range(1, deadlines.TRIES):
        in_hand.clear()
        swept.clear()
        now = DUE + number * NEXT
        first, _ = together([partial(deadlines.close_due, now), partial(second, now)])
        assert isinstance(first, Killed)
        clock.refresh_from_db()
        other.refresh_from_db()
        assert (clock.attempts, other.attempts) == (number + 1, 1)
    assert deadlines.close_due(DUE + 9 * NEXT) == 1
    assert (state(clock), state(other)) == (DeadlineState.STUCK, DeadlineState.DONE)


def test_trouble_of_the_database_does_not_count_as_a_try(clock, monkeypatch):
    with monkeypatch.context() as troubled:
        failing(troubled, clock, OperationalError("deadlock detected"))
        for number in range(deadlines.TRIES + 1):
            assert deadlines.close_due(DUE + number * NEXT) == 0
    assert state(clock) == DeadlineState.RUNNING and clock.attempts == 0
    assert deadlines.close_due(DUE + 9 * NEXT) == 1


@pytest.mark.parametrize("told", [SystemExit, KeyboardInterrupt])
def test_restarts_do_not_count_as_tries(clock, monkeypatch, told):
    behind = Deadline.objects.get(match=match())
    with monkeypatch.context() as restarted:
        failing(restarted, clock, told())
        for number in range(deadlines.TRIES + 1):
            with pytest.raises(told):
                deadlines.close_due(DUE + number * NEXT)
    for one in (clock, behind):
        assert state(one) == DeadlineState.RUNNING and one.attempts == 0
    assert deadlines.close_due(DUE + 9 * NEXT) == 2


def test_a_refusal_that_only_a_fault_explains_does_not_pass_for_somebody_being_faster(clock, monkeypatch):
    def refuse(*_):
        raise Refused("not_in_hand")

    other = match()
    with monkeypatch.context() as faulty:
        faulty.setitem(timeouts.ACTS, DeadlineKind.QUESTION, refuse)
        clock.refresh_from_db()
        with pytest.raises(Refused):
            play.close(clock.pk, DUE)
        assert state(clock) == DeadlineState.RUNNING
        for number in range(deadlines.TRIES + 1):
            Deadline.objects.filter(match=other).update(lease_until=DUE + 99 * NEXT)
            deadlines.close_due(DUE + number * NEXT)
    assert state(clock) == DeadlineState.STUCK
    Deadline.objects.filter(match=other).update(lease_until=None)
    assert deadlines.close_due(DUE + 9 * NEXT) == 1, "the other match goes on"


@pytest.mark.django_db(transaction=True)
def test_a_sweep_of_many_windows_rings_once(monkeypatch):
    match(), match(), match()
    rung: list[int] = []
    monkeypatch.setattr(bell, "_ringers", [lambda: rung.append(1)])
    assert sweep.sweep(DUE)[0] == 3
    assert len(rung) == 1


@needs_postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_sweep_take_different_windows_in_hand():
    for _ in range(4):
        match()
    until, both = DUE + deadlines.LEASE, threading.Barrier(2)

    def take() -> list[int]:
        with writing():
            taken = Deadline.objects.take(DUE, until, 2)
            both.wait(PATIENCE)  # the other takes while this isn't committed
        return taken

    one, two = together([take, take])
    assert len(one) == len(two) == 2 and not {*one} & {*two}


@pytest.mark.django_db(transaction=True)
def test_many_windows_take_as_many_statements_as_a_few():
    counts = []
    for number in (2, 7):
        hand = [Deadline.objects.get(match=match()).pk for _ in range(number)]
        with CaptureQueriesContext(connection) as asked:
            assert deadlines.close_all(hand, DUE) == number
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_two_deadlines_of_one_match_are_both_done(clock):
    carry_on = Deadline.objects.create(match=clock.match, kind="carry_on", asked_at=NOON, due_at=NOON)
    deadlines.close_all([clock.pk, carry_on.pk], DUE)
    assert state(clock) == state(carry_on) == DeadlineState.DONE


@needs_postgres
@pytest.mark.django_db(transaction=True)
def test_a_match_at_which_somebody_is_holds_up_no_other():
    held, free = (Deadline.objects.get(match=match()) for _ in range(2))
    with transaction.atomic():
        Match.objects.select_for_update().get(pk=held.match_id)
        (closed,) = together([lambda: play.close_together([held.pk, free.pk], DUE)])
    assert closed == {free.pk}
    assert deadlines.close_all([held.pk, free.pk], DUE) == 1


def test_a_window_in_a_log_of_a_newer_program_is_left_to_it(clock, monkeypatch):
    with monkeypatch.context() as old:
        failing(old, clock, TooNew())
        for number in range(deadlines.TRIES + 1):
            deadlines.close_due(DUE + number * NEXT)
        sweep.sweep(DUE + 5 * NEXT)  # comes to an end
    assert state(clock) == DeadlineState.RUNNING and clock.attempts == 0
    assert deadlines.close_due(DUE + 6 * NEXT) == 1


def test_a_broken_log_stops_its_own_match_alone(clock, monkeypatch):
    other = match()
    failing(monkeypatch, clock, HistoryBroken("what"))
    deadlines.close_due(DUE)
    clock.match.refresh_from_db()
    other.refresh_from_db()
    assert (clock.match.status, other.status) == (MatchStatus.QUARANTINED, MatchStatus.RUNNING)


def test_whoever_serves_pages_has_hung_the_bell():
    code = (
        "import quartz_site.wsgi; from games import tasks; from games.infra import bell;"
        "assert bell._ringers == [tasks.ring]"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={**os.environ}, check=True)


# --- what is stuck is done with when somebody answers, or all is over


def stuck(found: Match) -> int:
    return Deadline.objects.filter(match=found, state=DeadlineState.STUCK).count()


def test_an_answer_ends_what_was_stuck():
    found = match()
    Deadline.objects.filter(match=found).update(state=DeadlineState.STUCK)
    assert play_on(found, 1) == 1
    assert stuck(found) == 0
    assert verification.faults(found.pk) == []


def test_a_vote_to_end_ends_what_was_stuck():
    found = match()
    Deadline.objects.filter(match=found).update(state=DeadlineState.STUCK)
    for number in range(3):
        votes.vote(found.pk, number, Subject.END, NOON)
    assert stuck(found) == 0


def test_nothing_is_to_be_settled_any_more_where_a_match_is_over():
    found = match()
    work = Workspace(found, DUE)
    effects.come_back_to(work)
    write([work])
    assert play_on(found, 1000) < 1000
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    assert not found.deadlines.filter(state=DeadlineState.RUNNING).exists()
