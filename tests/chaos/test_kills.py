"""Kill -9 at random moments, over a busy outbox, with windows closing and moves being made."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest
from django.utils import timezone

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
from tests.chaos.player import unanswered
from tests.chaos.yard import yard
from tests.kit.at_once import needs_postgres
from tests.kit.mail_server import sink
from tests.kit.waiting import LONG, wait_for

pytestmark = [needs_postgres, pytest.mark.django_db(transaction=True)]

KILLS = int(os.environ.get("KILLS", "10"))
MAILS = int(os.environ.get("MAILS", "200"))
WINDOWS = max(10, KILLS)


def unheard(notes: Path) -> set[str]:
    return {form["key"] for form in unanswered(notes)}


def test_killing_the_workers_loses_nothing_and_doubles_hardly_anything(tmp_path, capsys):
    began = timezone.now()
    matches, played = tables(WINDOWS, began), tables(12, began)
    for found in matches:
        news(found, MAILS // WINDOWS, began)
    dice = random.Random(5)
    shortened = {"CHAOS_TICK": "1", "CHAOS_LEASES": "2 4"} if KILLS <= 50 else {}
    public = " ".join(found.public_id for found in played)
    with (
        broker(tmp_path / "broker") as bell,
        sink(delay=0.05) as (box, port),
        yard(tmp_path, bell.url, port, CHAOS_TABLES=public, **shortened) as site,
    ):
        site.start("beat"), site.start("beat")  # two of them do no harm
        worker, person = site.start("worker"), site.start("player")
        watch = Watch(due_soon(matches, KILLS))
        for number in range(KILLS):
            time.sleep(dice.uniform(0.2, 1.7))
            site.kill(worker)
            worker = site.start("worker")
            if number % 2:
                site.kill(person)
                person = site.start("player")
            if number in (KILLS // 3, 2 * KILLS // 3):
                bell.wipe()
            watch.look()
        site.kill(person)
        site.start("worker")
        until = time.monotonic() + LONG + KILLS + MAILS  # one sender at a time
        while not (watch.look() and nothing_left(1)) and time.monotonic() < until:
            pass
        left = unheard(tmp_path / "notes")
        last = site.start("player")
        assert wait_for(lambda: left.isdisjoint(unheard(tmp_path / "notes"))), "all is sent again"
        assert wait_for(lambda: moves_are_kept(tmp_path / "notes")[0] > 0)
        time.sleep(1)
        site.kill(last)
        mails = Mails.of(box)
    acknowledged, sent = moves_are_kept(tmp_path / "notes")
    with capsys.disabled():
        print(
            f"\n{KILLS} kills of the worker group, {KILLS // 2} of a player, 2 wipes, 2 beats: "
            f"{len(mails.rows)} mails, {len(mails.lost())} lost, {mails.doubled()} doubled, "
            f"{lateness(mails.late())}; {len(watch.late)} windows, {lateness([*watch.late.values()])}; "
            f"{acknowledged} moves acknowledged of {sent}, all kept once"
        )
    assert watch.look() and len(mails.rows) >= MAILS
    assert mails.lost() == [] and mails.differing() == []
    assert {*mails.rows.values()} <= {"sent", "superseded"}
    assert mails.doubled() <= KILLS
    closed_once(matches)
    logs_are_whole(played)
    assert acknowledged > 0 and sent - acknowledged <= 1
