"""Behind pgbouncer each transaction may get another session: locks still hold, and a site plays and sends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.infra import locks
from games.models import Match
from games.ops import verification
from games.ops.doctor import Health
from games.ops.doctor import pooler as doctor
from quartz_site.local.pooler import PORT, Pooler, is_installed, pooler
from tests.chaos.books import (
    Mails,
    Watch,
    closed_once,
    due_soon,
    logs_are_whole,
    moves_are_kept,
    news,
    tables,
)
from tests.chaos.broker import broker
from tests.chaos.yard import yard
from tests.kit.at_once import needs_postgres
from tests.kit.mail_server import sink
from tests.kit.waiting import wait_for

pytestmark = [
    needs_postgres,
    pytest.mark.skipif(not is_installed(), reason="NO POOLER: pgbouncer isn't installed (Debian: pgbouncer)"),
    pytest.mark.django_db(transaction=True),
]


def started(folder: Path, sessions: int) -> AbstractContextManager[str]:
    """Run a pooler in front of the database of the tests."""
    server, name = connection.settings_dict["HOST"], connection.settings_dict["NAME"]
    return pooler(Pooler(folder, str(server), sessions=sessions), str(name))


@pytest.fixture
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("p")  # short, for it holds a socket


@pytest.fixture
def through(folder, monkeypatch) -> Iterator[Any]:
    """Let locks and doctor go through a pooler that has one session for everybody."""
    line = connection.copy()
    line.settings_dict.update(HOST=str(folder), PORT=PORT)
    for name in ("pool", "options"):
        line.settings_dict["OPTIONS"].pop(name)
    monkeypatch.setattr(locks, "connection", line)
    monkeypatch.setattr(doctor, "connection", line)
    with started(folder, sessions=1):
        yield line
        line.close()


def test_only_one_at_a_time_does_an_errand(folder, through, settings):
    settings.DATABASE_POOLER = True
    more = folder / "more"
    through.settings_dict["HOST"] = str(more)
    with started(more, sessions=4):
        with locks.alone("mails") as first, locks.alone("mails") as second, locks.alone("reach") as other:
            assert (first, second, other) == (True, False, True)
        with locks.alone("mails") as again:
            assert again


def test_without_the_setting_two_would_think_they_are_alone(through, settings):
    """Both get the one session of the server, which has that lock already."""
    settings.DATABASE_POOLER = False
    with locks.alone("mails") as first, locks.alone("mails") as second:
        assert first and second


def looked() -> Health:
    (found,) = doctor.settings_fit()
    assert found.do or found.health == Health.WELL
    return found.health


def test_the_doctor_finds_a_pooler_that_the_site_was_not_told_of(through, settings):
    settings.DATABASE_POOLER = False
    assert looked() == Health.ILL


def test_the_doctor_finds_that_a_transaction_may_idle_for_ever(through, settings):
    settings.DATABASE_POOLER = True
    assert looked() == Health.ILL
    with through.cursor() as cursor:
        cursor.execute(f"SET {doctor.LIMIT} = '15s'")  # stays on the one session, as by ALTER ROLE on all
    assert looked() == Health.WELL


def test_a_site_behind_it_plays_and_closes_and_sends(folder, tmp_path, capsys):
    """Worker, beat, sweeper and player share four sessions of the server."""
    matches, played = tables(6, timezone.now()), tables(4, timezone.now())
    for found in matches:
        news(found, 5, timezone.now())
    behind = {"DATABASE_POOLER": "on", "CHAOS_TABLES": " ".join(one.public_id for one in played)}
    with (
        started(folder, sessions=4) as url,
        broker(tmp_path / "broker") as bell,
        sink() as (box, port),
        yard(tmp_path, bell.url, port, DATABASE_URL=url, CHAOS_TICK="1", **behind) as site,
    ):
        for kind in ("worker", "beat", "sweeper", "player"):
            site.start(kind)
        watch = Watch(due_soon(matches, 2))
        assert wait_for(watch.look)
        assert wait_for(lambda: moves_are_kept(tmp_path / "notes")[0] > 20)
        assert wait_for(lambda: not Mails.of(box).lost()), Mails.of(box).lost()
        mails = Mails.of(box)
    moves, _ = moves_are_kept(tmp_path / "notes")
    with capsys.disabled():
        print(f"\nbehind pgbouncer: {moves} moves, {len(watch.late)} windows, {len(mails.rows)} emails")
    assert mails.rows and mails.doubled() == 0
    closed_once(matches)
    logs_are_whole(played)
    assert [fault for one in Match.objects.all() for fault in verification.faults(one.pk)] == []
