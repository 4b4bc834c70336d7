"""The same service with broker and Celery dead, which ends between two rows when it is told to."""

from __future__ import annotations

import signal
import sqlite3
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail
from django.db import OperationalError
from django.utils import timezone

from games.management.commands.sweep import StopSignal
from games.match import votes
from games.models import Deadline, Event, Heartbeat, MailState, Match, Outbox
from games.ops import sweep
from games.play import deadlines
from tests.kit.commands import Own, refused, said, sqlite
from tests.kit.play_people import NOON, match
from tests.kit.waiting import LONG, wait_for

DAY = timedelta(days=1)


class After:
    """Says stop when it was asked so often."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.django_db
def test_once_closes_and_sends_what_is_due():
    match()
    assert said("sweep") == "1 deadlines handled, 0 emails sent\n"
    assert Outbox.objects.filter(state=MailState.SUPERSEDED).count() == 1, "its question was closed first"
    assert Heartbeat.age("sweep", timezone.now()) is not None


@pytest.mark.django_db
def test_row_by_row_does_what_all_at_once_does(monkeypatch):
    monkeypatch.setattr(deadlines, "HANDFUL", 1)
    for _ in range(3):
        match()
    sweep.sweep(NOON + timedelta(minutes=2))
    assert len(mail.outbox) == 3
    Heartbeat.record("sweep", NOON + DAY - timedelta(minutes=1))  # no outage in between
    assert sweep.sweep(NOON + DAY)[0] == 3
    assert Event.objects.filter(kind="time_up").count() == 3
    assert sweep.sweep(NOON + DAY)[0] == 0


@pytest.mark.django_db
def test_a_stop_takes_effect_between_two_handfuls(monkeypatch):
    monkeypatch.setattr(deadlines, "HANDFUL", 1)
    for _ in range(3):
        match()
    sweep.sweep(NOON + DAY, After(2))
    assert Event.objects.filter(kind="time_up").count() == 2
    assert Deadline.objects.filter(state="running", lease_until__isnull=False).count() == 0
    sweep.sweep(NOON + timedelta(minutes=2), After(3))
    assert Outbox.objects.filter(state=MailState.QUEUED).count() >= 1


def failing(now, *_, **__):
    raise ZeroDivisionError


@pytest.mark.django_db
def test_what_goes_wrong_with_one_errand_holds_up_neither_windows_nor_mails(monkeypatch):
    monkeypatch.setattr(votes, "go_on_due", failing)
    monkeypatch.setattr(sweep, "LOOKS", (failing, *sweep.LOOKS))
    match()
    assert sweep.sweep(NOON + timedelta(minutes=2)) == (0, 1)
    Heartbeat.record("sweep", NOON + DAY - timedelta(minutes=1))  # no outage in between
    assert sweep.sweep(NOON + DAY)[0] == 1


@pytest.mark.django_db
def test_a_database_that_is_away_ends_the_sweep(monkeypatch):
    def away(now):
        raise OperationalError

    monkeypatch.setattr(votes, "go_on_due", away)
    with pytest.raises(OperationalError):
        sweep.sweep(NOON)


@pytest.mark.django_db
def test_a_bad_row_does_not_keep_it_busy_for_ever():
    bad, good = match(), match()
    Match.objects.filter(pk=bad.pk).update(version=99)
    sweep.sweep(NOON + DAY)
    bad.refresh_from_db()
    assert bad.status == "quarantined"
    assert Event.objects.filter(match=good, kind="time_up").count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("every", ["0", "-1", "61", "nan"])
def test_a_senseless_pause_is_refused(every):
    assert refused("sweep", f"--every={every}") == "--every needs a number of seconds above 0, at most 60"


def count(folder: Path, query: str) -> int:
    with closing(sqlite3.connect(folder / "db.sqlite3")) as database:
        return int(database.execute(query).fetchone()[0])


def robots_sit_down(own: Own) -> None:
    own.manage("create_match", "quartz", "--robot", "miner", "miner", "miner")


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_forever_plays_robots_without_a_broker_and_ends_cleanly(tmp_path, by):
    own = sqlite(tmp_path)
    robots_sit_down(own)
    began = count(tmp_path, "SELECT count(*) FROM games_event")
    running = own.start("manage.py", "sweep", "--forever", "--every", "0.5")
    assert wait_for(lambda: count(tmp_path, "SELECT count(*) FROM games_event") > began)
    running.send_signal(by)
    out, err = running.communicate(timeout=LONG)
    assert running.returncode == 0, err
    assert out.splitlines() == ["Sweeping until SIGTERM or Ctrl-C.", "Stopped between two rows."]
    assert "Traceback" not in err
    assert "0 faults" in own.manage("verify_matches")
    assert count(tmp_path, "SELECT count(*) FROM games_heartbeat") == 2  # sweep and prune


def test_a_supervisor_that_asks_too_cuts_nothing_short_but_a_second_ctrl_c_does():
    before = {one: signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGINT)}
    try:
        told = StopSignal()
        assert not told()
        for asks in (signal.SIGINT, signal.SIGTERM, signal.SIGTERM):
            signal.raise_signal(asks)
        assert told()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def test_it_outlives_a_database_that_is_gone_for_a_while(tmp_path):
    own = sqlite(tmp_path)
    file, away = tmp_path / "db.sqlite3", tmp_path / "away"
    running = own.start("manage.py", "sweep", "--forever", "--every", "0.2")
    assert wait_for(lambda: count(tmp_path, "SELECT count(*) FROM games_heartbeat") == 2)
    # An empty file in its place: no tables, which is what a database that is being restored looks like.
    file.rename(away)
    file.touch()
    time.sleep(1)
    away.replace(file)
    for ending in ("-wal", "-shm"):
        (tmp_path / f"db.sqlite3{ending}").unlink(missing_ok=True)
    assert running.poll() is None
    running.terminate()
    _, err = running.communicate(timeout=LONG)
    assert running.returncode == 0
    assert "Traceback" not in err


def test_on_a_database_that_was_never_migrated_it_is_one_sentence(tmp_path):
    own = Own(f"sqlite:///{tmp_path}/db.sqlite3")
    assert "is it there, and migrated?" in own.manage("sweep", code=2)
    assert own.manage("sweep", code=2).count("\n") == 1
