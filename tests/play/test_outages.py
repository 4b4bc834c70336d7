"""Time given back after an outage: the whole of it, once, wherever the first who noticed was stopped."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from threading import Event

import pytest
from django.db import Error, connection
from django.utils import timezone

from games.infra.locks import writing
from games.match import clocks as timing
from games.models import Deadline, Heartbeat, Match, Outage
from games.ops import sweep
from games.play import outages
from tests.kit.at_once import PATIENCE, needs_postgres, together
from tests.kit.cutting import Cut, refuse
from tests.kit.play_people import NOON, match

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)
MOST = 40


def clocks() -> dict[int, datetime]:
    return dict(Deadline.objects.filter(state="running").values_list("pk", "due_at"))


def test_cut_at_any_statement_the_next_sweep_gives_the_whole_of_it_back():
    for at in range(1, MOST):
        Heartbeat.objects.all().delete()
        Outage.objects.all().delete()
        Heartbeat.record(outages.SWEEP, NOON)
        match(), match()
        before, cut = clocks(), Cut(at, refuse)
        try:
            with cut.watching():
                sweep.wake(NOON + HOUR)
        except Error:
            connection.close()
        else:
            break
        done = Outage.objects.exists()  # by now only the last note may be missing
        assert done or clocks() == before, f"cut at {at}"
        sweep.wake(NOON + 3 * HOUR)
        sweep.wake(NOON + 3 * HOUR)
        lost = [one.ended - one.began for one in Outage.objects.all()]
        assert sum(lost, timedelta(0)) == 3 * HOUR and (done or len(lost) == 1), f"cut at {at}"
        assert clocks() == {pk: due + 3 * HOUR for pk, due in before.items()}, f"cut at {at}"
        Deadline.objects.update(state="done")
    assert MOST > at > 8, "each statement was cut once"


@needs_postgres
def test_a_clock_that_cannot_be_read_keeps_no_other_from_its_time():
    Heartbeat.record(outages.SWEEP, NOON)
    torn, sound = match(), match()
    Deadline.objects.filter(match=torn).update(clock="{")
    before = clocks()
    sweep.wake(NOON + HOUR)
    assert {Deadline.objects.get(pk=pk).match: due - before[pk] for pk, due in clocks().items()} == {
        torn: timedelta(0),
        sound: HOUR,
    }


@needs_postgres  # in memory, SQLite's threads find a table locked in which another writes; in a file not
def test_several_that_wake_together_give_it_back_once():
    match()
    before = clocks()
    Heartbeat.record(outages.SWEEP, NOON)
    given = together([partial(outages.look, NOON + HOUR) for _ in range(6)])
    assert sorted(given) == [0, 0, 0, 0, 0, 1]
    assert Outage.objects.count() == 1
    assert clocks() == {pk: due + HOUR for pk, due in before.items()}


@needs_postgres
def test_a_clock_that_is_handed_on_just_then_has_its_time_back_too():
    """It is a row of its own, which whoever gives the time back can't see yet."""
    found, handed_on, given = match(), Event(), Event()
    due = Deadline.objects.get(match=found).due_at
    Heartbeat.record(outages.SWEEP, NOON)

    def hand_on() -> None:
        with writing():
            Match.objects.select_for_update().get(pk=found.pk)
            old = Deadline.objects.get(match=found)
            Deadline.objects.filter(pk=old.pk).update(state="done")
            new = Deadline(match=found, kind=old.kind, question="1-2-0", seat=old.seat)
            timing.hand_on(old, new, NOON + HOUR)
            new.save()
            handed_on.set()
            given.wait(0.5)  # in vain: it has to be waited for

    def give_back() -> None:
        assert handed_on.wait(PATIENCE)
        outages.look(NOON + HOUR)
        given.set()

    together([hand_on, give_back])
    assert Deadline.objects.get(match=found, state="running").due_at == due + HOUR


def test_a_sweep_that_was_held_up_makes_no_outage():
    """A process may be stopped for minutes between reading the clock and saying that it ran."""
    now = timezone.now()
    match(), Heartbeat.record(outages.SWEEP, now)
    Heartbeat.record(outages.SWEEP, now - HOUR)
    assert Heartbeat.age(outages.SWEEP, now) == timedelta(0)
    assert outages.look(now + timedelta(minutes=1)) == 0
    assert not Outage.objects.exists()


def test_what_a_clock_wrote_that_runs_an_hour_ahead_is_set_right():
    now = timezone.now()
    Heartbeat.record(outages.SWEEP, now + HOUR)
    Heartbeat.record(outages.SWEEP, now)
    assert Heartbeat.age(outages.SWEEP, now) == timedelta(0)
