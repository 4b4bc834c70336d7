"""Windows whose closing fails, or stops whoever tries: they wait for an operator, the others are closed."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from games import deadlines, play, sweep
from games.models import Deadline, DeadlineState, MatchStatus
from games.rules.kernel.refusal import HistoryBroken, TooNew
from tests.play.people import NOON, match

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
    def act(pk: int, now) -> bool:
        if pk == bad.pk:
            raise error
        return play.time_up(pk, now)

    monkeypatch.setitem(deadlines.ACTS, "question", act)


def state(clock: Deadline) -> str:
    clock.refresh_from_db()
    return clock.state


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


def test_a_window_in_a_log_of_a_newer_program_is_left_to_it(clock, monkeypatch):
    with monkeypatch.context() as old:
        failing(old, clock, TooNew())
        for number in range(deadlines.TRIES + 1):
            deadlines.close_due(DUE + number * NEXT)
        sweep.sweep_row_by_row(DUE + 5 * NEXT, lambda: False)  # comes to an end
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
    code = "import quartz_site.wsgi; from games import bell, tasks; assert bell._ringers == [tasks.ring]"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={**os.environ}, check=True)
