"""The broker hangs, is killed, forgets all, or was never there; beat is dead: rows are done all the same."""

from __future__ import annotations

import signal
import time

import pytest
from django.utils import timezone

from quartz_site.celery import app
from tests.chaos.books import (
    Mails,
    Watch,
    closed_once,
    due_soon,
    lateness,
    logs_are_whole,
    moves_are_kept,
    news,
    nothing_left,
    tables,
)
from tests.chaos.broker import broker
from tests.chaos.yard import yard
from tests.kit.at_once import needs_postgres
from tests.kit.mail_server import sink
from tests.kit.waiting import LONG, wait_for

pytestmark = [needs_postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(name="broker")
def fixture_broker(tmp_path):
    with broker(tmp_path / "broker") as one:
        yield one


@pytest.fixture
def say(capsys):
    def say(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}")

    return say


def all_is_done(watch: Watch) -> bool:
    return wait_for(watch.look) and nothing_left(LONG)


def test_a_broker_that_hangs_or_is_killed_holds_up_neither_moves_nor_windows(tmp_path, broker, say):
    """Whoever sweeps does so without Celery here, as a site would whose broker is gone for long."""
    matches, played = tables(6, timezone.now()), tables(12, timezone.now())
    for found in matches:
        news(found, 5, timezone.now())
    public = " ".join(found.public_id for found in played)
    with (
        sink() as (box, port),
        yard(tmp_path, broker.url, port, CHAOS_TICK="1", CHAOS_TABLES=public) as site,
    ):
        site.start("sweeper"), site.start("sweeper"), site.start("player")
        assert wait_for(lambda: moves_are_kept(tmp_path / "notes")[0] > 0)
        broker.send(signal.SIGSTOP)
        hung = moves_are_kept(tmp_path / "notes")[0]
        watch = Watch(due_soon(matches, 2))
        assert all_is_done(watch)
        assert wait_for(lambda: moves_are_kept(tmp_path / "notes")[0] > hung + 2), "moves go on"
        broker.send(signal.SIGKILL)
        killed = moves_are_kept(tmp_path / "notes")[0]
        assert wait_for(lambda: moves_are_kept(tmp_path / "notes")[0] > killed + 2)
        mails = Mails.of(box)
    say(f"no Celery, broker hung and killed: {len(watch.late)} windows, {lateness([*watch.late.values()])}")
    assert mails.lost() == [] and mails.doubled() == 0, "without a kill nothing is sent twice"
    closed_once(matches)
    logs_are_whole(played)


def test_workers_come_back_after_the_broker_was_stopped_and_killed(tmp_path, broker, say):
    matches = tables(6, timezone.now())
    with (
        sink() as (box, port),
        yard(tmp_path, broker.url, port, CHAOS_TICK="1", CHAOS_LEASES="10 20") as site,
    ):
        site.start("worker"), site.start("beat")
        first = Watch(due_soon(matches[:2], 0))
        assert all_is_done(first)
        broker.send(signal.SIGSTOP)
        second = Watch(due_soon(matches[2:4], 0))
        time.sleep(2)
        broker.send(signal.SIGCONT)
        assert all_is_done(second)
        broker.send(signal.SIGKILL)
        assert broker.process
        broker.process.wait()
        third = Watch(due_soon(matches[4:], 0))
        broker.start()
        assert all_is_done(third)
        for found in matches:
            news(found, 5, timezone.now())
        assert nothing_left(LONG)
        mails = Mails.of(box)
    told = [lateness([*watch.late.values()]) for watch in (first, second, third)]
    say(f"workers and beat; broker whole: {told[0]}; stopped for 2 s: {told[1]}; killed: {told[2]}")
    assert mails.lost() == [] and mails.doubled() == 0
    closed_once(matches)


def test_with_beat_dead_a_ring_is_enough(tmp_path, broker):
    """Each move rings; who is rung does all that is due, not only that move's."""
    matches = tables(3, timezone.now())
    for found in matches:
        news(found, 5, timezone.now())
    with sink() as (box, port), yard(tmp_path, broker.url, port, CHAOS_TABLES="") as site:
        site.start("worker")
        watch = Watch(due_soon(matches, 0))
        with app.connection_for_write(broker.url) as line:
            app.send_task("games.tasks.look", connection=line)
        assert all_is_done(watch)
        mails = Mails.of(box)
    assert mails.lost() == []
    closed_once(matches)
