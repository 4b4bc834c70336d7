"""Kill -9 at random moments while notices go to chats: none is lost, and a kill doubles a handful at most."""

from __future__ import annotations

import os
import random
import time
from collections import Counter, defaultdict

import pytest
from django.utils import timezone

from games.models import ChatKind, ChatTarget, Dispatch, DispatchState, Match, Seat
from games.reach import send
from games.reach.chat import secrets
from games.reach.chat.secrets import Secret
from tests.chaos.books import news, tables
from tests.chaos.broker import broker
from tests.chaos.yard import yard
from tests.kit.at_once import needs_postgres
from tests.kit.chat_services import KEY
from tests.kit.mail_server import sink
from tests.kit.recording_server import Recording, recording_server
from tests.kit.waiting import LONG

pytestmark = [needs_postgres, pytest.mark.django_db(transaction=True)]

KILLS = int(os.environ.get("KILLS", "6"))
NOTICES = int(os.environ.get("MAILS", "120"))
MATCHES = max(6, NOTICES // 24)


def connect(matches: list[Match], service: Recording) -> None:
    """Give each player a chat of their own."""
    secret = secrets.locked(Secret(service.url("/quartz"), KEY))
    for seat in Seat.objects.filter(match__in=matches):
        ChatTarget.objects.create(player=seat.player, kind=ChatKind.SIGNED, secret=secret, shown="127.0.0.1")


def left() -> bool:
    return Dispatch.objects.filter(state=DispatchState.QUEUED).exists()


def test_killing_the_workers_loses_no_message_to_a_chat(tmp_path, capsys):
    began, dice = timezone.now(), random.Random(7)
    matches = tables(MATCHES, began)
    with (
        recording_server() as service,
        broker(tmp_path / "broker") as bell,
        sink() as (_box, port),
        yard(
            tmp_path,
            bell.url,
            port,
            CHAOS_TICK="1",
            CHAOS_LEASES="2 2",
            OUTGOING_TEST_PORTS=str(service.port),
        ) as site,
    ):
        connect(matches, service)
        for found in matches:
            news(found, NOTICES // MATCHES, began)
        site.start("beat")
        worker = site.start("worker")
        for number in range(KILLS):
            time.sleep(dice.uniform(0.3, 1.7))
            site.kill(worker)
            worker = site.start("worker")
            if number == KILLS // 2:
                bell.wipe()
        until = time.monotonic() + LONG + NOTICES
        while time.monotonic() < until and (left() or Dispatch.objects.count() < len(matches)):
            time.sleep(0.2)
        site.kill(worker)
        copies = Counter(one.headers["quartz-id"] for one in service.heard)
        versions = defaultdict(set)
        for one in service.heard:
            versions[one.headers["quartz-id"]].add(one.body)
    rows = {one.key.hex: one.state for one in Dispatch.objects.filter(notice__kind="over")}
    lost = [key for key, state in rows.items() if key not in copies or state != DispatchState.ACCEPTED]
    doubled = sum(copies.values()) - len(copies)
    with capsys.disabled():
        print(f"\n{KILLS} kills: {len(rows)} messages to chats, {len(lost)} lost, {doubled} doubled")
    assert len(rows) == NOTICES // MATCHES * MATCHES and lost == []
    assert doubled <= KILLS * send.AT_ONCE and all(len(one) == 1 for one in versions.values())
