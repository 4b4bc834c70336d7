"""Chats in tests: targets that lead to a service on loopback, and matches whose notices go there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as live

from games.mail.send import outbox
from games.models import Channel, ChatKind, ChatTarget
from games.reach import fan_out, send
from games.reach.chat import carrier, secrets
from games.reach.chat.carrier import ChatCarrier
from tests.kit.chat_services import FakeService
from tests.kit.play_people import NOON

WAIT = timedelta(seconds=live.SEND_AFTER)
SEND = NOON + WAIT


@contextmanager
def only_chat() -> Iterator[None]:
    """Let chat be the only channel beside email."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (fan_out, send):
            patch.setattr(module, "CARRIERS", {Channel.CHAT: ChatCarrier()})
        yield


def chat(service: FakeService, **whose: Any) -> ChatTarget:
    """Connect a service to a player, match or circle."""
    return ChatTarget.objects.create(
        kind=service.kind,
        secret=secrets.locked(service.secret),
        shown="127.0.0.1 …LAST",
        made_at=NOON,
        **whose,
    )


def carry(now: datetime = SEND, rounds: int = 6) -> None:
    """Let everything that is due go out, at the pace of chats."""
    outbox.send_due(now)
    for number in range(rounds):
        send.send_due(now + number * carrier.PACE)


def nowhere(**whose: Any) -> ChatTarget:
    """Connect a chat that is never sent to."""
    return ChatTarget.objects.create(
        kind=ChatKind.MATTERMOST,
        secret=secrets.locked(secrets.Secret("https://chat.example.org/hooks/abcdefghijklmnop")),
        shown="chat.example.org …mnop",
        made_at=NOON,
        **whose,
    )
