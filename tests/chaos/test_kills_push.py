"""Kill -9 at random moments while notifications go out: each is accepted, or shown as failed."""

from __future__ import annotations

import random
import socket
import time
from collections import Counter
from collections.abc import Iterable

import pytest
from django.utils import timezone

from games.models import Dispatch, DispatchState, Match, Outbox, Seat
from games.reach import send
from tests.chaos.books import news, tables
from tests.chaos.broker import broker
from tests.chaos.yard import yard
from tests.kit.at_once import needs_postgres
from tests.kit.mail_server import sink
from tests.kit.nightly import more
from tests.kit.push_service import PushService, push_service
from tests.kit.recording_server import Heard, says
from tests.kit.waiting import LONG

pytestmark = [needs_postgres, pytest.mark.django_db(transaction=True)]
KILLS, NOTICES = more((6, 240), (50, 2000))
MATCHES = 10


def reached(service: PushService, matches: Iterable[Match]) -> None:
    """Give each player a device, and an email only much later."""
    for seat in Seat.objects.filter(match__in=matches).select_related("player"):
        assert seat.player is not None
        service.device(seat.player, timezone.now())


def left() -> bool:
    now = timezone.now()
    waiting = Outbox.objects.filter(state="queued", send_after__lte=now).exists()
    return waiting or Dispatch.objects.filter(state=DispatchState.QUEUED).exists()


def test_killing_the_workers_loses_no_notification(tmp_path, capsys):
    began, dice = timezone.now(), random.Random(11)
    matches = tables(MATCHES, began)
    for found in matches:
        news(found, NOTICES // MATCHES, began)
    with (
        push_service() as service,
        broker(tmp_path / "broker") as bell,
        sink() as (box, mail_port),
        yard(
            tmp_path,
            bell.url,
            mail_port,
            CHAOS_TICK="1",
            CHAOS_LEASES="2 4",
            OUTGOING_TEST_PORTS=str(service.recording.port),
        ) as site,
    ):
        reached(service, matches)
        refused: list[Heard] = []

        def refuse(wire: socket.socket, heard: Heard) -> None:
            refused.append(heard)
            says(500)(wire, heard)

        # Some are to be tried again, so that a kill hits those too.
        answers = [refuse if dice.random() < 0.1 else says(201) for _ in range(NOTICES)]
        service.recording.answer(*answers, says(201))
        site.start("beat")
        worker = site.start("worker")
        for number in range(KILLS):
            time.sleep(dice.uniform(0.2, 1.7))
            site.kill(worker)
            if number == KILLS // 2:
                bell.wipe()
            worker = site.start("worker")
        until = time.monotonic() + LONG + NOTICES
        while left() and time.monotonic() < until:
            time.sleep(0.5)
        site.kill(worker)
        came = Counter(service.keys_of(one for one in service.recording.heard if one not in refused))
        emails = len(box.letters)
    rows = {str(key): state for key, state in Dispatch.objects.values_list("key", "state")}
    lost = [key for key, state in rows.items() if key not in came and state == DispatchState.ACCEPTED]
    doubled = sum(came.values()) - len(came)
    told = Outbox.objects.filter(dedupe__startswith="chaos")
    with capsys.disabled():
        print(
            f"\n{KILLS} kills of the worker group: {len(rows)} notifications, {len(lost)} lost, {doubled} "
            f"sent again, {len(refused)} refused at first, {emails} emails; {dict(Counter(rows.values()))}"
        )
    assert told.count() == NOTICES and not told.filter(dispatches=None).exists()
    assert lost == [] and {*rows.values()} <= {DispatchState.ACCEPTED, DispatchState.SUPERSEDED}
    assert refused and doubled <= KILLS * send.AT_ONCE
